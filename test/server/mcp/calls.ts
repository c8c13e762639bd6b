import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { bearer } from '../world.ts';

/** Headers that every client of the protocol sends. */
export const mcpHeaders = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  host: 'localhost',
} as const;

type Headers = Readonly<Record<string, string>>;

/** Sends a body to the MCP server unchanged. */
export function postText(
  app: FastifyInstance,
  payload: string,
  headers: Headers = {},
): Promise<LightMyRequestResponse> {
  return app.inject({
    method: 'POST',
    url: '/mcp',
    payload,
    headers: { ...mcpHeaders, ...headers },
  });
}

export const post = (app: FastifyInstance, message: unknown, headers: Headers = {}) =>
  postText(app, JSON.stringify(message), headers);

export const callOf = (name: unknown, args?: unknown) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args },
});

export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Returns the result of a tool call. A protocol error fails the test. */
export async function callTool(
  app: FastifyInstance,
  name: string,
  args: unknown,
  key?: string,
): Promise<ToolAnswer> {
  const response = await post(app, callOf(name, args), bearer(key));
  const { result } = response.json();
  if (result === undefined) throw new Error(`${name}: ${response.body}`);
  return result;
}

export type Revision = 'legacy' | 'auto' | { pin: string };

/** Calls `work` with the official client, connected to a server. */
export async function withClient(
  url: string,
  { key, mode }: { key?: string | undefined; mode: Revision },
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
  const requestInit = { headers: bearer(key) };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit }));
  try {
    await work(client);
  } finally {
    await client.close();
  }
}
