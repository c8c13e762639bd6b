/** Notices that nothing was heard for a time, by a clock of milliseconds that only grows. */
export class Watchdog {
  readonly #limit: number;
  readonly #now: () => number;
  #heardAt: number;

  constructor(limit: number, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#heardAt = now();
  }

  heard(): void {
    this.#heardAt = this.#now();
  }

  isSilent(): boolean {
    return this.#now() - this.#heardAt >= this.#limit;
  }
}
