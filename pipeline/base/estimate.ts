/** Share of the work that must be done before the time left is estimated. */
const leastShare = 0.01;

/** Estimates the time left of work that is counted in chunks, bytes or rows. */
export class Estimate {
  #done = 0;
  #left = 0;
  #seconds = 0;

  /** Notes that `done` more units are done and `left` remain, so many seconds after the start. */
  note(done: number, left: number, seconds: number): void {
    this.#done += done;
    this.#left = left;
    this.#seconds = seconds;
  }

  /**
   * Returns the seconds left, so many seconds after the start: every unit left takes as long as
   * those done took on average. Null before a hundredth is done: a file of 20 rows says nothing
   * about one of a million.
   */
  secondsLeft(seconds: number): number | null {
    if (this.#done === 0 || this.#done < leastShare * (this.#done + this.#left)) return null;
    return Math.max(0, (this.#seconds / this.#done) * this.#left - (seconds - this.#seconds));
  }
}

/** Returns seconds rounded up to words: `45 s`, `12 min`, `2 h 5 min`. */
export function durationWords(seconds: number): string {
  if (seconds <= 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes <= 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
