import type { EndpointDescription } from '../api/endpoint.ts';
import { type NamedParameter, parametersOf } from '../api/parameter-schemas.ts';
import { ignoredHeader } from '../http/headers.ts';
import { isList } from '../http/parameters.ts';
import type { Components } from './components.ts';
import type { Examples } from './examples.ts';
import { limitHeaders, referTo } from './headers.ts';
import { type ProblemStatus, referToProblems } from './responses.ts';

/** Problems that every address can answer with. */
const everywhere: readonly ProblemStatus[] = [413, 414, 429, 500, 503];

/** Describes a versioned endpoint as a path of the document. */
export function describeEndpoint(
  endpoint: EndpointDescription,
  examples: Examples | undefined,
  components: Components,
  isScoped = true,
) {
  const { url, operation } = endpoint;
  const parameters = parametersOf(endpoint);
  const { id, tag, summary, description, needsKey, response, type } = operation;
  const ofFiles = type === undefined ? [] : (['Content-Disposition'] as const);
  const get = {
    operationId: id,
    tags: [tag],
    summary,
    description: `${needsKey ? 'Needs a key.' : 'Needs no key.'} ${description}`,
    security: needsKey ? [{ bearer: [] }] : [{}, { bearer: [] }],
    parameters: [...parameters.map(describeParameter), ifNoneMatch],
    responses: {
      200: {
        description: 'The requested data',
        headers: referTo(['ETag', 'Cache-Control', ...ofFiles, ignoredHeader, ...limitHeaders]),
        content: {
          [type ?? 'application/json']: { schema: components.refer(response), ...examples },
        },
      },
      304: { $ref: '#/components/responses/NotModified' },
      ...referToProblems(problemsOf(parameters, isScoped)),
    },
  };
  return [url.replaceAll(/:(\w+)/g, '{$1}'), { get }] as const;
}

function problemsOf(parameters: readonly NamedParameter[], isScoped: boolean): ProblemStatus[] {
  const isRead = (location: string) => parameters.some((parameter) => parameter.in === location);
  const specific: [ProblemStatus, boolean][] = [
    [400, isRead('query')],
    [401, true],
    [403, isScoped],
    [404, isRead('path') || parameters.some(({ name }) => name === 'slugs')],
    [410, parameters.some(({ name }) => name === 'version')],
  ];
  return [...specific.flatMap(([status, applies]) => (applies ? [status] : [])), ...everywhere];
}

export const ifNoneMatch = { $ref: '#/components/parameters/IfNoneMatch' } as const;

/** Describes a parameter in OpenAPI. Lists are shown in their shortest form, with commas. */
export function describeParameter({ name, in: location, schema }: NamedParameter) {
  const { description, ...bare }: { description?: unknown } = schema;
  return {
    name,
    in: location,
    required: location === 'path',
    description,
    ...(isList({ schema }) && { style: 'form', explode: false }),
    schema: bare,
  };
}
