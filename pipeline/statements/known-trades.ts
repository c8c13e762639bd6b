import { readFileSync } from 'node:fs';
import { entriesOf } from '../base/json-text.ts';
import type { DeliveryContent } from '../deliveries/contents.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { readDeliveries, textIn, tradesIn } from '../deliveries/tickets.ts';
import { OverlappingTrades, type PlacedTrade } from '../platforms/source/overlapping-trades.ts';
import { privateId, readRows } from './delivery-content.ts';
import type { Reading } from './statement.ts';

/**
 * Counts the trades of each account of a statement that earlier deliveries have already, and names
 * those that are lost or count twice with them. `path` is the file of its contents.
 */
export async function withKnownTrades(
  database: DeliveryDatabase,
  owner: string,
  reading: Reading,
  path: string,
): Promise<Reading> {
  if (!('found' in reading)) return reading;
  const contents = readRows(readFileSync(path));
  const accounts = [];
  const warnings = [...reading.found.warnings];
  for (const [at, account] of reading.found.accounts.entries()) {
    const before = new Set<string>();
    const trades = new OverlappingTrades();
    await readDeliveries(database, privateId(account.id, owner), (content) => {
      for (const ticket of tradesIn(content).keys()) before.add(ticket);
      addTo(trades, content);
    });
    const content = before.size === 0 ? undefined : contents[at];
    if (content !== undefined) addTo(trades, content);
    const known = [...tradesIn(content).keys()].filter((ticket) => before.has(ticket)).length;
    accounts.push({ ...account, known });
    warnings.push(...trades.faults());
  }
  return { found: { ...reading.found, accounts, warnings } };
}

/** Adds the trades of a delivery. Senders may write times that only load can read. */
function addTo(trades: OverlappingTrades, content: DeliveryContent | undefined): void {
  trades.begin();
  for (const line of content?.lines.trades ?? []) {
    const cells = new Map(entriesOf(line));
    const cell = (name: keyof PlacedTrade) => textIn(cells.get(name));
    const [opened_at, closed_at] = [cell('opened_at'), cell('closed_at')];
    if ([opened_at, closed_at].some((time) => Number.isNaN(Date.parse(time)))) continue;
    const [ticket, symbol, side, volume] = [
      cell('ticket'),
      cell('symbol'),
      cell('side'),
      cell('volume'),
    ];
    trades.add({ ticket, symbol, side, volume, opened_at, closed_at });
  }
}
