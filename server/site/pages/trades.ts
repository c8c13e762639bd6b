import type { PublicAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import { layout } from '../layout.ts';
import { choice } from '../parts/form.ts';
import { positionSection, tradeTable } from '../parts/trades.ts';
import { type PositionsFound, type TradesPage, tradesPerPage } from '../trades.ts';

/** Fields of the form as the reader filled them. */
export type TradeFields = Readonly<Record<string, string>>;

/** Builds the page of all trades of an account, with filters, orders and files. */
export function tradesPage(
  account: PublicAccount,
  found: TradesPage,
  positions: PositionsFound,
  fields: TradeFields,
  context: Context,
): Html {
  const { language, site } = context;
  const { words, format, to, counted } = language;
  const { trades: texts, span, search } = words;
  const { slug, name, currency } = account;
  const path = `/account/${slug}/trades`;
  const address = (changed: TradeFields) => {
    const query = new URLSearchParams({ ...fields, ...changed });
    return to(`${path}?${query}`);
  };
  const { total, searched, query } = found;
  const pages = Math.max(1, Math.ceil(total / tradesPerPage));
  const field = (id: string, label: string, type: string) =>
    html`<label>${label} <input name="${id}" type="${type}" value="${fields[id] ?? ''}"></label> `;
  // A new filter keeps the orders of both tables.
  const hiddenField = (id: string) =>
    fields[id] !== undefined && html`<input type="hidden" name="${id}" value="${fields[id]}">`;
  const files = new URLSearchParams(
    Object.entries(fields).filter(([key]) => key === 'from' || key === 'to'),
  );
  const file = (ending: string, text: string) =>
    html`<a href="/account/${slug}/trades.${ending}${files.size > 0 && `?${files}`}">${text}</a>`;
  const positionFile = (ending: string, text: string) =>
    html`<a href="/account/${slug}/positions.${ending}">${text}</a>`;
  const title = fillText(texts.title, { name });
  const main = html`<article class="account" data-all-columns="${words.layout.allColumns}">
<p><a href="${to(`/account/${slug}`)}">← <bdi>${name}</bdi></a></p>
<h1>${title}</h1>
<form class="filters" method="get" action="${path}">
${language.isChosen && html`<input type="hidden" name="lang" value="${language.code}">`}${hiddenField('sort')}${hiddenField('open_sort')}${field('symbol', texts.instrument, 'text')}${choice(
  'side',
  texts.side,
  [
    ['', search.any],
    ['buy', texts.sides.buy],
    ['sell', texts.sides.sell],
  ],
  fields.side ?? '',
)}${choice(
  'result',
  texts.result,
  [
    ['', search.any],
    ['won', texts.won],
    ['lost', texts.lost],
  ],
  fields.result ?? '',
)}${field('from', span.from, 'date')}${field('to', span.to, 'date')}<button type="submit">${search.show}</button>
</form>
<p class="found">${counted(words.account.trades, total)}${searched !== null && html` ${fillText(texts.searched, { count: format.count(searched) })}`} · ${file('csv', 'CSV')} · ${file('ndjson', 'NDJSON')}</p>
<section id="trades" class="latest" aria-label="${title}">
${tradeTable(found.trades, currency, title, language, {
  order: query.order,
  address: (sort) => address({ sort, page: '1' }),
})}
${pages > 1 && html`<nav class="leaf" aria-label="${fillText(search.page, { page: query.page, pages })}"><span>${query.page > 1 && html`<a rel="prev" href="${address({ page: `${query.page - 1}` })}">${search.previous}</a>`}</span><span>${fillText(search.page, { page: format.count(query.page), pages: format.count(pages) })}</span><span>${query.page < pages && html`<a rel="next" href="${address({ page: `${query.page + 1}` })}">${search.next}</a>`}</span></nav>`}
</section>
${positionSection(positions.rows, positions.total, currency, language, {
  order: positions.order,
  address: (order) => `${address({ open_sort: order })}#positions`,
})}
${positions.total > 0 && html`<p class="found">${positionFile('csv', 'CSV')} · ${positionFile('ndjson', 'NDJSON')}</p>`}
</article>`;
  return layout(
    {
      title: `${title} · ${site.name}`,
      description: title,
      path,
      section: '/',
      main,
      script: 'account.ts',
    },
    context,
  );
}
