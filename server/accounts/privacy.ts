import type { Hidable } from '../../pipeline/registry/words.ts';
import type { Hidden } from '../../pipeline/shown/shown.ts';
import type { PagePartName, SectionName } from '../../pipeline/snapshot/layout.ts';
import { type Replacement, replaceMembers } from '../http/json-text.ts';

export type Resource = SectionName | PagePartName | 'trade' | 'position';

export interface Rule {
  readonly flag: Hidable;
  readonly resource: Resource;
  /** Members from the resource's value down to the hidden one; empty for the whole value. */
  readonly path: readonly string[];
  readonly neutral: string;
}

/** What each flag neutralises; the schemas say the same of every field in `x-privacy`. */
// biome-ignore format: a table
export const privacyRules: readonly Rule[] = [
  { flag: 'equity_curve', resource: 'equity_curve', path: [], neutral: 'null' },
  { flag: 'twr', resource: 'twr', path: [], neutral: 'null' },
  { flag: 'monthly', resource: 'monthly', path: [], neutral: 'null' },
  { flag: 'by_symbol', resource: 'by_symbol', path: [], neutral: 'null' },
  { flag: 'by_magic_number', resource: 'by_magic_number', path: [], neutral: 'null' },
  { flag: 'advanced', resource: 'advanced', path: [], neutral: 'null' },
  { flag: 'equity_curve', resource: 'curve', path: [], neutral: 'null' },
  { flag: 'equity_curve', resource: 'growth', path: [], neutral: 'null' },
  { flag: 'by_symbol', resource: 'top_symbols', path: [], neutral: 'null' },
  { flag: 'by_magic_number', resource: 'top_magic_numbers', path: [], neutral: 'null' },
  { flag: 'volume', resource: 'advanced', path: ['total_lots'], neutral: 'null' },
  { flag: 'volume', resource: 'monthly', path: ['period_returns', 'today', 'volume'], neutral: '0' },
  { flag: 'volume', resource: 'monthly', path: ['period_returns', 'this_week', 'volume'], neutral: '0' },
  { flag: 'volume', resource: 'monthly', path: ['period_returns', 'this_month', 'volume'], neutral: '0' },
  { flag: 'volume', resource: 'monthly', path: ['period_returns', 'this_year', 'volume'], neutral: '0' },
  { flag: 'volume', resource: 'trade', path: ['volume'], neutral: '0' },
  { flag: 'volume', resource: 'position', path: ['volume'], neutral: '0' },
  { flag: 'stop_loss', resource: 'trade', path: ['stop_loss'], neutral: 'null' },
  { flag: 'stop_loss', resource: 'position', path: ['stop_loss'], neutral: 'null' },
  { flag: 'take_profit', resource: 'trade', path: ['take_profit'], neutral: 'null' },
  { flag: 'take_profit', resource: 'position', path: ['take_profit'], neutral: 'null' },
  { flag: 'comment', resource: 'trade', path: ['comment'], neutral: 'null' },
  { flag: 'comment', resource: 'position', path: ['comment'], neutral: 'null' },
  { flag: 'trades', resource: 'advanced', path: ['charts', 'recent_trades_duration'], neutral: '[]' },
  { flag: 'trades', resource: 'advanced', path: ['best_trade_profit', 'date'], neutral: 'null' },
  { flag: 'trades', resource: 'advanced', path: ['worst_trade_profit', 'date'], neutral: 'null' },
];

/** The published text of a resource with everything in it neutralised that is hidden. */
export function neutralise(resource: Resource, text: string, hidden: Hidden): string {
  const replacements = rulesFor(resource, hidden).map(
    ({ path, neutral }): Replacement => ({ path, value: neutral }),
  );
  return replaceMembers(text, replacements);
}

/** Whether nothing of a resource is shown, so that its text need not be read. */
export function isWithheld(resource: Resource, hidden: Hidden): boolean {
  return rulesFor(resource, hidden).some(({ path }) => path.length === 0);
}

/**
 * Whether widgets and lists draw a line: it is a thinned `equity_curve` and tells most of `twr`,
 * so that either flag takes it away.
 */
export const isLineShown = (hidden: Hidden): boolean =>
  !isWithheld('curve', hidden) && !isWithheld('twr', hidden);

function rulesFor(resource: Resource, hidden: Hidden): readonly Rule[] {
  return privacyRules.filter((rule) => rule.resource === resource && hidden.has(rule.flag));
}
