/** Something of an account that can be restated, and what lets strangers see that it was. */
export interface Restatable {
  /** The kind of facts that restatements name; null where they name none. */
  readonly fact: 'trades' | 'flows' | 'equity' | 'capital' | null;
  /** Flags of `hide`: strangers see it as long as one of these is shown; empty where everybody does. */
  readonly shownIn: readonly string[];
  /** Hides it wherever it is shown. */
  readonly hiddenBy?: string;
}

/**
 * What restatements tell apart by the day. `trades` are the net results, of which the figures are
 * made that nobody can hide, `listed` everything of a trade that lists show whatever is hidden in
 * them; the macro `trade_parts` has those of trades in this order.
 * `record` stands for a cut or another definition; `unknown` for what only the chain still knows.
 */
// biome-ignore format: a table
export const restatables = {
  trades: { fact: 'trades', shownIn: [] },
  costs: { fact: 'trades', shownIn: ['trades', 'advanced'] },
  volume: { fact: 'trades', shownIn: ['trades', 'monthly', 'advanced', 'exposure'], hiddenBy: 'volume' },
  stop_loss: { fact: 'trades', shownIn: ['trades'], hiddenBy: 'stop_loss' },
  take_profit: { fact: 'trades', shownIn: ['trades'], hiddenBy: 'take_profit' },
  comment: { fact: 'trades', shownIn: ['trades'], hiddenBy: 'comment' },
  listed: { fact: 'trades', shownIn: ['trades'] },
  magic_number: { fact: 'trades', shownIn: ['trades', 'by_magic_number', 'advanced'] },
  symbol: { fact: 'trades', shownIn: ['trades', 'by_symbol', 'by_magic_number', 'advanced', 'distribution', 'news'] },
  prices: { fact: 'trades', shownIn: ['trades', 'by_symbol', 'by_magic_number', 'advanced', 'distribution'] },
  times: { fact: 'trades', shownIn: ['trades', 'twr', 'advanced', 'distribution', 'exposure', 'news'] },
  flows: { fact: 'flows', shownIn: [] },
  equity: { fact: 'equity', shownIn: ['equity_curve', 'advanced', 'rolling'] },
  capital: { fact: 'capital', shownIn: [] },
  record: { fact: null, shownIn: [] },
} as const satisfies Record<string, Restatable>;

/** What it was is not known any more, so that only readers from whom nothing is hidden are told. */
export const unknownRestated = 'unknown';

const byName = new Map<string, Restatable>(Object.entries(restatables));

/** Which kind of facts something is of, if any. */
export const factOf = (name: string): Restatable['fact'] => byName.get(name)?.fact ?? null;

/** Whether somebody from whom this is hidden sees that it was restated. */
export function isToldOf(name: string, hidden: ReadonlySet<string>): boolean {
  const restatable = byName.get(name);
  if (restatable === undefined) return hidden.size === 0;
  const { shownIn, hiddenBy } = restatable;
  const isShown = shownIn.length === 0 || shownIn.some((part) => !hidden.has(part));
  return isShown && (hiddenBy === undefined || !hidden.has(hiddenBy));
}
