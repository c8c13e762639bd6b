import type { FastifyInstance } from 'fastify';
import { createBody } from '../http/body.ts';
import type { Query } from '../http/parameters.ts';
import { readRoute } from '../http/read-route.ts';
import { commonHeaders } from '../http/replies.ts';
import { accountAnswer } from './answers/account.ts';
import { calendarAnswer } from './answers/calendar.ts';
import { downloadAnswer } from './answers/download.ts';
import { searchAnswer } from './answers/search.ts';
import { widgetAnswer } from './answers/widget.ts';
import { icon } from './icon.ts';
import type { Kept } from './kept.ts';
import { countDownload, countPage } from './limits.ts';
import { noPages, type Pages } from './pages.ts';
import { applyPolicy, pagePolicy, sharedPolicy } from './policies.ts';
import { type Answer, nothingHere, sendPage, types } from './respond.ts';
import type { PageCall, SiteServices } from './site-services.ts';

interface Route {
  Params: Readonly<Record<string, string | undefined>>;
  Querystring: Query;
}

type Answering = (
  call: PageCall,
  services: SiteServices,
  pages: Pages,
  kept: Kept,
) => Promise<Answer>;

type Address = readonly [url: string, answer: Answering, count: typeof countPage];

/** Pages by how their addresses begin, what answers there and what it is counted as. */
export const pages: readonly { readonly prefix: string; readonly addresses: readonly Address[] }[] =
  [
    { prefix: '', addresses: [['/', searchAnswer, countPage]] },
    { prefix: '/search', addresses: [['/search', searchAnswer, countPage]] },
    { prefix: '/calendar', addresses: [['/calendar', calendarAnswer, countPage]] },
    {
      prefix: '/account',
      addresses: [
        ['/account/:slug', accountAnswer, countPage],
        ['/account/:slug/:file', downloadAnswer, countDownload],
      ],
    },
    { prefix: '/widget', addresses: [['/widget/:name', widgetAnswer, countPage]] },
  ];

/** Serves public pages and widgets. */
export const pageRoutes =
  (addresses: readonly Address[], kept: Kept) =>
  (app: FastifyInstance, services: SiteServices): void => {
    const { pages: made = noPages } = services;
    for (const [url, answer, count] of addresses) {
      readRoute<Route>(app, url, async (request, reply) => {
        await count(request, reply, services);
        const { params, query } = request;
        const { body, type, policy } = await answer({ params, query }, services, made, kept);
        return sendPage(request, reply, body, type, policy);
      });
    }
  };

/** Serves what the pages are dressed with. */
export function siteFiles(app: FastifyInstance, { pages = noPages }: SiteServices): void {
  serveIcon(app);
  serveAssets(app, pages);
}

function serveIcon(app: FastifyInstance): void {
  const body = createBody(Buffer.from(icon));
  readRoute(app, '/icon.svg', (request, reply) =>
    sendPage(request, reply, body, types.svg, sharedPolicy),
  );
}

function serveAssets(app: FastifyInstance, { assets }: Pages): void {
  readRoute(app, '/assets/*', async (request, reply) => {
    if (!assets.has(request.url)) throw nothingHere();
    applyPolicy(reply, pagePolicy());
    const { raw } = reply;
    for (const [name, value] of Object.entries(commonHeaders)) raw.setHeader(name, value);
    reply.hijack();
    assets.serve(request.raw, raw);
  });
}
