import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ListName } from '../../../pipeline/publish/snapshot/layout.ts';
import { type ListFileType, listFile } from '../../accounts/lists/file.ts';
import { wholeRange } from '../../accounts/lists/range.ts';
import { sendFile } from '../../accounts/lists/send-file.ts';
import { createBody } from '../../http/body.ts';
import type { PageResources } from '../page-resources.ts';
import { type TradeFields, tradesPage } from '../pages/trades.ts';
import { applyPolicy, pagePolicy } from '../policies.ts';
import { readSummary, takeMoment, viewAsReader } from '../public-accounts.ts';
import { bytesOf, nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import {
  isListedOnPage,
  positionQueryOf,
  readPositions,
  readTrades,
  tradeQueryOf,
} from '../trades.ts';

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
  const account = readSummary(view, moment.version);
  const fields: TradeFields = Object.fromEntries(
    fieldNames.flatMap((name) => {
      const value = query[name];
      return typeof value === 'string' && value !== '' ? [[name, value]] : [];
    }),
  );
  const context = { site: services.site(), assets, language };
  const page = tradesPage(account, found, positions, fields, context);
  return { body: createBody(bytesOf(page)), type: types.html, policy: pagePolicy() };
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
    const range = name === 'trades' ? tradeQueryOf(query).range : wholeRange;
    const file = await listFile(view, name, range, moment.version.lists, form);
    applyPolicy(reply, pagePolicy());
    await sendFile(request, reply, file, services.log);
  };
