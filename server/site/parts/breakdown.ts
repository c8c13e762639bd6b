import { isDeepStrictEqual } from 'node:util';
import type { PageAccount, TopEntries } from '../account.ts';
import { amountCell, cell, decimal, rare } from '../cells.ts';
import { type AxisRange, coordinateOf, rangeOf } from '../charts/path.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

interface BreakdownKind {
  readonly id: 'by_symbol' | 'by_magic_number';
  readonly file: string;
}

const rowsShown = 15;

/** Closed trades by instrument, with longs and shorts. */
export const bySymbol = (account: PageAccount, language: Language): Html | null =>
  breakdown(account, account.top_symbols, { id: 'by_symbol', file: 'instruments.csv' }, language);

/** Closed trades by magic number; null if instruments say the same. */
export function byMagicNumber(account: PageAccount, language: Language): Html | null {
  if (equalInstruments(account)) return null;
  const kind = { id: 'by_magic_number', file: 'magic-numbers.csv' } as const;
  return breakdown(account, account.top_magic_numbers, kind, language);
}

function breakdown(
  { currency, slug }: PageAccount,
  found: TopEntries | null,
  kind: BreakdownKind,
  language: Language,
): Html | null {
  const { keys, entries } = found ?? { keys: 0, entries: [] };
  if (entries.length === 0) return null;
  const { words, format } = language;
  const { breakdown: texts } = words;
  const [shown, more] = [entries.slice(0, rowsShown), entries.slice(rowsShown)];
  const rest = {
    count: format.count(keys - entries.length),
    csv: html`<a href="/account/${slug}/${kind.file}">${words.curve.csv}</a>`,
  };
  return html`${table(shown, kind, currency, texts[`${kind.id}_results`], language)}
${more.length > 0 && html`<details class="more"><summary>${fillText(texts.more, { count: format.count(more.length) })}</summary>${table(more, kind, currency, texts[`${kind.id}_more`], language)}</details>`}
${keys > entries.length && html`<p>${fill(texts.rest, rest)}</p>`}`;
}

/** Tells whether magic numbers say no more than instruments: the same trades with other names. */
function equalInstruments({ top_symbols, top_magic_numbers }: PageAccount): boolean {
  const listed = [top_symbols, top_magic_numbers].map((part) =>
    (part?.entries ?? []).map(({ entry }) => `${entry.total.trades} ${entry.total.profit}`).sort(),
  );
  return isDeepStrictEqual(listed[0], listed[1]);
}

function table(
  rows: TopEntries['entries'],
  { id }: BreakdownKind,
  currency: string | null,
  label: string,
  language: Language,
): Html {
  const { words, format } = language;
  const { breakdown: texts } = words;
  const unit = currency !== null && `, ${currency}`;
  const profits = rangeOf(
    rows.map(({ entry }) => decimal(entry.total.profit) ?? 0),
    [0],
  );
  return html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${label}"><table>
<thead>
<tr><th scope="col" rowspan="2">${texts[`${id}_column`]}</th><th scope="colgroup" colspan="4" class="num rare">${texts.all}</th><th scope="colgroup" colspan="2" class="num rare">${texts.longs}</th><th scope="colgroup" colspan="2" class="num rare">${texts.shorts}</th></tr>
<tr><th scope="col" class="num">${texts.trades}</th><th scope="col" class="num">${texts.won}</th><th scope="col" class="num">${texts.netProfit}${unit}</th><th scope="col" class="num rare">${texts.pips}</th><th scope="col" class="num rare">${texts.trades}</th><th scope="col" class="num rare">${texts.netProfit}</th><th scope="col" class="num rare">${texts.trades}</th><th scope="col" class="num rare">${texts.netProfit}</th></tr>
</thead>
<tbody>${rows.map(
    ({
      key,
      entry: { total, longs, shorts },
    }) => html`<tr><th scope="row"><bdi>${key}</bdi></th>${cell(format.count(total.trades))}${cell(format.percent(total.won_percentage, 1))}${profitCell(decimal(total.profit), profits, currency, language)}${cell(format.signedNumber(decimal(total.pips), 1), decimal(total.pips), rare)}${cell(format.count(longs?.trades), 0, rare)}${amountCell(decimal(longs?.profit), currency, language, rare)}${cell(format.count(shorts?.trades), 0, rare)}${amountCell(decimal(shorts?.profit), currency, language, rare)}</tr>
`,
  )}</tbody></table></div>`;
}

/** Cell of a result with a bar from zero; all bars of a table share a scale. */
function profitCell(
  value: number | null,
  range: AxisRange,
  currency: string | null,
  { format }: Language,
): Html {
  const [zero, end] = [0, value ?? 0].map((at) => coordinateOf(at, range, 0, 100));
  const [left = 0, right = 0] = [zero, end].sort((first, second) => (first ?? 0) - (second ?? 0));
  const tone = (value ?? 0) < 0 ? 'lost' : 'won';
  const bar = html`<svg class="bar" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true"><rect class="${tone}" x="${left}" width="${Math.round((right - left) * 10) / 10}" height="1"/></svg>`;
  return cell(html`${bar}${format.signedAmount(value, currency)}`, value);
}
