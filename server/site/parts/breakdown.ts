import type { PageAccount, TopEntries } from '../account.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { amountCell, cell, decimal } from '../numbers.ts';

interface Way {
  readonly id: 'by_symbol' | 'by_magic_number';
  readonly part: 'top_symbols' | 'top_magic_numbers';
  readonly title: string;
  readonly column: string;
  readonly file: string;
}

const ways: readonly Way[] = [
  {
    id: 'by_symbol',
    part: 'top_symbols',
    title: 'Instruments',
    column: 'Instrument',
    file: 'instruments.csv',
  },
  {
    id: 'by_magic_number',
    part: 'top_magic_numbers',
    title: 'Magic numbers',
    column: 'Magic number',
    file: 'magic-numbers.csv',
  },
];

const atOnce = 15;

/** Closed trades by instrument and by magic number, longs beside shorts. */
export const breakdowns = (account: PageAccount): Html =>
  html`${ways.map((way) => breakdown(account, way))}`;

function breakdown(account: PageAccount, way: Way): Html | null {
  const { keys, entries } = account[way.part] ?? { keys: 0, entries: [] };
  if (entries.length === 0) return null;
  const { currency } = account;
  const [shown, more] = [entries.slice(0, atOnce), entries.slice(atOnce)];
  return html`<section id="${way.id}" aria-labelledby="${way.id}-title">
<h2 id="${way.id}-title">${way.title}</h2>
${table(shown, way, currency, `${way.title} and their results`)}
${more.length > 0 && html`<details class="more"><summary>${format.count(more.length)} more</summary>${table(more, way, currency, `More ${way.title.toLowerCase()}`)}</details>`}
${keys > entries.length && html`<p>The ${format.count(keys - entries.length)} with the fewest trades are in <a href="/account/${account.slug}/${way.file}">the CSV</a>.</p>`}
</section>`;
}

function table(
  rows: TopEntries['entries'],
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
    ({
      key,
      entry: { total, longs, shorts },
    }) => html`<tr><th scope="row"><bdi>${key}</bdi></th>${cell(format.count(total.trades))}${cell(format.percent(total.won_percentage, 1))}${amountCell(decimal(total.profit), currency)}${cell(format.signedNumber(decimal(total.pips), 1), decimal(total.pips))}${cell(format.count(longs?.trades))}${amountCell(decimal(longs?.profit), currency)}${cell(format.count(shorts?.trades))}${amountCell(decimal(shorts?.profit), currency)}</tr>
`,
  )}</tbody></table></div>`;
}
