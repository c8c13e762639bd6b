import type { FastifyReply } from 'fastify';
import Negotiator from 'negotiator';
import { createLastUsed } from './memory.ts';

/** Every value of a header, given in small letters, as it was sent: Node joins or drops repeated ones. */
export function valuesOf(wanted: string, rawHeaders: readonly string[]): string[] {
  const values: string[] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    const value = rawHeaders[at + 1];
    // The length first: to write every name in small letters is most of the time.
    if (name?.length === wanted.length && name.toLowerCase() === wanted && value !== undefined) {
      values.push(value);
    }
  }
  return values;
}

const member = /[ \t]*(?:(?:W\/)?("[\x21\x23-\x7e\x80-\xff]*"))?[ \t]*(?:,|$)/y;

/**
 * Whether `If-None-Match` names the ETag, by RFC 9110 13.1.2: a list compared weakly, or `*`.
 * A header that is neither names nothing.
 */
export function isNoneMatchFor(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (/^[ \t]*\*[ \t]*$/.test(header)) return true;
  const opaque = etag.replace(/^W\//, '');
  let isNamed = false;
  member.lastIndex = 0;
  while (member.lastIndex < header.length) {
    const found = member.exec(header);
    if (found === null) return false;
    isNamed ||= found[1] === opaque;
  }
  return isNamed;
}

/** Content codings there are, the better first. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Below this a packet is a packet. */
const minBytes = 1024;
const maxHeaders = 200;

/** The coding that `Accept-Encoding` prefers for so many bytes; plain where it takes none. */
type ChooseCoding = (header: string | string[] | undefined, bytes: number) => Coding;

/** Chooses among some codings, the better first. */
export function choiceOf(offered: readonly Coding[]): ChooseCoding {
  const chosen = createLastUsed<Coding>(maxHeaders, () => 1);
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

/** The header that names what a query holds beyond what an address knows. */
export const ignoredHeader = 'X-Ignored-Parameters';

const maximumNames = 10;
const maximumLength = 64;

/** Names in the header what is ignored: percent-encoded, and no more of it than helps its sender. */
export function noteIgnored(reply: FastifyReply, names: readonly string[]): void {
  const written = names.filter((name) => name !== '').map(writtenName);
  if (written.length === 0) return;
  const kept = written.slice(0, maximumNames);
  const rest = written.length > kept.length ? ['...'] : [];
  reply.header(ignoredHeader.toLowerCase(), [...kept, ...rest].join(', '));
}

function writtenName(name: string): string {
  // The brackets of lists are harmless, and easier to recognise.
  const written = encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'))
    .replaceAll('%5B', '[')
    .replaceAll('%5D', ']');
  return written.length > maximumLength ? `${written.slice(0, maximumLength)}...` : written;
}
