/** Data of an account that can be restated, with the rules for showing that to strangers. */
export interface Restatable {
  /** Kind of data that a restatement names; null if it names no kind. */
  readonly fact: 'trades' | 'flows' | 'equity' | 'capital' | null;
  /**
   * Sections and lists: strangers see the restatement if one of them is shown. Empty: always seen.
   */
  readonly shownIn: readonly string[];
  /** Flag in `hide` that hides the restatement in all of them. */
  readonly hiddenBy?: string;
}

/**
 * Kinds of data that restatements tell apart, day by day. `trades` means net profits, which every
 * figure uses and nobody can hide. `listed` means the fields of a trade that no flag hides in
 * lists. `record` stands for a cut or a new definition. The macros `trade_parts` and `equity_parts`
 * have the kinds of trades and of equity reports in this order.
 */
// biome-ignore format: a table
export const restatables = {
  trades: { fact: 'trades', shownIn: [] },
  costs: { fact: 'trades', shownIn: ['trades', 'advanced', 'excursion'] },
  volume: { fact: 'trades', shownIn: ['trades', 'monthly', 'advanced', 'exposure', 'behaviour'], hiddenBy: 'volume' },
  stop_loss: { fact: 'trades', shownIn: ['trades', 'behaviour'], hiddenBy: 'stop_loss' },
  take_profit: { fact: 'trades', shownIn: ['trades'], hiddenBy: 'take_profit' },
  comment: { fact: 'trades', shownIn: ['trades'], hiddenBy: 'comment' },
  listed: { fact: 'trades', shownIn: ['trades'] },
  magic_number: { fact: 'trades', shownIn: ['trades', 'by_magic_number', 'advanced', 'behaviour'] },
  symbol: { fact: 'trades', shownIn: ['trades', 'by_symbol', 'by_magic_number', 'advanced', 'distribution', 'news', 'behaviour'] },
  prices: { fact: 'trades', shownIn: ['trades', 'by_symbol', 'by_magic_number', 'advanced', 'distribution', 'behaviour'] },
  times: { fact: 'trades', shownIn: ['trades', 'twr', 'advanced', 'distribution', 'exposure', 'news', 'behaviour'] },
  excursion: { fact: 'trades', shownIn: ['excursion'] },
  flows: { fact: 'flows', shownIn: [] },
  equity: { fact: 'equity', shownIn: ['equity_curve', 'advanced', 'rolling', 'benchmark', 'exposure'] },
  margin: { fact: 'equity', shownIn: ['exposure'] },
  capital: { fact: 'capital', shownIn: [] },
  record: { fact: null, shownIn: [] },
} as const satisfies Record<string, Restatable>;

/**
 * Kind of a restatement read back from the chain of versions, which does not name the data that
 * changed. Shown only to readers from whom nothing is hidden.
 */
export const unknownRestated = 'unknown';

const byName = new Map<string, Restatable>(Object.entries(restatables));

/** Returns the kind of data that a restatement of this name lists, or null if it lists no kind. */
export const factOf = (name: string): Restatable['fact'] => byName.get(name)?.fact ?? null;

/** Tells whether a reader with these hidden flags may see a restatement of this name. */
export function isShownRestatement(name: string, hidden: ReadonlySet<string>): boolean {
  const restatable = byName.get(name);
  if (restatable === undefined) return hidden.size === 0;
  const { shownIn, hiddenBy } = restatable;
  const isShown = shownIn.length === 0 || shownIn.some((part) => !hidden.has(part));
  return isShown && (hiddenBy === undefined || !hidden.has(hiddenBy));
}
