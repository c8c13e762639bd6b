import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { createLruCache } from './memory.ts';

/**
 * Returns every value of a header as it was sent, since Node joins or drops repeated ones. Give the
 * name in lower case.
 */
export function valuesOf(wanted: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    const value = rawHeaders[at + 1];
    // Compare lengths first: converting every name to lower case takes most of the time.
    if (name?.length === wanted.length && name.toLowerCase() === wanted && value !== undefined) {
      values.push(value);
    }
  }
  return values;
}

const member =
  /[ \t]*(?:W\/)?(?:"([\x21\x23-\x7e\x80-\xff]*)"|([\x21\x23-\x29\x2b\x2d-\x7e]*))[ \t]*(?:,|$)/y;

/**
 * Returns the name of the content in an ETag, without marks and the name of a coding. Proxies
 * that compress add it, as this server does, and some clients send tags back without quotes.
 */
const contentOf = (tag: string): string => tag.replace(/--?(?:gzip|br|deflate|zstd)$/, '');

/**
 * Tells whether `If-None-Match` names the ETag, by RFC 9110 13.1.2: a list compared weakly, or `*`.
 * A tag without quotes, or of another coding of the same content, counts too. An otherwise invalid
 * header names nothing.
 */
export function isNoneMatchFor(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (/^[ \t]*\*[ \t]*$/.test(header)) return true;
  const content = contentOf(etag.replace(/^W\//, '').replaceAll('"', ''));
  let isNamed = false;
  member.lastIndex = 0;
  while (member.lastIndex < header.length) {
    const found = member.exec(header);
    if (found === null) return false;
    const tag = found[1] ?? found[2] ?? '';
    isNamed ||= tag !== '' && contentOf(tag) === content;
  }
  return isNamed;
}

/** Supported content codings, best first. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Smaller bodies fit one packet, so that compressing them saves nothing. */
const minBytes = 1024;
const maxHeaders = 200;

/**
 * Returns the coding that `Accept-Encoding` prefers for a body of that many bytes; else `identity`.
 */
type ChooseCoding = (header: string | string[] | undefined, bytes: number) => Coding;

/** Creates a function that chooses among these codings, best first. */
export function choiceOf(offered: readonly Coding[]): ChooseCoding {
  const chosen = createLruCache<Coding>(maxHeaders, () => 1);
  return (header, bytes) => {
    if (typeof header !== 'string' || bytes < minBytes) return 'identity';
    return chosen.get(header, () => choose(header, offered));
  };
}

export const codingFor = choiceOf(codings);

function choose(header: string, offered: readonly Coding[]): Coding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const name = negotiator.encoding([...offered], { preferred: [...offered] });
  return offered.find((coding) => coding === name) ?? 'identity';
}

/** Header that lists the parameters of a query that the address doesn't know. */
export const ignoredHeader = 'X-Ignored-Parameters';

const maximumNames = 10;
const maximumLength = 64;

/** Lists ignored parameters in the header, percent-encoded and cut to a readable length. */
export function noteIgnored(reply: FastifyReply, names: readonly string[]): void {
  const written = names.filter((name) => name !== '').map(encodeName);
  if (written.length === 0) return;
  const first = written.slice(0, maximumNames);
  const rest = written.length > first.length ? ['...'] : [];
  reply.header(ignoredHeader.toLowerCase(), [...first, ...rest].join(', '));
}

function encodeName(name: string): string {
  // Brackets of lists stay readable: `include[]`, not `include%5B%5D`.
  const written = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']');
  return written.length > maximumLength ? `${written.slice(0, maximumLength)}...` : written;
}
