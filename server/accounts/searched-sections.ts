import { elementsOf, membersOf } from '../../pipeline/base/json-text.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import { privacyRules } from '../../sql/privacy.ts';
import { merged, readByBucket } from './by-bucket.ts';
import { isWithheld } from './privacy.ts';
import {
  type BehaviourFound,
  type SearchContext,
  type SearchedStatistic,
  searchedBehaviour,
} from './search.ts';
import type { View } from './view.ts';

type Statistics = Readonly<Record<SearchedStatistic, number | null>>;

/** Values that the search finds accounts by, by the SHA-256 of the section that has them. */
interface Sections {
  readonly statistics: ReadonlyMap<string, Statistics>;
  /** Names of instruments in lower case. */
  readonly symbols: ReadonlyMap<string, readonly string[]>;
  /** Only source of all trades, deposits and withdrawals; null if there are several or none. */
  readonly onlySource: ReadonlyMap<string, string | null>;
  /** Manner of trading, as its owner sees it. */
  readonly behaviour: ReadonlyMap<string, BehaviourFound>;
}

export interface SearchedSections extends Sections {
  /** Sections of each bucket of the version, by the hash of the bucket. */
  readonly buckets: ReadonlyMap<string, MutableSections>;
}

interface MutableSections {
  readonly statistics: Map<string, Statistics>;
  readonly symbols: Map<string, readonly string[]>;
  readonly onlySource: Map<string, string | null>;
  readonly behaviour: Map<string, BehaviourFound>;
}

type SearchedSection = 'advanced' | 'by_symbol' | 'provenance' | 'behaviour';

/**
 * Reads the sections that the search needs, in turns that leave time for requests. Sections that
 * did not change are taken from an earlier version.
 */
export async function readSearchedSections(
  snapshot: Snapshot,
  earlier?: SearchedSections,
): Promise<SearchedSections> {
  // Most accounts trade the same instruments, whose names are stored once.
  const names = new Map<string, string>();
  const stored = (name: string): string => {
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  const buckets = await readByBucket<MutableSections>(
    snapshot,
    earlier?.buckets,
    () => ({
      statistics: new Map(),
      symbols: new Map(),
      onlySource: new Map(),
      behaviour: new Map(),
    }),
    ({ id, parts }, { statistics, symbols, onlySource, behaviour }) => {
      const read = <Value>(
        section: SearchedSection,
        values: Map<string, Value>,
        before: ReadonlyMap<string, Value> | undefined,
        parse: (members: ReadonlyMap<string, string>) => Value,
      ) => {
        const hash = parts[section]?.sha256;
        if (hash === undefined || values.has(hash)) return;
        const bytes = () => snapshot.part(id, section)?.toString() ?? '{}';
        values.set(hash, before?.get(hash) ?? parse(membersOf(bytes())));
      };
      read('advanced', statistics, earlier?.statistics, statisticsIn);
      read('by_symbol', symbols, earlier?.symbols, (members) =>
        [...members.keys()].map((name) => stored(name.toLowerCase())),
      );
      read('provenance', onlySource, earlier?.onlySource, onlySourceIn);
      read('behaviour', behaviour, earlier?.behaviour, behaviourIn);
    },
  );
  const sections = [...buckets.values()];
  return {
    statistics: merged(sections.map(({ statistics }) => statistics)),
    symbols: merged(sections.map(({ symbols }) => symbols)),
    onlySource: merged(sections.map(({ onlySource }) => onlySource)),
    behaviour: merged(sections.map(({ behaviour }) => behaviour)),
    buckets,
  };
}

function statisticsIn(members: ReadonlyMap<string, string>): Statistics {
  const numberOf = (name: SearchedStatistic) => {
    const text = members.get(name) ?? 'null';
    return text === 'null' ? null : Number(text);
  };
  return {
    total_trades: numberOf('total_trades'),
    sharpe_ratio_annualized: numberOf('sharpe_ratio_annualized'),
  };
}

function behaviourIn(members: ReadonlyMap<string, string>): BehaviourFound {
  const all = new Map([...members, ...membersOf(members.get('baskets') ?? '{}')]);
  const figures = searchedBehaviour.map((name) => {
    const text = all.get(name) ?? 'null';
    return [name, text === 'null' ? null : Number(text)] as const;
  });
  const warnings = [...elementsOf(members.get('warnings') ?? '[]')].length;
  return { ...noFigures, ...Object.fromEntries(figures), warnings, isWhole: true };
}

const noFigures: BehaviourFound = {
  larger_after_loss_percent: null,
  lots_after_loss_ratio: null,
  largest_lot_multiple: null,
  adds_to_losers_percent: null,
  adds_to_three_losers_percent: null,
  without_stop_percent: null,
  holding_ratio: null,
  wins_lost_in_worst_basket: null,
  warnings: 0,
  isWhole: false,
};

/** Leaves out what strangers do not see. Warnings of the rest do not make a record clean. */
function shownBehaviour(found: BehaviourFound | undefined, hidden: Hidden): BehaviourFound | null {
  if (found === undefined || isWithheld('behaviour', hidden)) return null;
  const shown: BehaviourFound = {
    ...found,
    isWhole: !hidden.has('volume') && !hidden.has('stop_loss'),
  };
  const hiddenNames = privacyRules.flatMap(({ resource, flag, path }) =>
    resource === 'behaviour' && hidden.has(flag) ? (path.at(-1) ?? []) : [],
  );
  return { ...shown, ...Object.fromEntries(hiddenNames.map((name) => [name, null])) };
}

function onlySourceIn(members: ReadonlyMap<string, string>): string | null {
  const isUsed = (counts: string): boolean => {
    const found = membersOf(counts);
    return ['trades', 'flows'].some((name) => Number(found.get(name)) > 0);
  };
  const [source, ...others] = [...members].filter(([, counts]) => isUsed(counts));
  return source === undefined || others.length > 0 ? null : source[0];
}

/** Returns what a search may look at: an account's hidden sections count as missing. */
export function searchContextOf(
  { statistics, symbols, onlySource, behaviour }: Sections,
  asOf: string,
): SearchContext {
  const hashOf = ({ entry, hidden }: View, section: SearchedSection): string =>
    (!isWithheld(section, hidden) && entry.parts[section]?.sha256) || '';
  return {
    asOf,
    statisticOf: (view, name) => statistics.get(hashOf(view, 'advanced'))?.[name] ?? null,
    symbolsOf: (view) => symbols.get(hashOf(view, 'by_symbol')) ?? [],
    onlySourceOf: (view) => onlySource.get(hashOf(view, 'provenance')) ?? null,
    behaviourOf: (view) =>
      shownBehaviour(behaviour.get(view.entry.parts.behaviour?.sha256 ?? ''), view.hidden),
  };
}
