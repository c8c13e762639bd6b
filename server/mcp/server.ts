import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
} from '@modelcontextprotocol/server';
import packageJson from '../../package.json' with { type: 'json' };
import type { Call } from '../api/endpoint.ts';
import type { Caller } from '../callers/callers.ts';
import { ApiError } from '../http/errors.ts';
import { queryOf, refusalOf, textOf } from './arguments.ts';
import { parseMarked } from './exact-numbers.ts';
import { instructions } from './instructions.ts';
import type { McpServices } from './tool.ts';
import { tools } from './tools.ts';

const identity = {
  name: packageJson.name,
  title: 'Trading track records',
  version: packageJson.version,
};
const options = {
  capabilities: { tools: {} },
  instructions,
  cacheHints: { 'tools/list': { ttlMs: 3_600_000, cacheScope: 'public' } },
} as const;

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));

/** What answers the messages of one request, as its caller may see it. */
export function createMcpServer(caller: Caller, services: McpServices): Server {
  const server = new Server(identity, options);
  server.setRequestHandler('tools/list', () => ({ tools: tools.map(({ listed }) => listed) }));
  server.setRequestHandler('tools/call', ({ params }) => callTool(params, caller, services));
  return server;
}

/** The HTTP answer as data and as JSON text; its problem as words that name nothing of an owner's. */
async function callTool(
  { name, arguments: values = {} }: CallToolRequest['params'],
  caller: Caller,
  services: McpServices,
): Promise<CallToolResult> {
  const tool = byName.get(name);
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of that name.');
  }
  const slug = textOf(values.slug);
  const call = {
    caller,
    slug: typeof slug === 'string' ? slug : '',
    query: queryOf(values),
    problem: refusalOf(values, name, tool.names),
  };
  try {
    const { bytes } = await tool.ask(call, services);
    const text = bytes.toString();
    return { content: [{ type: 'text', text }], structuredContent: parseMarked(text) };
  } catch (error) {
    const problem = error instanceof ApiError ? error : new ApiError('internal', { cause: error });
    if (problem.status >= 500 && problem.cause) logFailure(services, name, problem);
    return { isError: true, content: [{ type: 'text', text: wordsFor(problem, call) }] };
  }
}

/** The words of HTTP, but for an address that HTTP could not even be asked for. */
const wordsFor = ({ problem, message }: ApiError, { slug }: Call): string =>
  problem === 'not_found' && slug === ''
    ? 'slug has to be given; search_public_accounts finds it.'
    : message;

function logFailure({ log }: McpServices, tool: string, { cause }: ApiError): void {
  log.error('tool failed', { tool, error: cause instanceof Error ? cause.stack : String(cause) });
}
