import type { PageAccount } from '../account.ts';
import { amountCell, cell, rare } from '../cells.ts';
import { type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { floatingOf, type ListedPosition, type ListedTrade, secondsHeld } from '../trades.ts';

/**
 * Section of the newest trades and the open positions. It says so if the owner does not list them.
 */
export function trades(account: PageAccount, language: Language): Html | null {
  const { listed, slug, currency } = account;
  if (listed === null) return notListed(account, language);
  const { words, format, to } = language;
  const { trades: texts } = words;
  const { trades: closed, positions } = listed;
  if (closed.total + positions.total === 0) return null;
  const count = format.count(closed.total);
  return html`<section id="trades" aria-labelledby="trades-title">
<h2 id="trades-title">${texts.latest}</h2>
${tradeTable(closed.rows, currency, texts.latest, language)}
<p><a href="${to(`/account/${slug}/trades`)}">${fillText(texts.all, { count })}</a></p>
</section>
${positionSection(positions.rows, positions.total, currency, language)}`;
}

/** Says that the page lists no trades. Portfolios never do; their accounts may. */
function notListed({ type, updated_at }: PageAccount, { words }: Language): Html | null {
  if (type === 'portfolio' || updated_at === null) return null;
  return html`<section id="trades" class="withheld" aria-labelledby="trades-title">
<h2 id="trades-title">${words.contents.trades}</h2>
<p>${words.trades.notListed}</p>
</section>`;
}

/**
 * Section of the open positions; its heads sort it if `sorting` is given. Null without positions.
 */
export function positionSection(
  positions: readonly ListedPosition[],
  total: number,
  currency: string | null,
  language: Language,
  sorting?: TradeSorting,
): Html | null {
  if (total === 0) return null;
  const { words, format } = language;
  const { trades: texts } = words;
  const { more } = words.breakdown;
  const rest = total - positions.length;
  const heads = [
    [withUnit(texts.opened, 'UTC'), '-opened_at', 'opened_at'],
    [texts.instrument, 'symbol', null],
    [texts.side, 'side', null],
    [texts.lots, '-volume', null],
    [texts.openPrice, null, null],
    [withUnit(texts.floating, currency), '-floating', 'floating'],
  ] as const;
  const price = priceFormat(
    positions.map(({ symbol, open_price }) => [symbol, open_price] as const),
    language,
  );
  return html`<section id="positions" aria-labelledby="positions-title">
<h2 id="positions-title">${texts.open}</h2>
${scroll(
  texts.open,
  html`<tr>${headCells(heads, sorting)}</tr>`,
  positions.map((position) => {
    const { net_profit: floating } = floatingOf(position);
    return html`<tr><th scope="row">${minuteOf(position.opened_at, language)}</th><td><bdi>${position.symbol}</bdi></td><td>${texts.sides[position.side === 'buy' ? 'buy' : 'sell']}</td>${cell(lotsOf(position.volume, language), 0, rare)}${cell(price(position.symbol, position.open_price), 0, rare)}${amountCell(floating, currency, language)}</tr>
`;
  }),
  language,
)}
${rest > 0 && html`<p>${fillText(more, { count: format.count(rest) })}</p>`}
</section>`;
}

/** Order of a table, and the addresses that sort it in other ways. */
export interface TradeSorting {
  readonly order: string;
  address(order: string): string;
}

/** Table of closed trades; its heads sort it if `sorting` is given. */
export function tradeTable(
  rows: readonly ListedTrade[],
  currency: string | null,
  label: string,
  language: Language,
  sorting?: TradeSorting,
): Html {
  const { words, format } = language;
  const { trades: texts } = words;
  const price = priceFormat(
    rows.flatMap(({ symbol, open_price, close_price }) => [
      [symbol, open_price] as const,
      [symbol, close_price] as const,
    ]),
    language,
  );
  const heads = [
    [withUnit(texts.closed, 'UTC'), '-closed_at', 'closed_at'],
    [texts.instrument, 'symbol', null],
    [texts.side, 'side', null],
    [texts.lots, '-volume', null],
    [texts.openPrice, null, null],
    [texts.closePrice, null, null],
    [texts.held, '-held', null],
    [withUnit(texts.net, currency), '-net_profit', 'net_profit'],
  ] as const;
  return scroll(
    label,
    html`<tr>${headCells(heads, sorting)}</tr>`,
    rows.map(
      (trade) =>
        html`<tr><th scope="row">${minuteOf(trade.closed_at, language)}</th><td><bdi>${trade.symbol}</bdi></td><td>${texts.sides[trade.side === 'buy' ? 'buy' : 'sell']}</td>${cell(lotsOf(trade.volume, language), 0, rare)}${cell(price(trade.symbol, trade.open_price), 0, rare)}${cell(price(trade.symbol, trade.close_price), 0, rare)}${cell(format.duration(secondsHeld(trade)), 0, rare)}${amountCell(trade.net_profit, currency, language)}</tr>
`,
    ),
    language,
  );
}

/** Columns: text, order of the first click on the head, and of a second one. */
type Heads = readonly (readonly [text: string, first: string | null, second: string | null])[];

/** Heads of a table, from the fourth on for numbers. Phones have the first three and the last. */
const headCells = (heads: Heads, sorting: TradeSorting | undefined): Html[] =>
  heads.map(([text, first, second], at) => {
    const order = sorting?.order;
    const isSorted = order !== undefined && (order === first || order === second);
    const next = order === first && second !== null ? second : first;
    const link = sorting && next !== null && html`<a href="${sorting.address(next)}">${text}</a>`;
    const direction = order?.startsWith('-') ? 'descending' : 'ascending';
    const column = at > 2 && at < heads.length - 1 ? rare : '';
    return html`<th scope="col"${at > 2 && html` class="num${column}"`}${isSorted && html` aria-sort="${direction}"`}>${link || text}</th>`;
  });

/** Returns how to write prices: all of an instrument with as many decimals as its longest one. */
function priceFormat(
  prices: readonly (readonly [symbol: string, price: number])[],
  { format }: Language,
): (symbol: string, price: number) => string {
  const places = new Map<string, number>();
  for (const [symbol, price] of prices) {
    const decimals = /\.(\d+)$/.exec(price.toFixed(8).replace(/0+$/, ''))?.[1]?.length ?? 0;
    places.set(symbol, Math.max(places.get(symbol) ?? 0, decimals));
  }
  return (symbol, price) => format.number(price, places.get(symbol));
}

/** Writes lots. 0 stands for hidden lots, since no trade has 0 lots. */
const lotsOf = (volume: number, { format }: Language): string =>
  volume === 0 ? format.unknown : format.plain(volume);

/** Writes a minute without its time zone, which stands once in the head of the column. */
const minuteOf = (at: string, { format }: Language): string =>
  `${format.day(at)}, ${at.slice(11, 16)}`;

const withUnit = (text: string, unit: string | null): string =>
  unit === null ? text : `${text}, ${unit}`;

/** Table that scrolls sideways. Its label differs from the label of its section. */
const scroll = (label: string, head: Html, rows: HtmlContent, { words }: Language): Html =>
  html`<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${label}: ${words.trades.instrument}, ${words.trades.side}"><table>
<thead>${head}</thead>
<tbody>${rows}</tbody></table></div>`;
