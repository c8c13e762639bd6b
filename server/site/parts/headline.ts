import type { PublicAccount } from '../account.ts';
import { definitionOf, definitionText } from '../definitions.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';

interface Headline {
  readonly name: string;
  readonly label: string;
  readonly show: (account: PublicAccount) => readonly [text: string, value: number | null];
}

const percentage =
  (name: keyof PublicAccount['performance']) =>
  ({ performance }: PublicAccount) =>
    [format.signedPercent(performance[name]), performance[name]] as const;

// biome-ignore format: a table
const headlines: readonly Headline[] = [
  { name: 'twr_percent', label: 'Return', show: percentage('twr_percent') },
  { name: 'max_drawdown_percent', label: 'Deepest drawdown', show: ({ performance }) => [format.percent(performance.max_drawdown_percent), null] },
  { name: 'absolute_gain_percent', label: 'Absolute gain', show: percentage('absolute_gain_percent') },
  { name: 'avg_monthly_return_percent', label: 'Mean month', show: percentage('avg_monthly_return_percent') },
  { name: 'avg_daily_return_percent', label: 'Mean day', show: percentage('avg_daily_return_percent') },
  { name: 'balance', label: 'Balance', show: ({ balance, currency }) => [money(balance, currency), null] },
  { name: 'equity', label: 'Equity', show: ({ equity, currency }) => [money(equity, currency), null] },
  { name: 'deposits', label: 'Deposits', show: ({ performance, currency }) => [money(performance.deposits, currency), null] },
  { name: 'withdrawals', label: 'Withdrawals', show: ({ performance, currency }) => [money(performance.withdrawals, currency), null] },
];

/** The figures that every account has, each opening to what it means. */
export const headline = (
  account: PublicAccount,
): Html => html`<section class="headline" aria-label="Key figures">
${headlines.map((row) => one(row, account))}</section>`;

function one({ name, label, show }: Headline, account: PublicAccount): Html {
  const [text, value] = show(account);
  return html`<details class="figure" data-figure="${name}"><summary><span class="label">${label}</span> <span class="value${(value ?? 0) < 0 && ' minus'}">${text}</span></summary><p>${definitionText(definitionOf(name))}</p></details>
`;
}

function money(value: number | null, currency: string | null): string {
  const text = format.amount(value, currency);
  return value === null || currency === null ? text : `${text} ${currency}`;
}
