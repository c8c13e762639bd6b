import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import Type, { type TObject, type TSchema } from 'typebox';
import { type ApiServices, ask, type Call, type Endpoint } from '../api/endpoint.ts';
import { inputSchemaOf } from '../api/parameter-schemas.ts';
import type { CalendarBodies } from '../calendar/bodies.ts';
import type { Body } from '../http/body.ts';

/** What tools answer with. */
export interface McpServices extends ApiServices {
  readonly calendar: CalendarBodies;
}

/** What a tool asks for and answers with; the same as over HTTP. */
export interface ToolSource {
  readonly input: TObject;
  readonly output: TSchema;
  ask(call: Call, services: McpServices): Promise<Body>;
  /** What is to be said beside the answer, in words and figures of ours alone. */
  note?(call: Call, services: McpServices): Promise<Note>;
}

export interface Note {
  readonly text?: readonly string[];
  readonly meta?: Readonly<Record<string, unknown>>;
}

export interface Tool extends Pick<ToolSource, 'ask' | 'note'> {
  /** As clients see it. */
  readonly listed: ListedTool;
  /** Names of its arguments. */
  readonly names: readonly string[];
}

interface ToolWords {
  readonly name: string;
  readonly title: string;
  /** When to use it, and what comes in which unit. */
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
    ...(note && { note }),
  };
}

/** An endpoint of the versioned API as what a tool is made of. */
export const sourceOf = (endpoint: Endpoint): ToolSource => ({
  input: inputSchemaOf(endpoint),
  output: endpoint.operation.response,
  ask: (call, services) => ask(endpoint, call, services, (body) => body),
});

/** The same source, asked with these values of parameters where a call names none. */
export function withDefaults(
  source: ToolSource,
  values: Readonly<Record<string, number>>,
): ToolSource {
  const { properties } = source.input;
  // A spread loses the mark of what is optional.
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
    ask: (call, services) => source.ask({ ...call, query: { ...query, ...call.query } }, services),
  };
}

/** As JSON, without the keywords of our own, which strict validators refuse. */
function plainSchema(schema: TSchema): ListedTool['inputSchema'] {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'x-privacy' ? undefined : value)),
  );
}

/** Of an answer's schema what a model needs to ask: members and their types, not what is below them. */
const outlineDepth = 2;

type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema that whatever fits the whole one fits too. */
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
  const types = anyOf ? [...new Set((anyOf as JsonSchema[]).map((one) => one.type))] : type;
  return {
    ...(types !== undefined &&
      !(Array.isArray(types) && types.includes(undefined)) && { type: types }),
    ...below,
  };
}
