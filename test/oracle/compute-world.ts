import { type SectionName, sectionNames } from '../../sql/marts/index.ts';
import { accountBook } from './account-book.ts';
import { accountSection } from './account-section.ts';
import { advancedSection } from './advanced-section.ts';
import { behaviourSection } from './behaviour-section.ts';
import { benchmarkSection } from './benchmark-section.ts';
import type { Book } from './book.ts';
import { byMagicNumberSection, bySymbolSection } from './breakdown-section.ts';
import { contributionsSection } from './contributions-section.ts';
import { distributionSection } from './distribution-section.ts';
import { drawdownsSection } from './drawdowns-section.ts';
import { equityCurveSection, twrSection } from './equity-curve-section.ts';
import { excursionSection } from './excursion-section.ts';
import { exposureSection } from './exposure-section.ts';
import type { Json } from './json.ts';
import { positionsSection, tradesSection } from './list-sections.ts';
import { luckSection } from './luck-section.ts';
import { monthlySection } from './monthly-section.ts';
import { newsSection } from './news-section.ts';
import { type Observation, observedSection } from './observed-section.ts';
import { portfolioBook } from './portfolio-book.ts';
import { provenanceSection } from './provenance-section.ts';
import { returnsSection } from './returns-section.ts';
import { rollingSection } from './rolling-section.ts';
import { walk } from './walk.ts';
import type { RegistryEntry, World } from './world.ts';

export type Section = 'account' | SectionName | 'trades' | 'positions';

export const sections: readonly Section[] = ['account', ...sectionNames, 'trades', 'positions'];

/** Sections with the names of the API. Numbers are not rounded yet. */
export type Expected = { readonly [S in Section]: Json };

/** Computes all sections that the contract promises for every registered account and portfolio. */
export function computeWorld(world: World, asOf: Date): Map<string, Expected> {
  const computed = new Map<string, Expected>();
  for (const book of booksOf(world)) {
    computed.set(book.slug, computeSections(book, asOf.getTime(), world));
  }
  return computed;
}

/** Collects the data of every account and portfolio that can be computed. */
export const booksOf = (world: World): Book[] =>
  world.registry.accounts.flatMap(
    (entry) =>
      (entry.type === 'account' ? accountBook(world, entry) : portfolio(world, entry)) ?? [],
  );

function portfolio(world: World, entry: RegistryEntry): Book | undefined {
  const members = (entry.members ?? []).map((slug) => {
    const member = world.registry.accounts.find((otherAccount) => otherAccount.slug === slug);
    if (member === undefined) throw new Error(`${entry.slug} names no known member: ${slug}`);
    return accountBook(world, member);
  });
  return portfolioBook(entry, members, world.fx_rates);
}

function computeSections(book: Book, asOf: number, world: World): Expected {
  const steps = walk(book);
  const returns = returnsSection(book, steps);
  const accountsPublished = world.registry.accounts.filter(
    ({ type, published }) => type === 'account' && published !== false,
  ).length;
  const entry = world.registry.accounts.find(({ slug }) => slug === book.slug);
  return {
    account: accountSection(book, steps),
    equity_curve: equityCurveSection(book, steps),
    twr: twrSection(book, steps),
    monthly: monthlySection(book, steps, asOf),
    by_symbol: bySymbolSection(book),
    by_magic_number: byMagicNumberSection(book),
    advanced: advancedSection(book, steps),
    drawdowns: drawdownsSection(book, steps),
    distribution: distributionSection(book),
    rolling: rollingSection(book, steps),
    exposure: exposureSection(book),
    provenance: provenanceSection(book),
    news: newsSection(book, world.calendar_events),
    benchmark: benchmarkSection(book, steps, entry?.benchmark ?? null, world.prices),
    excursion: excursionSection(book),
    contributions: contributionsSection(book, steps),
    behaviour: behaviourSection(book),
    returns,
    luck: luckSection(returns, accountsPublished),
    observed: observedSection(book, steps, observationOf(world, entry)),
    trades: tradesSection(book),
    positions: positionsSection(book),
  };
}

/** Collects what decides from which day on strangers could watch an account. */
function observationOf({ registry }: World, entry: RegistryEntry | undefined): Observation {
  const members = entry?.members ?? [];
  const cuts = registry.accounts
    .filter(({ slug }) => slug === entry?.slug || members.includes(slug))
    .flatMap(({ history_cut_at }) => history_cut_at ?? []);
  return { publication: entry?.publication ?? null, cuts };
}
