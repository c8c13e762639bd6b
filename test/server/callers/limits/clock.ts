import type { LimitClock } from '../../../../server/callers/limits/create-limits.ts';

export interface MovableClock extends LimitClock {
  /** Lets time pass on both clocks. */
  pass(milliseconds: number): void;
  /** Sets the wall clock back or forward. */
  set(milliseconds: number): void;
}

/** A clock that starts half a second past a full one and stands still. */
export function createMovableClock(): MovableClock {
  let wall = 1_772_366_400_500;
  let steady = 1000;
  return {
    wall: () => wall,
    steady: () => steady,
    pass(milliseconds) {
      wall += milliseconds;
      steady += milliseconds;
    },
    set(milliseconds) {
      wall += milliseconds;
    },
  };
}
