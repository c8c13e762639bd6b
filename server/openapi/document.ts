import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Site } from '../accounts/attribution.ts';
import type { EndpointDescription } from '../api/endpoint.ts';
import { endpoints, fileEndpoints } from '../api/index.ts';
import { allowances, windowSeconds } from '../callers/limits/limits.ts';
import { createBody } from '../http/body.ts';
import { noteIgnored } from '../http/headers.ts';
import { memoize } from '../http/memory.ts';
import { type Query, unknownIn } from '../http/parameters.ts';
import { sendBody } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';
import { describeCalendar } from './calendar.ts';
import { createComponents } from './components.ts';
import { examplesAt } from './examples.ts';
import { headers } from './headers.ts';
import type { JsonObject } from './json.ts';
import { describeEndpoint } from './operation.ts';
import { sharedResponses } from './responses.ts';

/** Describes the API in OpenAPI 3.1, from the endpoints and their schemas. */
export function describeApi(site: Site): JsonObject {
  const components = createComponents();
  const examples = examplesAt(site);
  const paths = [
    ...[...endpoints, ...fileEndpoints].map((endpoint) =>
      describeEndpoint(endpoint, examples[endpoint.operation.id], components),
    ),
    describeEndpoint(descriptionEndpoint, examples.getDescription, components, false),
    describeCalendar(examples.getCalendar, components),
  ];
  const responses = sharedResponses(components);
  return {
    openapi: '3.1.0',
    info: { ...about, ...operatorOf(site) },
    servers: [{ url: site.baseUrl }],
    tags,
    paths: Object.fromEntries(paths),
    components: {
      securitySchemes: { bearer },
      parameters: { IfNoneMatch },
      headers,
      responses,
      schemas: components.schemas(),
    },
  };
}

/** Returns the name of the site, whom to contact, and the terms, as far as they are set. */
function operatorOf({ siteName, operatorName, operatorUrl, operatorEmail, termsUrl }: Site) {
  const contact = {
    ...(operatorName !== null && { name: operatorName }),
    ...(operatorUrl !== null && { url: operatorUrl }),
    ...(operatorEmail !== null && { email: operatorEmail }),
  };
  return {
    ...(siteName !== null && { title: siteName }),
    ...(Object.keys(contact).length > 0 && { contact }),
    ...(termsUrl !== null && { termsOfService: termsUrl }),
  };
}

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A Developer API Key. Scopes: `accounts:read` for your accounts, including private ones; ' +
    '`public:read` for published accounts of others.',
} as const;

const IfNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: '`ETag` of an earlier answer; you get 304 if nothing has changed',
  schema: { type: 'string' },
} as const;

/** General description of the API. */
const about = {
  title: 'trackrecord',
  version: '1',
  summary: 'Published track records of trading accounts, and an economic calendar.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `
Every address answers GET and HEAD; other methods get a 405. Errors are problem details by RFC 9457.

- **Percentages** (\`…_percent\`, \`…percentage\`, \`win_rate\`) are plain: 3.3 means 3.3 percent.
- **Money** is in the account's \`currency\`. Commission and swap are negative when charged.
- **Unknown values** are \`null\`, never 0 and never a missing key.
- **Times** are ISO 8601 in UTC, with a trailing Z.
- **Lists** come in pages. On the last page, \`has_more\` is false.
- **Lists in a query** (\`include\`, \`currency\`, \`impact\`) are separated by commas, repeated, or given as
  \`include[]\`. Any other parameter given twice is a 400. Unknown parameters are ignored and listed in the header
  \`X-Ignored-Parameters\`.
- **New fields** may be added at any time. Ignore fields that you don't know.

Hidden data never causes an error. A hidden section, price or comment is \`null\`, a hidden volume is 0, a hidden
list is empty.
Owners always see all data of their own accounts. \`x-privacy\` tells who sees a field:

- \`public\`: everyone sees it.
- \`hidden by …\`: everyone sees it, unless the owner sets one of these flags.
- \`derived from …\`: everyone sees it, even if one of these flags hides the data behind it.
- \`owner\`: only the owner sees it. Others get null.

Limits count the requests of any ${windowSeconds} seconds. Without a key you may send ${allowances.anonymous} per IP address.
With a key you may send ${allowances.free} on the free plan and ${allowances.paid} on paid plans. Keep keys on your server:
pages of other sites can't call the versioned addresses.
`.trim(),
} as const;

const tags = [
  { name: 'Accounts', description: 'Accounts and portfolios, their statistics and their trades' },
  { name: 'Search', description: 'Published accounts of all owners' },
  { name: 'Calendar', description: 'Scheduled events that move markets' },
  { name: 'Description', description: 'This document' },
] as const;

/** `GET /api/v1/openapi.json`: the description of the API, cached per base URL. */
export function openapiRoute(app: FastifyInstance, { site }: { readonly site: () => Site }): void {
  const bodyAt = memoize(async () => createBody(Buffer.from(JSON.stringify(describeApi(site())))));
  readRoute<{ Querystring: Query }>(app, descriptionEndpoint.url, async (request, reply) => {
    noteIgnored(reply, unknownIn(request.query, descriptionEndpoint.query));
    return sendBody(request, reply, await bodyAt(site().baseUrl));
  });
}

/** Description of the document's own address, which needs no scope. */
const descriptionEndpoint: EndpointDescription = {
  url: '/api/v1/openapi.json',
  operation: {
    id: 'getDescription',
    tag: 'Description',
    summary: 'Read this description',
    description: 'Returns the description of the API in OpenAPI 3.1.',
    needsKey: false,
    response: Type.Record(Type.String(), Type.Unknown(), {
      title: 'Description',
      description: 'A document in OpenAPI 3.1',
    }),
  },
  query: {},
};
