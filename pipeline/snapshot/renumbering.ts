import type { FileEntry } from './layout.ts';

/**
 * Numbers the files that are still in use without a gap. As many as can keep their numbers, so that
 * what names them stays as it was written; the others take the places of files that are gone.
 */
export class Renumbering {
  readonly files: FileEntry[] = [];
  readonly #ordinals: (number | undefined)[] = [];

  /** `isUsed` says by ordinal which of the files before parts lie in. */
  constructor(before: readonly (FileEntry | null)[], isUsed: readonly (boolean | undefined)[]) {
    const ordinalsByPath = new Map<string, number>();
    for (const [ordinal, file] of before.entries()) {
      if (!isUsed[ordinal]) continue;
      if (!file) throw new Error('a part of an account was never sealed');
      if (!ordinalsByPath.has(file.path)) ordinalsByPath.set(file.path, ordinal);
    }
    const kept = new Set(ordinalsByPath.values());
    const places = [...Array(kept.size).keys()];
    const free = places.filter((place) => !kept.has(place));
    for (const ordinal of kept) {
      const file = before[ordinal];
      const place = ordinal < kept.size ? ordinal : free.shift();
      if (file && place !== undefined) this.files[place] = file;
      this.#ordinals[ordinal] = place;
    }
    for (const [ordinal, file] of before.entries()) {
      const first = file && ordinalsByPath.get(file.path);
      if (typeof first === 'number') this.#ordinals[ordinal] = this.#ordinals[first];
    }
  }

  ordinalOf(before: number): number {
    const ordinal = this.#ordinals[before];
    if (ordinal === undefined) throw new Error(`file ${before} is none that parts lie in`);
    return ordinal;
  }
}
