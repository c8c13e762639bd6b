import type { Site } from '../accounts/attribution.ts';
import { endpoints, fileEndpoints } from '../api/index.ts';
import { describeCalendar } from './calendar.ts';
import { createComponents } from './components.ts';
import { descriptionEndpoint } from './endpoint.ts';
import { examplesAt } from './examples.ts';
import { headers } from './headers.ts';
import type { JsonObject } from './json.ts';
import { describeEndpoint } from './operation.ts';
import { sharedResponses } from './responses.ts';
import { about, tags } from './words.ts';

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
