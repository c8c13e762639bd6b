import Negotiator from 'negotiator';
import { createLastUsed } from './last-used.ts';

/** Content codings there are, the better first. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Below this a packet is a packet. */
const leastBytes = 1024;
const mostHeaders = 200;
const chosen = createLastUsed<Coding>(mostHeaders, () => 1);

/** The coding that `Accept-Encoding` prefers for so many bytes; plain where it takes none. */
export function codingFor(
  header: string | string[] | undefined,
  bytes: number,
  offered: readonly Coding[] = codings,
): Coding {
  if (typeof header !== 'string' || bytes < leastBytes) return 'identity';
  return chosen.get(`${offered} ${header}`, () => choose(header, offered));
}

function choose(header: string, offered: readonly Coding[]): Coding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } });
  const name = negotiator.encoding([...offered], { preferred: [...offered] });
  return codings.find((coding) => coding === name) ?? 'identity';
}
