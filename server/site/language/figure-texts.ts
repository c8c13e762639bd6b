import type { Group } from '../../../sql/figures.ts';

/** What a figure is called, where it has a row, and what it means, where that is said. */
export type Named = readonly [label: string | null, meaning: string | null];

/** The figures of pages in another language than that of their SQL, which stands in for what is missing. */
export interface FigureTexts {
  readonly groups: Readonly<Partial<Record<Group, string>>>;
  /** By the name of the field, or its path from the section on. */
  readonly named: Readonly<Record<string, Named>>;
  /** When a figure is unknown and where its formula is from, by the English words. */
  readonly phrases: Readonly<Record<string, string>>;
  /** What statements call what they print. */
  readonly printed: Readonly<Record<string, string>>;
  /** Why a printed figure is another. */
  readonly reasons: Readonly<Record<string, string>>;
}
