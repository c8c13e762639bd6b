import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { DeliveryContent } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
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
    const before = await ticketsBefore(database, privateId(account.id, owner), folder);
    const tickets = before.size === 0 ? [] : ticketsOf(JSON.parse(lines[at] ?? 'null'));
    const known = tickets.filter((ticket) => before.has(ticket)).length;
    accounts.push({ ...account, known });
  }
  return { found: { ...reading.found, accounts } };
}

async function ticketsBefore(
  { read, contents }: DeliveryDatabase,
  accountId: string,
  folder: string,
): Promise<ReadonlySet<string>> {
  const tickets = new Set<string>();
  await read(async (db) => {
    const deliveries = await db
      .selectFrom('deliveries')
      .select(['number', 'bytes', 'object_sha256', 'object_bytes', 'object_line'])
      .where('account_id', '=', accountId)
      .where('has_content', '=', 1)
      .where('withdrawn_at', 'is', null)
      .execute();
    // One after another, so that memory holds the rows of one delivery only.
    for (const delivery of deliveries) {
      const content = (await contents.read(db, [delivery], folder)).get(delivery.number);
      for (const ticket of ticketsOf(content)) tickets.add(ticket);
    }
  });
  return tickets;
}

const ticketsOf = (content: DeliveryContent | undefined | null): string[] =>
  (content?.lines.trades ?? []).map((line) => JSON.parse(line).ticket);
