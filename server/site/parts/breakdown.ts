import type { Breakdown, BreakdownEntry, WholeAccount } from '../account.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { amountCell, cell, decimal } from '../numbers.ts';

interface Way {
  readonly section: 'by_symbol' | 'by_magic_number';
  readonly title: string;
  readonly column: string;
  readonly file: string;
}

const ways: readonly Way[] = [
  { section: 'by_symbol', title: 'Instruments', column: 'Instrument', file: 'instruments.csv' },
  {
    section: 'by_magic_number',
    title: 'Magic numbers',
    column: 'Magic number',
    file: 'magic-numbers.csv',
  },
];

const atOnce = 15;
const most = 200;

/** Closed trades by instrument and by magic number, longs beside shorts. */
export const breakdowns = (account: WholeAccount): Html =>
  html`${ways.map((way) => breakdown(account, way))}`;

function breakdown(account: WholeAccount, way: Way): Html | null {
  const rows = sorted(account[way.section]);
  if (rows.length === 0) return null;
  const { currency } = account;
  const [shown, more] = [rows.slice(0, atOnce), rows.slice(atOnce, most)];
  return html`<section id="${way.section}" aria-labelledby="${way.section}-title">
<h2 id="${way.section}-title">${way.title}</h2>
${table(shown, way, currency, `${way.title} and their results`)}
${more.length > 0 && html`<details class="more"><summary>${format.count(more.length)} more</summary>${table(more, way, currency, `More ${way.title.toLowerCase()}`)}</details>`}
${rows.length > most && html`<p>The ${format.count(rows.length - most)} with the fewest trades are in <a href="/account/${account.slug}/${way.file}">the CSV</a>.</p>`}
</section>`;
}

/** The most traded first. */
const sorted = (breakdown: Breakdown | null): [string, BreakdownEntry][] =>
  Object.entries(breakdown ?? {}).sort(
    ([one, { total: left }], [other, { total: right }]) =>
      right.trades - left.trades || (one < other ? -1 : 1),
  );

function table(
  rows: readonly [string, BreakdownEntry][],
  { column }: Way,
  currency: string | null,
  label: string,
): Html {
  const unit = currency !== null && `, ${currency}`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${label}"><table>
<thead>
<tr><th scope="col" rowspan="2">${column}</th><th scope="colgroup" colspan="4" class="num">All trades</th><th scope="colgroup" colspan="2" class="num">Longs</th><th scope="colgroup" colspan="2" class="num">Shorts</th></tr>
<tr><th scope="col" class="num">Trades</th><th scope="col" class="num">Won</th><th scope="col" class="num">Net profit${unit}</th><th scope="col" class="num">Pips</th><th scope="col" class="num">Trades</th><th scope="col" class="num">Net profit</th><th scope="col" class="num">Trades</th><th scope="col" class="num">Net profit</th></tr>
</thead>
<tbody>${rows.map(
    ([
      name,
      { total, longs, shorts },
    ]) => html`<tr><th scope="row"><bdi>${name}</bdi></th>${cell(format.count(total.trades))}${cell(format.percent(total.won_percentage, 1))}${amountCell(decimal(total.profit), currency)}${cell(format.signedNumber(decimal(total.pips), 1), decimal(total.pips))}${cell(format.count(longs?.trades))}${amountCell(decimal(longs?.profit), currency)}${cell(format.count(shorts?.trades))}${amountCell(decimal(shorts?.profit), currency)}</tr>
`,
  )}</tbody></table></div>`;
}
