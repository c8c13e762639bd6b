import type { Group } from '../../../sql/figures.ts';

/** Label of a figure, if it has a row, and its meaning, if it is translated. */
export type FigureText = readonly [label: string | null, meaning: string | null];

/** Texts of figures in another language; English texts from `sql/` fill the gaps. */
export interface FigureTexts {
  readonly groups: Readonly<Partial<Record<Group, string>>>;
  /** Texts by field name or by the path in the section. */
  readonly named: Readonly<Record<string, FigureText>>;
  /** Translations of unknown cases and sources, by the English text. */
  readonly phrases: Readonly<Record<string, string>>;
  /** Names of the figures that platforms print on statements. */
  readonly printed: Readonly<Record<string, string>>;
  /** Reasons why a printed figure differs from ours. */
  readonly reasons: Readonly<Record<string, string>>;
}
