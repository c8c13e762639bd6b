import { entriesOf, type JsonText } from '../base/json-text.ts';
import { sumDecimals } from '../read/decimals.ts';
import { decimalOf } from '../read/json-values.ts';
import { type DeliveryContent, readContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';

/** Trades of a delivery by ticket, each with its net profit as decimal text. */
export const tradesIn = (
  content: DeliveryContent | undefined | null,
): ReadonlyMap<string, string> =>
  new Map(
    (content?.lines.trades ?? []).map((line) => {
      const cells = new Map(entriesOf(line));
      const amounts = ['profit', 'commission', 'swap'].map((name) => amountIn(cells.get(name)));
      return [textIn(cells.get('ticket')), sumDecimals(amounts)];
    }),
  );

/** Returns the text that load reads of a value; empty for null. */
export const textIn = (value: JsonText = 'null'): string =>
  value === 'null' ? '' : value.startsWith('"') ? JSON.parse(value) : value;

/** Reads an amount in any notation that load accepts. Null is 0, and so is an empty text. */
const amountIn = (value: JsonText | undefined): string =>
  decimalOf(
    textIn(value)
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/\.(?!\d)/, '')
      .replace(/(\.\d{20})\d+/, '$1'),
  ) ?? '0';

/** Returns the tickets of all trades in the deliveries of an account, but for one delivery. */
export async function ticketsOf(
  database: DeliveryDatabase,
  accountId: string,
  except: string,
): Promise<ReadonlySet<string>> {
  const tickets = new Set<string>();
  const take = (content: DeliveryContent | undefined) => {
    for (const ticket of tradesIn(content).keys()) tickets.add(ticket);
  };
  await readDeliveries(database, accountId, take, except);
  return tickets;
}

/** Reads the deliveries of an account, but for one, in the order in which they load. */
export async function readDeliveries(
  { read }: DeliveryDatabase,
  accountId: string,
  take: (content: DeliveryContent | undefined) => void,
  except = '',
): Promise<void> {
  await read(async (db) => {
    const deliveries = await db
      .selectFrom('deliveries')
      .select('number')
      .where('account_id', '=', accountId)
      .where('receipt', '!=', except)
      .where('has_content', '=', 1)
      .where('withdrawn_at', 'is', null)
      .orderBy('number')
      .execute();
    // One after another, so that memory holds the rows of one delivery only.
    for (const { number } of deliveries) take(await readContent(db, number));
  });
}
