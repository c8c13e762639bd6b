import Type from 'typebox';
import type { Described } from '../api/endpoint.ts';

/** The address of the document itself, which needs no scope. */
export const descriptionEndpoint: Described = {
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
