import { advanced } from './advanced.ts';
import { behaviour } from './behaviour.ts';
import { benchmark } from './benchmark.ts';
import { byMagicNumber } from './by_magic_number.ts';
import { bySymbol } from './by_symbol.ts';
import { contributions } from './contributions.ts';
import { distribution } from './distribution.ts';
import { drawdowns } from './drawdowns.ts';
import { equityCurve } from './equity_curve.ts';
import { excursion } from './excursion.ts';
import { exposure } from './exposure.ts';
import { luck } from './luck.ts';
import { monthly } from './monthly.ts';
import { news } from './news.ts';
import { observed, observedFigures } from './observed.ts';
import { provenance } from './provenance.ts';
import { returns } from './returns.ts';
import { rolling } from './rolling.ts';
import { summary } from './summary.ts';
import { twr } from './twr.ts';

/**
 * Optional sections of the account object, in API order. Each name is also the name of an SQL file
 * and a value of `include`. It is a part of every version and a shared view too, and a flag in
 * `hide`, unless it is hidden with another section.
 */
export const sections = {
  equity_curve: equityCurve,
  twr,
  monthly,
  by_symbol: bySymbol,
  by_magic_number: byMagicNumber,
  advanced,
  drawdowns,
  distribution,
  rolling,
  exposure,
  news,
  provenance,
  benchmark,
  excursion,
  contributions,
  behaviour,
  returns,
  luck,
  observed,
} as const;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections).filter(
  (name): name is SectionName => name in sections,
);

/** Sections without a flag of their own in `hide`, with the section that hides them. */
const hiddenWith = { returns: 'equity_curve' } as const satisfies Partial<
  Record<SectionName, SectionName>
>;

/** Sections that are flags in `hide`. */
export type SectionFlag = Exclude<SectionName, keyof typeof hiddenWith>;
export const sectionFlags = sectionNames.filter(
  (name): name is SectionFlag => !(name in hiddenWith),
);

/** Returns the flag in `hide` that hides a section. */
export const flagOf = (name: SectionName): SectionFlag =>
  name === 'returns' ? hiddenWith[name] : name;

/**
 * Results with one row per account or portfolio: the summary and all sections, without what the
 * registry adds.
 */
export const marts = { summary, ...sections, observed: observedFigures } as const;
