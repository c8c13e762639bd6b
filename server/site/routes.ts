import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Allowance, applyVerdict } from '../callers/limits/limits.ts';
import { createBody } from '../http/body.ts';
import { clientOf } from '../http/clients.ts';
import type { Query } from '../http/parameters.ts';
import { commonHeaders } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';
import type { Drawings } from './drawings.ts';
import type { PageCache } from './page-cache.ts';
import { noResources, type PageResources } from './page-resources.ts';
import { accountAnswer } from './pages/account.ts';
import { downloadAnswer } from './pages/account-answer.ts';
import { behaviourAnswer } from './pages/behaviour.ts';
import { calendarAnswer } from './pages/calendar.ts';
import { compareAnswer } from './pages/compare.ts';
import { curveAnswer } from './pages/curve.ts';
import { daysAnswer } from './pages/days.ts';
import { docsAnswer } from './pages/docs.ts';
import { embedAnswer } from './pages/embed.ts';
import { feedAnswer } from './pages/feed.ts';
import { numbersAnswer } from './pages/numbers.ts';
import { oembedAnswer } from './pages/oembed.ts';
import { ownerAnswer, ownerPictureAnswer } from './pages/owner.ts';
import { riskAnswer } from './pages/risk.ts';
import { searchAnswer } from './pages/search.ts';
import { robotsAnswer, siteMapAnswer } from './pages/search-engines.ts';
import { statisticsAnswer } from './pages/statistics.ts';
import { sendList, tradesAnswer } from './pages/trades.ts';
import { verificationAnswer } from './pages/verification.ts';
import { applyPolicy, assetPolicy, sharedPolicy } from './policies.ts';
import { type FindReader, personalise } from './reader.ts';
import {
  askerOf,
  hasLanguage,
  languageOf,
  noteLanguage,
  nothingHere,
  type PageAnswer,
  sendPage,
  types,
} from './respond.ts';
import type { PublicPageRequest, SiteServices } from './site-services.ts';
import { tearSheetAnswer } from './tearsheet/answer.ts';
import { widgetAnswer } from './widget/answer.ts';

interface Route {
  Params: Readonly<Record<string, string | undefined>>;
  Querystring: Query;
}

type Handler = (
  call: PublicPageRequest,
  services: SiteServices,
  pages: PageResources,
  cache: PageCache,
) => Promise<PageAnswer>;

type FileHandler = (
  request: FastifyRequest,
  reply: FastifyReply,
  call: Pick<PublicPageRequest, 'params' | 'query' | 'reader'>,
  services: SiteServices,
) => Promise<void>;

type Address = readonly [url: string, answer: Handler, allowance: Allowance];

/** Addresses with the same prefix. */
interface AddressGroup {
  readonly prefix: string;
  readonly addresses: readonly Address[];
  /** Files that are read while they are sent; they count as API requests. */
  readonly files?: readonly (readonly [url: string, send: FileHandler])[];
  /** True if errors at these addresses are JSON. */
  readonly isForPrograms?: true;
}

/** Pages and files of an account. Share links show those that `server/shares` names. */
export const accountPages: Required<Omit<AddressGroup, 'isForPrograms'>> = {
  prefix: '/account',
  addresses: [
    ['/account/:slug', accountAnswer, 'pages'],
    ['/account/:slug/behaviour', behaviourAnswer, 'pages'],
    ['/account/:slug/risk', riskAnswer, 'pages'],
    ['/account/:slug/statistics', statisticsAnswer, 'pages'],
    ['/account/:slug/verification', verificationAnswer, 'pages'],
    ['/account/:slug/embed', embedAnswer, 'pages'],
    ['/account/:slug/months.atom', feedAnswer, 'pages'],
    ['/account/:slug/curve.json', curveAnswer, 'pages'],
    ['/account/:slug/days', daysAnswer, 'pages'],
    ['/account/:slug/trades', tradesAnswer, 'pages'],
    ['/account/:slug/tearsheet.pdf', tearSheetAnswer, 'anonymous'],
    ['/account/:slug/:file', downloadAnswer, 'anonymous'],
  ],
  files: [
    ['/account/:slug/trades.csv', sendList('trades', 'csv')],
    ['/account/:slug/trades.ndjson', sendList('trades', 'ndjson')],
    ['/account/:slug/positions.csv', sendList('positions', 'csv')],
    ['/account/:slug/positions.ndjson', sendList('positions', 'ndjson')],
  ],
};

/**
 * Addresses of pages by prefix, each with its handler and its rate limit. Pages have their own
 * limit. Files count as API requests, so that nobody can use them to get around the API limit.
 */
