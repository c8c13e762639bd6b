import type { FileEntry, PartName } from './layout.ts';

/** Numbers the files that are still in use, in the order in which they are met. */
export class Renumbering {
  readonly files: FileEntry[] = [];
  readonly #before: readonly (FileEntry | null)[];
  readonly #ordinals: (number | undefined)[] = [];
  readonly #ordinalsByPath = new Map<string, number>();

  constructor(before: readonly (FileEntry | null)[]) {
    this.#before = before;
  }

  ordinalOf(before: number, part: PartName): number {
    const known = this.#ordinals[before];
    if (known !== undefined) return known;
    const file = this.#before[before];
    if (!file) throw new Error(`part ${part} of an account was never sealed`);
    const ordinal = this.#ordinalsByPath.get(file.path) ?? this.files.push(file) - 1;
    this.#ordinalsByPath.set(file.path, ordinal);
    this.#ordinals[before] = ordinal;
    return ordinal;
  }
}
