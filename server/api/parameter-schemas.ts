import Type, { type TSchema } from 'typebox';
import type { Parameters } from '../http/parameters.ts';
import type { EndpointDescription } from './endpoint.ts';

/** Parameter of an endpoint. A list has an array schema. */
export interface NamedParameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly schema: TSchema;
}

const slug: NamedParameter = {
  name: 'slug',
  in: 'path',
  schema: Type.String({
    pattern: '^[a-z0-9-]{1,64}$',
    description: 'Identifier of the account or portfolio',
    examples: ['north-eurusd'],
  }),
};

/** Lists the parameters of an endpoint's path and query. */
export function parametersOf({
  url,
  query,
}: Pick<EndpointDescription, 'url' | 'query'>): NamedParameter[] {
  const path = url.includes('/:slug') ? [slug] : [];
  return [...path, ...queryParametersOf(query)];
}

/** Lists the parameters of a query. */
export const queryParametersOf = (query: Parameters): NamedParameter[] =>
  Object.entries(query).map(([name, { schema }]) => ({ name, in: 'query', schema }));

/** Returns the schema of an object with all parameters, for callers that send JSON. */
export function inputSchemaOf(endpoint: Pick<EndpointDescription, 'url' | 'query'>) {
  const parameters = parametersOf(endpoint);
  return Type.Object(
    Object.fromEntries(
      parameters.map(({ name, in: location, schema }) => [
        name,
        location === 'path' ? schema : Type.Optional(schema),
      ]),
    ),
    { additionalProperties: false },
  );
}
