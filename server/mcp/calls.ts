import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { EndpointRequest } from '../api/endpoint.ts';
import type { Body } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { toApiError } from '../http/problems.ts';
import { parseMarked } from './exact-numbers.ts';
import { type AnswerPart, callerOf, type McpSession } from './session.ts';
import type { McpServices, Tool } from './tool.ts';
import { tools } from './tools.ts';

const byName = new Map(tools.map((tool) => [tool.listed.name, tool]));

/**
 * Answers a tool call with the body that HTTP would send, as data or text, whichever a client of
 * that revision reads. A problem becomes a tool error with the text of HTTP, which contains no text
 * of owners.
 */
export async function callTool(
  { name, arguments: values = {} }: CallToolRequest['params'],
  session: McpSession,
  revision: string | undefined,
  services: McpServices,
): Promise<CallToolResult> {
  const tool = byName.get(name);
  if (tool === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'There is no tool with that name.');
  }
  const slugText = textOf(values.slug);
  const slug = typeof slugText === 'string' ? slugText : '';
  const problem = unknownArgument(values, name, tool.names);
  try {
    const request = { caller: await callerOf(session), slug, query: queryOf(values), problem };
    const answer = await tool.ask(request, services);
    return await resultOf(answer, tool, request, session.partToRead(revision), services);
  } catch (error) {
    const fault = toApiError(error);
    if (fault.status >= 500 && fault.cause) logFailure(services, name, fault);
    return toolError(wordsFor(fault, slug), fault.headers['retry-after']);
  }
}

/** Writes a problem as a tool error, with the seconds to wait if there are any. */
function toolError(text: string, retryAfter?: string): CallToolResult {
  return {
    isError: true,
    content: [{ type: 'text', text }],
    ...(retryAfter && { _meta: { 'trackrecord/retry_after_seconds': Number(retryAfter) } }),
  };
}

async function resultOf(
  { bytes }: Body,
  { note }: Tool,
  request: EndpointRequest,
  part: AnswerPart,
  services: McpServices,
): Promise<CallToolResult> {
  const json = bytes.toString();
  const more = note ? await note(request, services) : {};
  const words = [
    `The answer is in structuredContent, ${bytes.length} bytes.`,
    ...(more.text ?? []),
  ];
  const text = part === 'data' ? words.join(' ') : json;
  return {
    content: [{ type: 'text', text }],
    ...(part !== 'text' && { structuredContent: parseMarked(json) }),
    ...(more.meta && { _meta: more.meta }),
  };
}

/** Returns the text of a problem. Says how to find a missing slug, and where stdio has its key. */
function wordsFor({ problem, message }: ApiError, slug: string): string {
  if (problem === 'unauthenticated') return `${message} trackrecord mcp reads TRACKRECORD_KEY.`;
  return problem === 'not_found' && slug === ''
    ? 'slug is missing. Find it with search_public_accounts.'
    : message;
}

function logFailure({ log }: McpServices, tool: string, { cause }: ApiError): void {
  log.error('tool failed', { tool, error: cause instanceof Error ? cause.stack : String(cause) });
}

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Turns arguments of a tool call into the query of the same HTTP request. An array becomes a
 * repeated parameter, and null is left out. Other values stay, and the parameter's rule refuses
 * them.
 */
function queryOf(values: Arguments): Query {
  const pairs = Object.entries(values).filter(([, value]) => value !== null);
  return Object.fromEntries(
    pairs.map(([name, value]) => [name, Array.isArray(value) ? value.map(textOf) : textOf(value)]),
  );
}

/** Writes numbers and booleans as text; other values stay unchanged. */
function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

const words = new Intl.ListFormat('en-GB');

/**
 * Returns the problem of an unknown argument, which lists the known ones; null if all are known.
 */
function unknownArgument(
  values: Arguments,
  tool: string,
  existing: readonly string[],
): ApiError | null {
  if (Object.keys(values).every((name) => existing.includes(name))) return null;
  const detail = `Unknown argument. ${tool} accepts only ${words.format(existing)}.`;
  return new ApiError('invalid_parameter', { detail, allowed: existing });
}
