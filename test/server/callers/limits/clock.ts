import type { LimitClock } from '../../../../server/callers/limits/create-limits.ts';

export interface MovableClock extends LimitClock {
  /** Moves both clocks forward. */
  pass(milliseconds: number): void;
  /** Moves only the wall clock, back or forward. */
  set(milliseconds: number): void;
}

/** Makes a clock that starts half a second after a full second, and stands still. */
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
