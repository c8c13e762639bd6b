import {
  type CallToolRequest,
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { membersOf } from '../../pipeline/base/json-text.ts';
import type { EndpointRequest } from '../api/endpoint.ts';
import type { Body } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { toApiError } from '../http/problems.ts';
import { parseMarked, unmark } from './exact-numbers.ts';
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
    const result = await resultOf(answer, tool, request, session.partToRead(revision), services);
    return isTooLong(result) ? toolError(tooLong(answer, tool)) : result;
  } catch (error) {
    const fault = toApiError(error);
    if (fault.status >= 500 && fault.cause) logFailure(services, name, fault);
    const isMissing = slug === '' && tool.names.includes('slug');
    return toolError(wordsFor(fault, isMissing), fault.headers['retry-after']);
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

/** Most bytes of an answer. Models pay for each, and clients cut off longer ones. */
const maxBytes = 60_000;

const isTooLong = (result: CallToolResult): boolean =>
  Buffer.byteLength(unmark(JSON.stringify(result))) > maxBytes;

/** Advice on how to get a shorter answer, by the argument that shortens it. */
const remedies: Readonly<Record<string, string>> = {
  include: 'leave sections out of include',
  fields: 'name members in fields',
  figures: 'name figures in figures',
  points: 'ask for fewer points',
  from: 'narrow from and to',
  limit: 'use a smaller limit',
  currency: 'name currencies',
  impact: 'name an impact',
  by: 'name fewer groups in by',
};
/** Members of an answer below this size need not be named. */
const smallBytes = 1000;

/** Says how long each part of an answer is, and how to get a shorter one. */
function tooLong({ bytes }: Body, { names }: Tool): string {
  const sizes = [...membersOf(bytes.toString())]
    .map(([name, text]) => [name, Buffer.byteLength(text)] as const)
    .filter(([, size]) => size >= smallBytes)
    .sort(([, first], [, second]) => second - first)
    .map(([name, size]) => `${name} ${size}`);
  const advice = names.flatMap((name) => remedies[name] ?? []).join(', or ');
  return `The answer would be too long: tools answer with at most ${maxBytes} bytes. In bytes: ${sizes.join(', ')}. To shorten it, ${advice}.`;
}

/** Returns the text of a problem. Says how to find a missing slug, and where stdio has its key. */
function wordsFor({ problem, message }: ApiError, isSlugMissing: boolean): string {
  if (problem === 'unauthenticated') return `${message} trackrecord mcp reads TRACKRECORD_KEY.`;
  return problem === 'not_found' && isSlugMissing
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
