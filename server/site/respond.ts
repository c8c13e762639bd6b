import type { FastifyReply, FastifyRequest } from 'fastify';
import { limitHeaders } from '../callers/limits/limits.ts';
import type { Body } from '../http/body.ts';
import { ApiError } from '../http/errors.ts';
import { commonHeaders, sendBody } from '../http/replies.ts';
import { type Html, textOf } from './html.ts';
import { type Language, languageFor } from './language/languages.ts';
import { applyPolicy, type Policy } from './policies.ts';

/** Kinds of answers and how they are named. */
export const types = {
  html: 'text/html; charset=utf-8',
  svg: 'image/svg+xml; charset=utf-8',
  png: 'image/png',
  csv: 'text/csv; charset=utf-8; header=present',
  text: 'text/plain; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
  atom: 'application/atom+xml; charset=utf-8',
  ico: 'image/vnd.microsoft.icon',
  json: 'application/json; charset=utf-8',
  oembed: 'text/xml; charset=utf-8',
} as const;

export type Type = (typeof types)[keyof typeof types];

/** What is answered at an address of the pages. */
export interface PageAnswer {
  readonly body: Body;
  readonly type: Type;
  readonly policy: Policy;
  /** Whether caches of many readers may hand it on: it is the same for all, and says nothing of who asks. */
  readonly isForAll?: boolean;
}

/** Seconds that a shared cache may hand on what is for all. */
export const sharedSeconds = 300;

/** What a request is answered in: what its address names, or what its sender reads. */
export function languageOf({ query, headers }: FastifyRequest): Language {
  const named = typeof query === 'object' && query !== null && 'lang' in query ? query.lang : null;
  return languageFor(named, headers['accept-language']);
}

/** Says what a page is written in, and that another reader may get another. */
export function noteLanguage(reply: FastifyReply, { code }: Language): void {
  reply.header('content-language', code).header('vary', `${commonHeaders.vary}, Accept-Language`);
}

/** Sends a finished page or image with the headers of its kind. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  type: Type,
  policy: Policy,
  isForAll = false,
): Promise<void> {
  applyPolicy(reply, policy);
  if (!isForAll) return sendBody(request, reply, body, type);
  for (const name of limitHeaders) reply.removeHeader(name);
  reply.header('vary', 'Accept-Encoding');
  return sendBody(request, reply, body, type, keptByAll);
}

/** Browsers ask whether it still holds; a shared cache asks once it is that old, and serves nothing older. */
const keptByAll = `public, max-age=0, must-revalidate, s-maxage=${sharedSeconds}`;

export const bytesOf = (page: Html): Buffer => Buffer.from(`<!doctype html>\n${textOf(page)}`);

/** Of a slug with one of the endings; the slug alone has the ending ''. */
export function splitEnding<Ending extends string>(
  name: string,
  endings: readonly Ending[],
): { slug: string; ending: Ending | '' } {
  const ending = endings.find((one) => name.endsWith(one)) ?? '';
  return { slug: name.slice(0, name.length - ending.length), ending };
}

export const nothingHere = (): ApiError => new ApiError('not_found');
