import { CommandError, exitCodes } from '../base/errors.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import type { DeliveryDatabase } from '../deliveries/database.ts';
import { deliveriesAt, deliveryAddress } from '../deliveries/open.ts';
import {
  findDelivery,
  type ListedDelivery,
  listDeliveries,
  maxListed,
  withdrawDelivery,
} from '../deliveries/withdraw.ts';
import { userOfProcess } from '../registry/apply.ts';
import { noteWithdrawn, refuseOperatorAccount } from '../registry/withdrawals.ts';
import { inColumns } from './columns.ts';
import type { CommandIo } from './io.ts';
import { withRegistry } from './with-registry.ts';

interface DeliveriesListOptions {
  readonly account?: string;
  readonly json?: boolean;
}

/** Lists what was sent in, newest first: of one account, or of all. */
export async function deliveriesListCommand(
  config: Config,
  { account, json }: DeliveriesListOptions,
  io: CommandIo,
): Promise<number> {
  const listed = await withDeliveries(config, async (database) =>
    database ? await listDeliveries(database, account === undefined ? 'all' : [account]) : [],
  );
  if (json) {
    io.stdout(JSON.stringify(listed));
    return exitCodes.done;
  }
  if (listed.length === 0) io.stdout('no data has been sent in');
  else for (const line of inColumns([headings, ...listed.map(cellsOf)])) io.stdout(line);
  if (listed.length === maxListed) io.stderr(`only the newest ${maxListed} are listed`);
  return exitCodes.done;
}

const headings = ['RECEIVED', 'RECEIPT', 'SOURCE', 'STATE', 'ROWS', 'REFUSED', 'ACCOUNT'];

const cellsOf = (delivery: ListedDelivery): string[] => [
  delivery.received_at,
  delivery.receipt,
  delivery.source,
  delivery.withdrawn_at === null ? delivery.state : 'withdrawn',
  `${delivery.accepted}`,
  `${delivery.rejected_count}`,
  delivery.account_id,
];

interface DeliveriesWithdrawOptions {
  readonly id: string;
}

/** Removes the rows of a delivery. The next run computes its account without them. */
export async function deliveriesWithdrawCommand(
  config: Config,
  { id }: DeliveriesWithdrawOptions,
  io: CommandIo,
): Promise<number> {
  const actor = `deliveries withdraw (${userOfProcess()})`;
  const { isNew, delivery } = await withDeliveries(config, async (database) => {
    const found = database && (await findDelivery(database, id));
    if (!database || !found) {
      throw new CommandError(
        `there is no delivery ${JSON.stringify(id)}; trackrecord deliveries lists them`,
      );
    }
    return withRegistry(config, io, async (registry) => {
      await refuseOperatorAccount(registry, found.account_id);
      const isNew = await withdrawDelivery(database, id);
      await noteWithdrawn(registry, found, actor);
      return { isNew, delivery: found };
    });
  });
  const next =
    delivery.source === 'broker_api'
      ? 'the next sync reads its whole history again'
      : 'the next run computes the account without them';
  io.stdout(
    isNew
      ? `withdrew ${id} of ${delivery.account_id} with ${withNoun(delivery.rows, 'row')}; ${next}`
      : `${id} was withdrawn before`,
  );
  return exitCodes.done;
}

/** Lends the deliveries to `work`: null if nothing was ever sent in. */
async function withDeliveries<Result>(
  config: Config,
  work: (database: DeliveryDatabase | null) => Promise<Result>,
): Promise<Result> {
  const deliveries = deliveriesAt(deliveryAddress(config));
  try {
    return await work(await deliveries.find());
  } finally {
    await deliveries.close();
  }
}
