import { elementsOf, type JsonText, membersOf } from '../../base/json-text.ts';

/** Figures of `behaviour` that the search has an upper limit for. */
export const searchedBehaviour = [
  'larger_after_loss_percent',
  'lots_after_loss_ratio',
  'largest_lot_multiple',
  'adds_to_losers_percent',
  'adds_to_three_losers_percent',
  'without_stop_percent',
  'holding_ratio',
  'wins_lost_in_worst_basket',
] as const;
export type SearchedBehaviour = (typeof searchedBehaviour)[number];

/**
 * Values that lists and searches find an account by, as its owner sees them. Each line of a bucket
 * has them, so a search opens no object.
 */
export interface Searched {
  readonly platform: string | null;
  readonly broker: string | null;
  readonly currency: string | null;
  readonly demo: boolean | null;
  readonly reconciled: boolean | null;
  readonly created_at: string | null;
  readonly updated_at: string | null;
  readonly since: string | null;
  readonly twr_percent: number | null;
  readonly cagr_percent: number | null;
  readonly max_drawdown_percent: number | null;
  readonly total_trades: number | null;
  readonly sharpe_ratio_annualized: number | null;
  /** Instruments of its trades. */
  readonly symbols: readonly string[];
  /** Only source of all trades, deposits and withdrawals; null if there are several or none. */
  readonly only_source: string | null;
  readonly behaviour: Readonly<Record<SearchedBehaviour, number | null>>;
  /** Number of warnings about its manner of trading. */
  readonly warnings: number;
  /** Months since strangers could watch it; null without a result since then. */
  readonly observed_months: number | null;
  /** Share of later trades that came afterwards, in percent. */
  readonly late_percent: number | null;
  /** Probability that its Sharpe ratio is more than luck. */
  readonly deflated_sharpe: number | null;
}

/** Parts that have these values. */
type SearchedPart =
  | 'summary'
  | 'advanced'
  | 'by_symbol'
  | 'provenance'
  | 'behaviour'
  | 'observed'
  | 'luck';

/** Reads these values from the JSON of parts. A value that a part lacks is null. */
export function searchedIn(textOf: (part: SearchedPart) => JsonText): Searched {
  const summary = membersOf(textOf('summary'));
  const performance = membersOf(summary.get('performance') ?? '{}');
  const advanced = membersOf(textOf('advanced'));
  const manner = membersOf(textOf('behaviour'));
  const observed = membersOf(textOf('observed'));
  const watched = observed.get('after') ?? 'null';
  const figures = new Map([...manner, ...membersOf(manner.get('baskets') ?? '{}')]);
  const limits = searchedBehaviour.map((name) => [name, numberIn(figures, name)]);
  return {
    platform: textIn(summary, 'platform'),
    broker: textIn(summary, 'broker'),
    currency: textIn(summary, 'currency'),
    demo: flagIn(summary, 'demo'),
    reconciled: flagIn(summary, 'reconciled'),
    created_at: textIn(summary, 'created_at'),
    updated_at: textIn(summary, 'updated_at'),
    since: textIn(performance, 'since'),
    twr_percent: numberIn(performance, 'twr_percent'),
    cagr_percent: numberIn(performance, 'cagr_percent'),
    max_drawdown_percent: numberIn(performance, 'max_drawdown_percent'),
    total_trades: numberIn(advanced, 'total_trades'),
    sharpe_ratio_annualized: numberIn(advanced, 'sharpe_ratio_annualized'),
    symbols: [...membersOf(textOf('by_symbol')).keys()],
    only_source: onlySourceIn(membersOf(textOf('provenance'))),
    behaviour: Object.fromEntries(limits),
    warnings: [...elementsOf(manner.get('warnings') ?? '[]')].length,
    observed_months: watched === 'null' ? null : numberIn(membersOf(watched), 'months'),
    late_percent: numberIn(observed, 'late_percent'),
    deflated_sharpe: numberIn(membersOf(textOf('luck')), 'deflated_sharpe'),
  };
}

type Members = ReadonlyMap<string, JsonText>;

const valueIn = (members: Members, name: string): unknown =>
  JSON.parse(members.get(name) ?? 'null');

function textIn(members: Members, name: string): string | null {
  const value = valueIn(members, name);
  return typeof value === 'string' ? value : null;
}

function numberIn(members: Members, name: string): number | null {
  const value = valueIn(members, name);
  return typeof value === 'number' ? value : null;
}

function flagIn(members: Members, name: string): boolean | null {
  const value = valueIn(members, name);
  return typeof value === 'boolean' ? value : null;
}

function onlySourceIn(members: Members): string | null {
  const isUsed = (counts: JsonText): boolean => {
    const found = membersOf(counts);
    return ['trades', 'flows'].some((name) => Number(found.get(name)) > 0);
  };
  const [source, ...others] = [...members].filter(([, counts]) => isUsed(counts));
  return source === undefined || others.length > 0 ? null : source[0];
}
