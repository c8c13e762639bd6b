/** Detects silence longer than a limit. `now` must be monotonic, in milliseconds. */
export class Watchdog {
  readonly #limit: number;
  readonly #now: () => number;
  #lastAnswerAt: number;

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#lastAnswerAt = now();
  }

  heard(): void {
    this.#lastAnswerAt = this.#now();
  }

  isSilent(): boolean {
    return this.#now() - this.#lastAnswerAt >= this.#limit;
  }
}
