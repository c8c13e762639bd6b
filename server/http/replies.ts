import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Body } from './body.ts';
import type { ApiError } from './errors.ts';
import { type Coding, codingFor, isNoneMatchFor } from './headers.ts';
import { after, type MaybePromise } from './memory.ts';

/** Headers of every answer. */
export const commonHeaders = {
  'x-content-type-options': 'nosniff',
  vary: 'Authorization, Accept-Encoding',
} as const;

const jsonType = 'application/json; charset=utf-8';
/** Types that are compressed already. */
const packedTypes: ReadonlySet<string> = new Set(['image/png']);

/**
 * Sends finished bytes, or a 304 if the client has them already. No schema serialises them, since
 * that would turn null into 0.
 */
export async function sendBody(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  contentType = jsonType,
  cacheControl?: string,
): Promise<void> {
  const coding = packedTypes.has(contentType)
    ? 'identity'
    : codingFor(request.headers['accept-encoding'], body.bytes.length);
  if (!beginAnswer(request, reply, body.etag(coding), contentType, coding, cacheControl)) return;
  reply.send(await body.encoded(coding));
}

/**
 * Sets the headers of an answer. Returns false after a 304, since there is nothing more to send.
 */
export function beginAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  etag: string,
  contentType: string,
  coding: Coding,
  cacheControl?: string,
): boolean {
  const { isKnown, headers } = headOf(request, etag, contentType, coding, cacheControl);
  reply.headers(headers);
  if (isKnown) reply.code(304).send();
  return !isKnown;
}

/** Returns the headers of an answer, and whether the client has its body already. */
function headOf(
  { headers }: FastifyRequest,
  etag: string,
  contentType: string,
  coding: Coding,
  cacheControl = 'private, no-cache',
) {
  const always = { 'cache-control': cacheControl, etag };
  if (isNoneMatchFor(headers['if-none-match'], etag)) return { isKnown: true, headers: always };
  const encoding = coding === 'identity' ? {} : { 'content-encoding': coding };
  return { isKnown: false, headers: { ...always, 'content-type': contentType, ...encoding } };
}

/** Names and values of headers, in turn. */
export type HeaderList = readonly string[];

/**
 * Sends what `sendBody` sends, before the handler and without the hooks of sending, which takes a
 * third of the time. The hooks of an answer's end run.
 */
export function sendAgain(
  request: FastifyRequest,
  reply: FastifyReply,
  body: Body,
  otherHeaders: HeaderList,
): MaybePromise<void> {
  const coding = codingFor(request.headers['accept-encoding'], body.bytes.length);
  const { isKnown, headers } = headOf(request, body.etag(coding), jsonType, coding);
  const list = [...otherHeaders];
  for (const [name, value] of Object.entries(headers)) list.push(name, value);
  return after(isKnown ? null : body.encoded(coding), (bytes) => {
    reply.hijack();
    if (bytes === null) {
      reply.raw.writeHead(304, list).end();
    } else {
      list.push('content-length', String(bytes.length));
      reply.raw.writeHead(200, list).end(bytes);
    }
  });
}

/** Headers that are removed if a problem is sent in place of the answer. */
const answerOnlyHeaders = ['etag', 'content-encoding', 'content-disposition'] as const;

export function sendProblem(reply: FastifyReply, problem: ApiError): FastifyReply {
  for (const name of answerOnlyHeaders) {
    reply.removeHeader(name);
    // If a stream failed before its first byte, its headers are set on the raw reply.
    reply.raw.removeHeader(name);
  }
  return reply.code(problem.status).headers(problem.headers).send(problem.body);
}