export const pages: readonly AddressGroup[] = [
  { prefix: '', addresses: [['/', searchAnswer, 'pages']] },
  { prefix: '/search', addresses: [['/search', searchAnswer, 'pages']] },
  { prefix: '/calendar', addresses: [['/calendar', calendarAnswer, 'pages']] },
  accountPages,
  {
    prefix: '/owner',
    addresses: [
      ['/owner/:slug', ownerAnswer, 'pages'],
      ['/owner/:slug/picture.png', ownerPictureAnswer, 'pages'],
    ],
  },
  { prefix: '/compare', addresses: [['/compare', compareAnswer, 'pages']] },
  { prefix: '/numbers', addresses: [['/numbers', numbersAnswer, 'pages']] },
  { prefix: '/docs', addresses: [['/docs', docsAnswer, 'pages']] },
  { prefix: '/robots.txt', addresses: [['/robots.txt', robotsAnswer, 'pages']] },
  { prefix: '/sitemap.xml', addresses: [['/sitemap.xml', siteMapAnswer, 'pages']] },
  { prefix: '/sitemap', addresses: [['/sitemap/:file', siteMapAnswer, 'pages']] },
  { prefix: '/widget', addresses: [['/widget/:name', widgetAnswer, 'pages']] },
  {
    prefix: '/oembed',
    addresses: [['/oembed', oembedAnswer, 'pages']],
    isForPrograms: true,
  },
];

/** Serves public pages and widgets. */
export const pageRoutes =
  ({ addresses, files = [] }: AddressGroup, cache: PageCache, findReader: FindReader) =>
  (app: FastifyInstance, services: SiteServices): void => {
    const { pages: resources = noResources } = services;
    for (const [url, send] of files) {
      readRoute<Route>(app, url, async (request, reply) => {
        const verdict = await services.limits.take('anonymous', clientOf(request.ip));
        const refusal = applyVerdict(verdict, reply);
        if (refusal) throw refusal;
        const { params, query, headers } = request;
        const reader = await findReader(headers.cookie);
        await send(request, reply, { params, query, reader }, services);
        // Fastify expects a finished handler to have sent everything.
        if (!reply.raw.writableEnded) await finished(reply.raw).catch(() => {});
        return reply;
      });
    }
    for (const [url, answer, allowance] of addresses) {
      readRoute<Route>(app, url, async (request, reply) => {
        const verdict = await services.limits.take(allowance, clientOf(request.ip));
        const refusal = applyVerdict(verdict, reply);
        if (refusal) throw refusal;
        const { params, query } = request;
        const language = languageOf(request);
        const reader = await findReader(request.headers.cookie);
        const call = { params, query, language, reader, ...askerOf(request, reply) };
        const common = await answer(call, services, resources, cache);
        const isPage = common.type === types.html && common.policy !== sharedPolicy;
        const { body, type, policy, isForAll } =
          reader !== null && isPage ? personalise(common, reader, language) : common;
        if (hasLanguage(type) && policy !== sharedPolicy) noteLanguage(reply, language);
        return sendPage(request, reply, body, type, policy, isForAll);
      });
    }
  };

/** Serves icons, scripts and styles of the pages. */
export const siteFiles =
  ({ drawings }: PageCache) =>
  (app: FastifyInstance, { pages = noResources }: SiteServices): void => {
    serveIcon(app, drawings);
    serveAssets(app, pages);
  };

function serveIcon(app: FastifyInstance, drawings: Drawings): void {
  const body = createBody(Buffer.from(icon));
  readRoute(app, '/icon.svg', (request, reply) =>
    sendPage(request, reply, body, types.svg, sharedPolicy),
  );
  readRoute(app, '/favicon.ico', async (request, reply) => {
    const png = await drawings.get('icon', askerOf(request, reply), () => ({
      kind: 'png',
      svg: icon,
      zoom: 1,
    }));
    return sendPage(request, reply, createBody(asIco(png.bytes)), types.ico, sharedPolicy);
  });
}

/** Wraps a PNG of 32 × 32 pixels into the ICO format. */
function asIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

function serveAssets(app: FastifyInstance, { assets }: PageResources): void {
  readRoute(app, '/assets/*', async (request, reply) => {
    if (!assets.has(request.url)) throw nothingHere();
    applyPolicy(reply, assetPolicy);
    const { raw } = reply;
    for (const [name, value] of Object.entries(commonHeaders)) raw.setHeader(name, value);
    reply.hijack();
    assets.serve(request.raw, raw);
  });
}

/** Icon of the site: a rising line, readable at 16 pixels. */
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="32" height="32">
<rect width="32" height="32" rx="7" fill="#1d56b4"/>
<path d="M6 23l7-7 5 4 8-11" fill="none" stroke="#fff" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round"/>
</svg>
`;
