import { sumDecimals } from '../read/decimals.ts';
import type { DeliveryContent } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';

/** Trades of a delivery by ticket, each with its net profit as decimal text. */
export const tradesIn = (
  content: DeliveryContent | undefined | null,
): ReadonlyMap<string, string> =>
  new Map(
    (content?.lines.trades ?? []).map((line) => {
      const { ticket, profit = '0', commission = '0', swap = '0' } = JSON.parse(line);
      return [ticket, sumDecimals([profit, commission, swap].map(String))];
    }),
  );

/** Returns the tickets of all trades in the deliveries of an account, but for one delivery. */
export async function ticketsOf(
  { read, contents }: DeliveryDatabase,
  accountId: string,
  folder: string,
  except = '',
): Promise<ReadonlySet<string>> {
  const tickets = new Set<string>();
  await read(async (db) => {
    const deliveries = await db
      .selectFrom('deliveries')
      .select(['number', 'bytes', 'object_sha256', 'object_bytes', 'object_line'])
      .where('account_id', '=', accountId)
      .where('receipt', '!=', except)
      .where('has_content', '=', 1)
      .where('withdrawn_at', 'is', null)
      .execute();
    // One after another, so that memory holds the rows of one delivery only.
    for (const delivery of deliveries) {
      const content = (await contents.read(db, [delivery], folder)).get(delivery.number);
      for (const ticket of tradesIn(content).keys()) tickets.add(ticket);
    }
  });
  return tickets;
}
