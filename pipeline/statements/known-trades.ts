import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { ticketsOf, tradesIn } from '../deliveries/tickets.ts';
import { privateId } from './delivery-content.ts';
import type { Reading } from './statement.ts';

/**
 * Counts the trades of each account of a statement that earlier deliveries have already. `path` is
 * the file of its contents, `folder` is for temporary files.
 */
export async function withKnownTrades(
  database: DeliveryDatabase,
  owner: string,
  reading: Reading,
  { path, folder }: { readonly path: string; readonly folder: string },
): Promise<Reading> {
  if (!('found' in reading)) return reading;
  const lines = gunzipSync(readFileSync(path)).toString().split('\n');
  const accounts = [];
  for (const [at, account] of reading.found.accounts.entries()) {
    const before = await ticketsOf(database, privateId(account.id, owner), folder);
    const tickets = before.size === 0 ? [] : [...tradesIn(JSON.parse(lines[at] ?? 'null')).keys()];
    const known = tickets.filter((ticket) => before.has(ticket)).length;
    accounts.push({ ...account, known });
  }
  return { found: { ...reading.found, accounts } };
}
