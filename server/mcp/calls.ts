import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { Call } from '../api/endpoint.ts';
import type { Body } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { parseMarked } from './exact-numbers.ts';
import { callerOf, type McpSession, type PlaceToRead } from './session.ts';
import type { McpServices, Tool } from './tool.ts';
import { tools } from './tools.ts';

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));

/**
 * The HTTP answer once, where the client of that revision reads it; a problem as words that name
 * nothing of an owner's.
 */
export async function callTool(
  { name, arguments: values = {} }: CallToolRequest['params'],
  session: McpSession,
  revision: string | undefined,
  services: McpServices,
): Promise<CallToolResult> {
  const tool = byName.get(name);
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool of that name.');
  }
  const named = textOf(values.slug);
  const slug = typeof named === 'string' ? named : '';
  const problem = refusalOf(values, name, tool.names);
  try {
    const call = { caller: await callerOf(session), slug, query: queryOf(values), problem };
    const answer = await tool.ask(call, services);
    return await resultOf(answer, tool, call, session.placeToRead(revision), services);
  } catch (error) {
    const fault = error instanceof ApiError ? error : new ApiError('internal', { cause: error });
    if (fault.status >= 500 && fault.cause) logFailure(services, name, fault);
    return refused(wordsFor(fault, slug), fault.headers['retry-after']);
  }
}

/** A problem that a model can read, and wait on where it has been asked to. */
function refused(text: string, retryAfter?: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text }],
    ...(retryAfter && { _meta: { 'trackrecord/retry_after_seconds': Number(retryAfter) } }),
  };
}

async function resultOf(
  { bytes }: Body,
  { note }: Tool,
  call: Call,
  place: PlaceToRead,
  services: McpServices,
): Promise<CallToolResult> {
  const json = bytes.toString();
  const more = note ? await note(call, services) : {};
  const words = [`The answer is structuredContent, ${bytes.length} bytes.`, ...(more.text ?? [])];
  const text = place === 'data' ? words.join(' ') : json;
  return {
    content: [{ type: 'text', text }],
    ...(place !== 'text' && { structuredContent: parseMarked(json) }),
    ...(more.meta && { _meta: more.meta }),
  };
}

/** The words of HTTP, but for an address that HTTP could not even be asked for. */
const wordsFor = ({ problem, message }: ApiError, slug: string): string =>
  problem === 'not_found' && slug === ''
    ? 'slug has to be given; search_public_accounts finds it.'
    : message;

function logFailure({ log }: McpServices, tool: string, { cause }: ApiError): void {
  log.error('tool failed', { tool, error: cause instanceof Error ? cause.stack : String(cause) });
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Arguments of a tool call as the query of the same request over HTTP: an array is a repeated
 * parameter, and what is null is not given. What has no text is left for the parameter's rule to
 * refuse.
 */
function queryOf(values: Arguments): Query {
  const pairs = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf) : textOf(value)]),
  );
}

/** A number as its text; anything else is itself. */
function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const words = new Intl.ListFormat('en-GB');

/** The refusal of whatever a tool does not know, which says what it does; null where all is known. */
function refusalOf(values: Arguments, tool: string, known: readonly string[]): ApiError | null {
  if (Object.keys(values).every((name) => known.includes(name))) return null;
  const detail = `${tool} takes ${words.format(known)}, and no other argument.`;
  return new ApiError('invalid_parameter', { detail, allowed: known });
}
