import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import { type ListFileType, listFile } from '../../accounts/lists/file.ts';
import { wholeRange } from '../../accounts/lists/range.ts';
import { sendFile } from '../../accounts/lists/send-file.ts';
import { noteIgnored } from '../../http/headers.ts';
import type { PageAccount } from '../account.ts';
import { freshPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import type { PageResources } from '../page-resources.ts';
import { choice } from '../parts/form.ts';
import { positionSection, tradeTable } from '../parts/trades.ts';
import { applyPolicy, pagePolicy } from '../policies.ts';
import { nothingHere, type PageAnswer } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import {
  isListedOnPage,
  type PositionsFound,
  positionQueryOf,
  readPositions,
  readTrades,
  type TradesPage,
  tradeQueryOf,
  tradesPerPage,
} from '../trades.ts';
import { takeMoment, viewAsReader } from '../views.ts';
import { readHead } from './account-answer.ts';
import { recordPage } from './record.ts';

/** Fields of the form as the reader filled them. */
type TradeFields = Readonly<Record<string, string>>;

/** Builds the page of all trades of an account, with filters, orders and files. */
function tradesPage(
  account: PageAccount,
  found: TradesPage,
  positions: PositionsFound,
  fields: TradeFields,
  context: Context,
): Html {
  const { language } = context;
  const { words, format, to, counted } = language;
  const { trades: texts } = words;
  const { slug, name, currency } = account;
  const path = `/account/${slug}/trades`;
  const address = (changed: TradeFields) => {
    const query = new URLSearchParams({ ...fields, ...changed });
    return to(`${path}?${query}`);
  };
  const { total, searched, query } = found;
  const files = new URLSearchParams(
    Object.entries(fields).filter(([key]) => key === 'from' || key === 'to'),
  );
  const file = (ending: string, text: string) =>
    html`<a href="/account/${slug}/trades.${ending}${files.size > 0 && `?${files}`}">${text}</a>`;
  const positionFile = (ending: string, text: string) =>
    html`<a href="/account/${slug}/positions.${ending}">${text}</a>`;
  const title = fillText(texts.title, { name });
  const main = html`${filterForm(path, fields, language)}
<p class="hint">${counted(words.account.trades, total)}${searched !== null && html` ${fillText(texts.searched, { count: format.count(searched) })}`} · ${file('csv', 'CSV')} · ${file('ndjson', 'NDJSON')}</p>
<section id="trades" aria-label="${title}">
${tradeTable(found.trades, currency, title, language, {
  order: query.order,
  address: (sort) => address({ sort, page: '1' }),
})}
${leafThrough(found, address, language)}
</section>
${positionSection(positions.rows, positions.total, currency, language, {
  order: positions.order,
  address: (order) => `${address({ open_sort: order })}#positions`,
})}
${positions.total > 0 && html`<p class="hint">${positionFile('csv', 'CSV')} · ${positionFile('ndjson', 'NDJSON')}</p>`}`;
  return recordPage(account, 'trades', { main }, context);
}

/** Form of the filters, which keeps the orders of both tables. */
function filterForm(path: string, fields: TradeFields, language: Language): Html {
  const { trades: texts, span, search } = language.words;
  const field = (id: string, label: string, type: string) =>
    html`<label>${label} <input name="${id}" type="${type}" value="${fields[id] ?? ''}"></label> `;
  const hiddenField = (id: string) =>
    fields[id] !== undefined && html`<input type="hidden" name="${id}" value="${fields[id]}">`;
  return html`<form class="filters" method="get" action="${path}">
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
</form>`;
}

/** Links to the pages before and after this one; null if there is only one. */
function leafThrough(
  { total, query: { page } }: TradesPage,
  address: (changed: TradeFields) => string,
  { words: { search }, format }: Language,
): Html | null {
  const pages = Math.max(1, Math.ceil(total / tradesPerPage));
  if (pages === 1) return null;
  return html`<nav class="leaf" aria-label="${fillText(search.page, { page, pages })}"><span>${page > 1 && html`<a rel="prev" href="${address({ page: `${page - 1}` })}">${search.previous}</a>`}</span><span>${fillText(search.page, { page: format.count(page), pages: format.count(pages) })}</span><span>${page < pages && html`<a rel="next" href="${address({ page: `${page + 1}` })}">${search.next}</a>`}</span></nav>`;
}

const fieldNames = ['symbol', 'side', 'result', 'from', 'to', 'sort', 'open_sort', 'page'];

/** Answers with a page of trades. An account that does not list its trades gives the usual 404. */
export async function tradesAnswer(
  { params, query, language, reader, isShared = false }: PublicPageRequest,
  services: SiteServices,
  { assets }: PageResources,
): Promise<PageAnswer> {
  using moment = await takeMoment(services);
  const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
  if (!isListedOnPage(view)) throw nothingHere();
  const { lists } = moment.version;
  const found = await readTrades(view, lists, tradeQueryOf(query));
  const positions = await readPositions(view, lists, positionQueryOf(query));
  const account = await readHead(view, moment, services, isShared);
  const fields: TradeFields = Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  const context = { site: services.site(), assets, language };
  const page = tradesPage(account, found, positions, fields, context);
  return freshPage(page);
}

/** Request of a file that is read while it is sent. */
export type PublicFileRequest = Pick<PublicPageRequest, 'params' | 'query' | 'reader' | 'isShared'>;

/**
 * Returns a handler that sends a list as a file while it is read: the trades of a range of days, or
 * all open positions.
 */
export const sendList =
  (name: ListName, form: ListFileType) =>
  async (
    request: FastifyRequest,
    reply: FastifyReply,
    { params, query, reader, isShared = false }: PublicFileRequest,
    services: SiteServices,
  ): Promise<void> => {
    using moment = await takeMoment(services);
    const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
    if (!isListedOnPage(view)) throw nothingHere();
    const known = name === 'trades' ? ['from', 'to'] : [];
    noteIgnored(
      reply,
      Object.keys(query).filter((parameter) => !known.includes(parameter)),
    );
    const range = name === 'trades' ? tradeQueryOf(query).range : wholeRange;
    const file = await listFile(view, name, range, moment.version.lists, form);
    applyPolicy(reply, pagePolicy());
    await sendFile(request, reply, file, services.log);
  };
