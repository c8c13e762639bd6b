import type { FastifyReply } from 'fastify';

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
