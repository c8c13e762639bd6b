import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitHeaders } from '../callers/limits/limits.ts';
import type { Body } from '../http/body.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import { noteIgnored } from '../http/headers.ts';
import { commonHeaders, sendBody } from '../http/replies.ts';
import { type Html, textOf } from './html.ts';
import { type Language, languageFor } from './language/languages.ts';
import { applyPolicy, type Policy } from './policies.ts';

/** Content types by name. */
export const types = {
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8; header=present',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  ico: 'image/vnd.microsoft.icon',
  json: 'application/json; charset=utf-8',
} as const;

export type Type = (typeof types)[keyof typeof types];

/** Response of a page: body, type and headers. */
export interface PageAnswer {
  readonly body: Body;
  readonly type: Type;
  readonly policy: Policy;
  /** True if it is the same for all readers, so that shared caches may store it. */
  readonly isForAll?: boolean;
}

/** Seconds that a shared cache may keep a public response. */
export const sharedSeconds = 300;

/** Returns the language of a request: from `lang` in its address, or from Accept-Language. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const named = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null;
  return languageFor(named, headers['accept-language']);
}

/** Returns who sent a request, and a signal that is aborted once they have the answer or left. */
export function askerOf({ ip }: FastifyRequest, { raw }: FastifyReply) {
  const gone = new AbortController();
  raw.once('close', () => gone.abort());
  return { client: clientOf(ip), signal: gone.signal };
}

/** Sets the headers that name the language of a page. */
export function noteLanguage(reply: FastifyReply, { code }: Language): void {
  reply.header('content-language', code).header('vary', `${commonHeaders.vary}, Accept-Language`);
}

/** Tells whether an answer of this type has words in the language of its reader. */
export const hasLanguage = (type: Type): boolean =>
  [types.html, types.atom, types.pdf].some((each) => each === type);

/**
 * Sends a finished page or image with the headers of its kind. A CSV has no parameters, so those
 * that came are named as ignored.
 */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  type: Type,
  policy: Policy,
  isForAll = false,
): Promise<void> {
  applyPolicy(reply, policy);
  if (type === types.csv) noteIgnored(reply, Object.keys(Object(request.query)));
  if (!isForAll) return sendBody(request, reply, body, type);
  for (const name of limitHeaders) reply.removeHeader(name);
  reply.header('vary', 'Accept-Encoding');
  return sendBody(request, reply, body, type, sharedCaching);
}

/** Browsers always revalidate; a shared cache revalidates after `sharedSeconds`. */
const sharedCaching = `public, max-age=0, must-revalidate, s-maxage=${sharedSeconds}`;

export const bytesOf = (page: Html): Buffer => Buffer.from(`<!doctype html>\n${textOf(page)}`);

/** Splits a file name into its slug and one of the endings, or an empty ending. */
export function splitEnding<Ending extends string>(
  name: string,
  endings: readonly Ending[],
): { slug: string; ending: Ending | '' } {
  const ending = endings.find((candidate) => name.endsWith(candidate)) ?? '';
  return { slug: name.slice(0, name.length - ending.length), ending };
}

export const nothingHere = (): ApiError => new ApiError('not_found');
