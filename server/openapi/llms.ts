import type { FastifyInstance } from 'fastify';
import type { Site } from '../accounts/attribution.ts';
import { versionedPath } from '../api/versioned.ts';
import { calendarPath } from '../calendar/route.ts';
import { allowances, windowSeconds } from '../callers/limits/limits.ts';
import { createBody } from '../http/body.ts';
import { remembered } from '../http/memory.ts';
import { sendBody } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';

/** What a model is told of a site, as https://llmstxt.org has it: a title, what it is, and where to read on. */
const textFor = ({ baseUrl }: Site): string => `# trackrecord

> Track records of trading accounts and portfolios, computed from their trades: returns, drawdowns, statistics, and an economic calendar.

A figure that is unknown or hidden by its owner is null, never 0. Names that end in _percent are percent; money is in the currency of the account; times are UTC. Say where an account is demo, not reconciled, stale, or where earlier history was removed (history_cut_at). Give credit as \`attribution\` of an answer says.

Models with tools connect to the Model Context Protocol at ${baseUrl}/mcp (streamable HTTP, no key for what is published). Without a key ${allowances.anonymous} requests are answered within any ${windowSeconds} seconds; after a 429 wait as long as Retry-After says.

## API

- [Search](${baseUrl}${versionedPath}/search/accounts): published accounts as JSON, best return first; filters by query
- [Economic calendar](${baseUrl}${calendarPath}): releases, speeches and holidays as JSON
- [OpenAPI](${baseUrl}${versionedPath}/openapi.json): every address, parameter and field
- [Reference](${baseUrl}/docs): the same as a page

One account is at ${baseUrl}${versionedPath}/accounts/SLUG, with \`?include=advanced,monthly\` for more.

## Pages

- [Accounts](${baseUrl}/search): published accounts, with filters
- [Site map](${baseUrl}/sitemap.xml): the page of every published account

## Optional

- [Calendar page](${baseUrl}/calendar): the same events for people
`;

/** `GET /llms.txt`, one body for each base URL. */
export function llmsRoute(app: FastifyInstance, { site }: { readonly site: () => Site }): void {
  const bodyAt = remembered(async () => createBody(Buffer.from(textFor(site()))));
  readRoute(app, '/llms.txt', async (request, reply) =>
    sendBody(request, reply, await bodyAt(site().baseUrl), 'text/plain; charset=utf-8'),
  );
}
