import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import Type, { type TObject, type TSchema } from 'typebox';
import {
  type ApiServices,
  answerEndpoint,
  type Endpoint,
  type EndpointRequest,
} from '../api/endpoint.ts';
import { inputSchemaOf } from '../api/parameter-schemas.ts';
import type { CalendarBodies } from '../calendar/bodies.ts';
import type { Body } from '../http/body.ts';

/** Services that tools use. */
export interface McpServices extends ApiServices {
  readonly calendar: CalendarBodies;
}

/** Input, output and handler of a tool. They are the same as over HTTP. */
export interface ToolSource {
  readonly input: TObject;
  readonly output: TSchema;
  ask(request: EndpointRequest, services: McpServices): Promise<Body>;
  /** Returns a note to add to the answer. It must not contain texts of owners. */
  readonly note?: ((request: EndpointRequest, services: McpServices) => Promise<Note>) | undefined;
}

export interface Note {
  readonly text?: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Tool extends Pick<ToolSource, 'ask' | 'note'> {
  /** Description for clients. */
  readonly listed: ListedTool;
  /** Names of its arguments. */
  readonly names: readonly string[];
}

interface ToolWords {
  readonly name: string;
  readonly title: string;
  /** Says when to use the tool, and the units of its answer. */
  readonly description: string;
}

const annotations = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

export function createTool(words: ToolWords, source: ToolSource): Tool {
  const { input, output, ask, note } = source;
  const inputSchema = plainSchema(input);
  const outputSchema = outlineOf(plainSchema(output));
  return {
    listed: { ...words, inputSchema, outputSchema, annotations },
    names: Object.keys(input.properties),
    ask,
    note,
  };
}

/** Returns the source of a tool for an endpoint of the versioned API. */
export const sourceOf = (endpoint: Endpoint): ToolSource => ({
  input: inputSchemaOf(endpoint),
  output: endpoint.operation.response,
  ask: (request, services) => answerEndpoint(endpoint, request, services, (body) => body),
});

/** Returns a source with default values for parameters, for those queries that they apply to. */
export function withDefaults(
  source: ToolSource,
  values: Readonly<Record<string, number>>,
  applies: (query: EndpointRequest['query']) => boolean = () => true,
): ToolSource {
  const { properties } = source.input;
  // A spread loses the mark of optional properties, so mark them again.
  const withValues = Object.entries(values).map(([name, value]) => [
    name,
    Type.Optional({ ...properties[name], default: value }),
  ]);
  const query = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, String(value)]),
  );
  return {
    ...source,
    input: Type.Object(
      { ...properties, ...Object.fromEntries(withValues) },
      { additionalProperties: false },
    ),
    ask: (request, services) =>
      source.ask(
        { ...request, query: { ...(applies(request.query) && query), ...request.query } },
        services,
      ),
  };
}

/** Copies a schema without our own keywords, which strict validators refuse. */
function plainSchema(schema: TSchema): ListedTool['inputSchema'] {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'x-privacy' ? undefined : value)),
  );
}

/** Levels of members that a tool's output schema lists. Models need no more. */
const outlineDepth = 2;

type JsonSchema = Readonly<Record<string, unknown>>;

/** Shortens a schema. Every value that fits the whole schema fits the short one too. */
function outlineOf(schema: ListedTool['inputSchema']): ListedTool['inputSchema'] {
  const { properties = {}, required } = schema;
  return {
    type: 'object',
    properties: membersOf(properties, outlineDepth - 1) as ListedTool['inputSchema']['properties'],
    ...(required && { required }),
  };
}

const membersOf = (properties: JsonSchema, depth: number) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [
      name,
      memberOf(schema as JsonSchema, depth),
    ]),
  );

function memberOf({ type, anyOf, properties }: JsonSchema, depth: number): JsonSchema {
  const below =
    depth > 0 && properties ? { properties: membersOf(properties as JsonSchema, depth - 1) } : {};
  const types = anyOf ? [...new Set((anyOf as JsonSchema[]).map((choice) => choice.type))] : type;
  return {
    ...(types !== undefined &&
      !(Array.isArray(types) && types.includes(undefined)) && { type: types }),
    ...below,
  };
}
