import { fromUnits, placesOf, toUnits } from './decimals.ts';

/** An exact sum of decimals that come one by one. */
export class Sum {
  #units = 0n;
  #places = 0;

  add(value: string): void {
    if (value === '') return;
    const places = placesOf(value);
    if (places > this.#places) {
      this.#units *= 10n ** BigInt(places - this.#places);
      this.#places = places;
    }
    this.#units += toUnits(value, this.#places);
  }

  get value(): string {
    return fromUnits(this.#units, this.#places);
  }
}
