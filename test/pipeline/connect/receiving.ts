import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { Outcome } from '../../../pipeline/connect/outcome.ts';
import { type LocalReceiving, receiveLocally } from '../../../pipeline/connect/receive.ts';
import { withDirectory } from '../../support/directory.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { sentAccount } from '../../support/sent-rows.ts';
import { whileOpen } from '../../support/while-open.ts';
import { runsOf } from '../deliveries/run-pending.ts';

/** Monday, 4 March 2024, 12:00:00 on a server two hours ahead of UTC. */
export const noon = 1_709_553_600;

const atNoon = (): Date => new Date((noon - 7200) * 1000);

/** Account data of a terminal, as an Expert Advisor sends it at noon. */
export const terminalAccount = sentAccount(noon);

export interface Desk {
  readonly receiving: LocalReceiving;
  readonly path: string;
  /** Sends a body, as JSON by default, with a key that has the name of the account. */
  send(accountId: string, body: string | Buffer, more?: Sending): Promise<Outcome>;
  /** Loads everything received, as the next run does. */
  run: ReturnType<typeof runsOf>['next'];
}

interface Sending {
  readonly type?: 'application/json' | 'application/x-ndjson';
  readonly isGzip?: boolean;
  readonly idempotencyKey?: string;
}

/**
 * Calls the work with a receiver, an empty data directory, and runs that load what was received.
 */
export const withReceiver = (work: (desk: Desk) => Promise<void>): Promise<void> =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const path = dataDir.inbox.database;
    await whileOpen(receiveLocally(path, atNoon), async (receiving) => {
      const runs = runsOf(dataDir);
      await work({
        receiving,
        path,
        run: () => runs.next(),
        send: (accountId, body, more) => receiving.receive(keyedBody(accountId, body, more)),
      });
    });
  });
