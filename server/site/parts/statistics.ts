import type { PageAccount, Statistics } from '../account.ts';
import { defined } from '../definitions.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';

type Shown = readonly [text: string, value: number | null];

interface Row {
  readonly name: keyof Statistics;
  readonly label: string;
  readonly show: (statistics: Statistics, currency: string | null) => Shown;
}

const unsigned = (text: string): Shown => [text, null];
const ratio = (value: number | null): Shown => [format.number(value, 2), value];
const money = (value: number | null, currency: string | null): Shown => [
  withCurrency(format.signedAmount(value, currency), currency),
  value,
];
const pips = (value: number | null): Shown => [
  withUnit(format.signedNumber(value, 1), 'pips'),
  value,
];
const extreme = (
  { value, date }: Statistics['best_trade_profit'],
  currency: string | null,
): Shown => {
  const [text] = money(value, currency);
  return [date === null ? text : `${text} (${format.day(date)})`, value];
};
const direction = ({ count, total, percentage }: Statistics['longs_won']): Shown =>
  unsigned(
    `${format.count(count)} of ${format.count(total)}${percentage === null ? '' : ` (${format.percent(percentage, 1)})`}`,
  );

// biome-ignore format: a table
const groups: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  ['Edge', [
    { name: 'profit_factor', label: 'Profit factor', show: (s) => ratio(s.profit_factor) },
    { name: 'expectancy', label: 'Expectancy', show: (s, currency) => money(s.expectancy.currency, currency) },
    { name: 'expectancy', label: 'Expectancy in pips', show: (s) => pips(s.expectancy.pips) },
    { name: 'win_rate', label: 'Trades won', show: (s) => unsigned(format.percent(s.win_rate)) },
    { name: 'ahpr', label: 'Mean return per trade', show: (s) => [format.signedPercent(s.ahpr, 4), s.ahpr] },
    { name: 'ghpr', label: 'Geometric mean per trade', show: (s) => [format.signedPercent(s.ghpr, 4), s.ghpr] },
  ]],
  ['Risk', [
    { name: 'sharpe_ratio_annualized', label: 'Sharpe ratio, annualised', show: (s) => ratio(s.sharpe_ratio_annualized) },
    { name: 'sharpe_ratio', label: 'Sharpe ratio per trade', show: (s) => [format.number(s.sharpe_ratio, 4), s.sharpe_ratio] },
    { name: 'standard_deviation', label: 'Standard deviation', show: (s, currency) => unsigned(withCurrency(format.amount(s.standard_deviation, currency), currency)) },
    { name: 'z_score', label: 'Z-score', show: (s) => unsigned(format.number(s.z_score.value)) },
    { name: 'z_score', label: 'Z-score, probability', show: (s) => unsigned(format.percent(s.z_score.probability)) },
  ]],
  ['Wins and losses', [
    { name: 'avg_win', label: 'Mean win', show: (s, currency) => money(s.avg_win, currency) },
    { name: 'avg_loss', label: 'Mean loss', show: (s, currency) => money(s.avg_loss, currency) },
    { name: 'best_trade_profit', label: 'Best trade', show: (s, currency) => extreme(s.best_trade_profit, currency) },
    { name: 'worst_trade_profit', label: 'Worst trade', show: (s, currency) => extreme(s.worst_trade_profit, currency) },
    { name: 'best_trade_pips', label: 'Best trade in pips', show: (s) => pips(s.best_trade_pips) },
    { name: 'worst_trade_pips', label: 'Worst trade in pips', show: (s) => pips(s.worst_trade_pips) },
  ]],
  ['Longs and shorts', [
    { name: 'longs_won', label: 'Longs won', show: (s) => direction(s.longs_won) },
    { name: 'shorts_won', label: 'Shorts won', show: (s) => direction(s.shorts_won) },
  ]],
  ['Totals', [
    { name: 'total_trades', label: 'Closed trades', show: (s) => unsigned(format.count(s.total_trades)) },
    { name: 'total_lots', label: 'Lots', show: (s) => unsigned(format.plain(s.total_lots)) },
    { name: 'total_pips', label: 'Pips', show: (s) => pips(s.total_pips) },
    { name: 'total_commissions', label: 'Commissions', show: (s, currency) => money(s.total_commissions, currency) },
    { name: 'total_swap', label: 'Swaps', show: (s, currency) => money(s.total_swap, currency) },
    { name: 'avg_trade_length_hours', label: 'Mean length of a trade', show: (s) => unsigned(lengthOf(s.avg_trade_length_hours)) },
  ]],
  ['Manner of trading', [
    { name: 'autotrading_trades', label: 'By program', show: (s) => unsigned(format.count(s.autotrading_trades)) },
    { name: 'manual_trades', label: 'By hand', show: (s) => unsigned(format.count(s.manual_trades)) },
    { name: 'autotrading_percentage', label: 'Share by program', show: (s) => unsigned(format.percent(s.autotrading_percentage)) },
  ]],
];

/** Fields that the statistics of a page hold, each once. */
export const statisticNames: readonly string[] = [
  ...new Set(groups.flatMap(([, rows]) => rows.map(({ name }) => name))),
];

/** Statistics over all closed trades, in groups; what is unknown or not shown is left out. */
export function statistics({ advanced, currency }: PageAccount): Html | null {
  if (advanced === null || !advanced.total_trades) return null;
  return html`<section id="statistics" aria-labelledby="statistics-title">
<h2 id="statistics-title">Statistics</h2>
<div class="groups">${groups.map(([title, rows]) => group(title, rows, advanced, currency))}</div>
</section>`;
}

function group(
  title: string,
  rows: readonly Row[],
  advanced: Statistics,
  currency: string | null,
): Html | null {
  const known = rows
    .map((row) => ({ row, shown: row.show(advanced, currency) }))
    .filter(({ shown: [text] }) => text !== format.unknown);
  if (known.length === 0) return null;
  return html`<div class="group"><h3>${title}</h3><dl>${known.map(
    ({ row: { label, name }, shown: [text, value] }) =>
      html`<div><dt>${defined(label, name)}</dt><dd class="num${(value ?? 0) < 0 && ' minus'}">${text}</dd></div>
`,
  )}</dl></div>`;
}

function lengthOf(hours: number | null): string {
  return hours === null ? format.unknown : format.duration(hours * 3600);
}

const withUnit = (text: string, unit: string): string =>
  text === format.unknown ? text : `${text} ${unit}`;

const withCurrency = (text: string, currency: string | null): string =>
  currency === null ? text : withUnit(text, currency);
