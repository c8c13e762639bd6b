import type { Tool as ListedTool } from '@modelcontextprotocol/server';
import type { TObject, TSchema } from 'typebox';
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
}

export interface Tool extends Pick<ToolSource, 'ask'> {
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

export function createTool(words: ToolWords, { input, output, ask }: ToolSource): Tool {
  const inputSchema = plainSchema(input);
  const outputSchema = plainSchema(output);
  return {
    listed: { ...words, inputSchema, outputSchema, annotations },
    names: Object.keys(input.properties),
    ask,
  };
}

/** An endpoint of the versioned API as what a tool is made of. */
export const sourceOf = (endpoint: Endpoint): ToolSource => ({
  input: inputSchemaOf(endpoint),
  output: endpoint.operation.response,
  ask: (call, services) => ask(endpoint, call, services, (body) => body),
});

/** As JSON, without the keywords of our own, which strict validators refuse. */
function plainSchema(schema: TSchema): ListedTool['inputSchema'] {
  return JSON.parse(
    JSON.stringify(schema, (key, value) => (key === 'x-privacy' ? undefined : value)),
  );
}
