import type { Book } from './book.ts';
import type { JsonObject } from './json.ts';

const otherSources = ['broker_api', 'terminal', 'owner_statement', 'owner_api', 'feed'];

/** Counts trades and bookings by source. The oracle reads only files of the operator. */
export function provenanceSection({ trades, bookings }: Book): JsonObject {
  const none = { trades: 0, flows: 0, compared: 0, differing: 0 };
  return {
    operator_file: { ...none, trades: trades.length, flows: bookings },
    ...Object.fromEntries(otherSources.map((name) => [name, none])),
  };
}
