import type { Timezone } from './timezone.ts';

/** Returns the wall time that a clock showed at an instant. Both are milliseconds. */
function wallAt({ toUtc }: Timezone, instant: number): number {
  let wall = instant;
  // The second step is right unless the clock was changed in between, and the third is then.
  for (let step = 0; step < 3; step += 1) wall += instant - toUtc(wall, instant);
  return wall;
}

/**
 * Moves an instant that was read by one clock to where another clock puts the same wall time.
 * Instants are milliseconds. A wall time that comes twice is the earlier one not before
 * `notBefore`.
 */
export const rezoned = (
  instant: number,
  from: Timezone,
  to: Timezone,
  notBefore?: number,
): number => to.toUtc(wallAt(from, instant), notBefore);
