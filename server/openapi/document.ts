import type { FastifyInstance } from 'fastify';
import Type from 'typebox';
import type { Site } from '../accounts/attribution.ts';
import type { Described } from '../api/endpoint.ts';
import { endpoints, fileEndpoints } from '../api/index.ts';
import { allowances, windowSeconds } from '../callers/limits/limits.ts';
import { createBody } from '../http/body.ts';
import { noteIgnored } from '../http/headers.ts';
import { remembered } from '../http/memory.ts';
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

/** The API in OpenAPI 3.1, made of the endpoints and their schemas. */
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
    info: about,
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

const bearer = {
  type: 'http',
  scheme: 'bearer',
  description:
    'A Developer API Key. Scopes: `accounts:read` for own accounts, private ones too; ' +
    '`public:read` for published accounts of others.',
} as const;

const IfNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an earlier answer; 304 while it is the same',
  schema: { type: 'string' },
} as const;

/** What the document says of itself. */
const about = {
  title: 'trackrecord',
  version: '1',
  summary: 'Published track records of trading accounts, and an economic calendar.',
  license: { name: 'MIT', identifier: 'MIT' },
  description: `
Every address answers GET and HEAD; any other method is a 405. Errors are problem details by RFC 9457.

- **Percentages** (\`…_percent\`, \`…percentage\`, \`win_rate\`) are plain: 3.3 means 3.3 percent.
- **Money** is in the account's \`currency\`; commission and swap are negative when charged.
- **Unknown** is \`null\`, never 0 and never a missing key.
- **Instants** are ISO 8601 in UTC, with a trailing Z.
- **Lists** come in pages; the last one has \`has_more\` false.
- **Lists in a query** (\`include\`, \`currency\`, \`impact\`) are given by commas, repeated, or as \`include[]\`. Any
  other parameter given twice is a 400; a name that an address does not know is ignored, and named in the header
  \`X-Ignored-Parameters\`.
- **Later** there will be more fields: clients must ignore those they do not know.

What an owner hides is neutral, never an error: a section, a price or a comment is \`null\`, a volume 0, a list
empty. Owners see all of their own. \`x-privacy\` says of each field who sees it: \`public\`, \`hidden by\` the
flags an owner may set, \`derived from\` facts that a flag may hide, or \`owner\`, null for everybody else.

Without a key ${allowances.anonymous} requests are answered within any ${windowSeconds} seconds from one address, with a key of the free plan ${allowances.free}, on
paid plans ${allowances.paid}. Keys belong on servers: no other site's page can call the versioned addresses.
`.trim(),
} as const;

const tags = [
  { name: 'Accounts', description: 'Accounts and portfolios, their statistics and their trades' },
  { name: 'Search', description: 'Published accounts of everybody' },
  { name: 'Calendar', description: 'Scheduled events that move markets' },
  { name: 'Description', description: 'This document' },
] as const;

/** `GET /api/v1/openapi.json`: the API's description, one body for each base URL. */
export function openapiRoute(app: FastifyInstance, { site }: { readonly site: () => Site }): void {
  const bodyAt = remembered(async () =>
    createBody(Buffer.from(JSON.stringify(describeApi(site())))),
  );
  readRoute<{ Querystring: Query }>(app, descriptionEndpoint.url, async (request, reply) => {
    noteIgnored(reply, unknownIn(request.query, descriptionEndpoint.query));
    return sendBody(request, reply, await bodyAt(site().baseUrl));
  });
}

/** The address of the document itself, which needs no scope. */
const descriptionEndpoint: Described = {
  url: '/api/v1/openapi.json',
  operation: {
    id: 'getDescription',
    tag: 'Description',
    summary: 'Read this description',
    description: 'The API in OpenAPI 3.1, as this document says it.',
    needsKey: false,
    response: Type.Record(Type.String(), Type.Unknown(), {
      title: 'Description',
      description: 'A document in OpenAPI 3.1',
    }),
  },
  query: {},
};
