import type { FastifyInstance } from 'fastify';
import type { Site } from '../accounts/attribution.ts';
import { versionedPath } from '../api/versioned.ts';
import { calendarPath } from '../calendar/route.ts';
import { allowances, windowSeconds } from '../callers/limits/limits.ts';
import { createBody } from '../http/body.ts';
import { memoize } from '../http/memory.ts';
import { sendBody } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';

/** Returns the text of `llms.txt`, in the form of https://llmstxt.org: title, summary and links. */
const textFor = ({ baseUrl, siteName }: Site): string => `# ${siteName ?? 'trackrecord'}

> Track records of trading accounts and portfolios, computed from their trades: returns, drawdowns and statistics. Also an economic calendar.

A figure is null, never 0, if it is unknown or if the owner hides it. Names that end in _percent are percentages. Money is in the currency of the account. Times are UTC. Tell your reader if an account is demo, not reconciled or stale, or if earlier history was removed (history_cut_at). Give credit as \`attribution\` in the response says.

If you can use tools, connect to the Model Context Protocol at ${baseUrl}/mcp (streamable HTTP). Published data needs no key. Without a key you can send ${allowances.anonymous} requests in any ${windowSeconds} seconds. After a 429, wait as many seconds as Retry-After says.

## API

- [Search](${baseUrl}${versionedPath}/search/accounts): published accounts as JSON, confirmed track records first, then the best return, with filters
- [Economic calendar](${baseUrl}${calendarPath}): releases, speeches and holidays, as JSON
- [OpenAPI](${baseUrl}${versionedPath}/openapi.json): every address, parameter and field
- [Reference](${baseUrl}/docs): the API described as a page

One account is at ${baseUrl}${versionedPath}/accounts/SLUG, with \`?include=advanced,monthly\` for more.

## Pages

- [Accounts](${baseUrl}/search): published accounts, with filters
- [Site map](${baseUrl}/sitemap.xml): the page of every published account

## Optional

- [Calendar page](${baseUrl}/calendar): the economic calendar as a page
`;

/** `GET /llms.txt`, cached per base URL. */
export function llmsRoute(app: FastifyInstance, { site }: { readonly site: () => Site }): void {
  const bodyAt = memoize(async () => createBody(Buffer.from(textFor(site()))));
  readRoute(app, '/llms.txt', async (request, reply) =>
    sendBody(request, reply, await bodyAt(site().baseUrl), 'text/plain; charset=utf-8'),
  );
}
