import Negotiator from 'negotiator';
import { createLastUsed } from './memory.ts';

/** Content codings there are, the better first. */
const codings = ['br', 'gzip', 'identity'] as const;
export type Coding = (typeof codings)[number];

/** Below this a packet is a packet. */
const minBytes = 1024;
const maxHeaders = 200;

/** The coding that `Accept-Encoding` prefers for so many bytes; plain where it takes none. */
export type ChooseCoding = (header: string | string[] | undefined, bytes: number) => Coding;

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
