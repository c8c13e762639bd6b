import { asFileFault, CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { inEnglish } from '../base/reasons/reason.ts';
import { type WaitingAccount, waitingAccountOf } from '../base/waiting-accounts.ts';
import type { Database } from '../duckdb/database.ts';
import type { DeliveredLoad, DeliveryProgress } from '../load/delivered.ts';
import { openDeliveredLines } from '../load/delivered-lines.ts';
import { accountsOf } from './accounts.ts';
import { answeredLines, readAnswers } from './balance-answers.ts';
import { inBatches, maxHeldBytes } from './batches.ts';
import { type DeliveryContent, readContents } from './contents.ts';
import { cutDeliveries } from './cuts.ts';
import type { DeliveryDatabase } from './database.ts';
import { changedPositions } from './deals/stored-deals.ts';
import { forgetTerminals } from './deals/terminal-states.ts';
import { openTerminals } from './deals/terminals.ts';
import { type PendingDelivery, pendingDeliveries } from './pending-deliveries.ts';

/** Options of writing pending deliveries. */
export interface PendingOptions {
  readonly database: DeliveryDatabase;
  readonly log: Pick<Log, 'warn'>;
  /** Accounts whose deliveries are all pending, whatever was loaded before. */
  readonly anew?: readonly string[];
  /** Bytes of contents in memory at a time; a single content may have more. */
  readonly heldBytes?: number;
}

/** Rows of pending deliveries, and the accounts that wait for the next run. */
export interface PendingRows extends DeliveredLoad {
  readonly waiting: readonly WaitingAccount[];
}

/**
 * Reads the rows of pending deliveries, by table, in the order in which they came. Skips accounts
 * that are closed to their owners. Deals of terminals become trades: positions with new deals are
 * paired anew. An account whose deliveries can't be read waits for the next run and stops nobody.
 * Memory stays bounded. `home` is the database that loads the rows, and in whose transaction the
 * progress is stored.
 */
export async function takePending(
  { database, log, anew = [], heldBytes = maxHeldBytes }: PendingOptions,
  home: Database,
  before: DeliveryProgress,
  closedAmong: (accountIds: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<PendingRows> {
  const { source, to, isKnown } = await database.write((db) => cutDeliveries(db, before));
  const known = isKnown ? before : { number: 0, accounts: new Map<string, number>() };
  const fromFirst = anew.map((id) => [id, 0] as const);
  const progress = { ...known, accounts: new Map([...known.accounts, ...fromFirst]) };
  const accounts = await database.read((db) =>
    accountsOf(db, (query) =>
      query.where('number', '>', progress.number).where('number', '<=', to),
    ),
  );
  const closed = await closedAmong([...new Set([...accounts, ...progress.accounts.keys()])]);
  const opened = new Map([...progress.accounts].filter(([id]) => !closed.has(id)));
  const startOf = (accountId: string): number => opened.get(accountId) ?? progress.number;
  const lines = openDeliveredLines(home);
  const answers = await database.read((db) =>
    readAnswers(db, 'account_id', [...new Set([...accounts, ...opened.keys()])]),
  );
  const answersOf = (accountId: string) => answers.get(accountId) ?? {};
  const terminals = openTerminals({ home, database, lines, startOf, upTo: to, answersOf });
  const waiting = new Map<string, WaitingAccount>();
  const since = new Map<string, string>();

  const attempt = async (accountId: string, work: () => Promise<void> | void): Promise<void> => {
    if (waiting.has(accountId)) return;
    try {
      await work();
    } catch (error) {
      // A fault of the disk concerns all accounts.
      if (asFileFault(error) instanceof CommandError) throw error;
      const account = waitingAccountOf(accountId, error, since.get(accountId) ?? '');
      waiting.set(accountId, account);
      const words =
        'the data that an account sent waits for the next run; report this fault if it happens again';
      log.warn(words, { account: accountId, reason: inEnglish(account.reason) });
    }
  };
  const take = async (
    delivery: PendingDelivery,
    content: DeliveryContent | undefined,
  ): Promise<void> => {
    const { number, accountId, receipt, receivedAt, source: sentBy } = delivery;
    if (content === undefined) throw new Error(`the content of delivery ${number} is damaged`);
    // Rows next to a terminal's deals are not deals: any program could have written them.
    const sender = sentBy === 'terminal' ? 'owner_api' : sentBy;
    const said = answeredLines(content.lines, answers.get(accountId));
    await lines.append(said, { source: sender, delivery: receipt, receivedAt });
    if ('accounts' in content.lines) terminals.describedBy(delivery);
    if (content.terminal !== null) terminals.report(delivery, content.terminal);
  };
  const takeBatch = async (batch: readonly PendingDelivery[]): Promise<void> => {
    const inBatch = batch.map(({ number }) => number);
    const contents = await database.read((db) => readContents(db, inBatch));
    const ofTerminals = batch.filter(({ number }) => contents.get(number)?.terminal);
    await terminals.read(ofTerminals.map(({ accountId }) => accountId));
    for (const delivery of batch) {
      const { accountId, receivedAt } = delivery;
      if (!since.has(accountId)) since.set(accountId, receivedAt);
      await attempt(accountId, () => take(delivery, contents.get(delivery.number)));
    }
    if (ofTerminals.length === 0) return;
    const numbers = ofTerminals.map(({ number }) => number);
    const changed = await database.read((db) => changedPositions(db, numbers));
    for (const accountId of terminals.reporting()) {
      await attempt(accountId, () => terminals.pair(accountId, changed.get(accountId) ?? []));
    }
  };

  try {
    for await (const due of pendingDeliveries(database, { all: progress.number, opened }, to)) {
      const some = due.filter(
        ({ accountId, number }) => !closed.has(accountId) && number > startOf(accountId),
      );
      for (const batch of inBatches(some, heldBytes)) await takeBatch(batch);
    }
    for (const accountId of terminals.paired()) {
      await attempt(accountId, () => terminals.describe(accountId));
    }
  } catch (error) {
    await lines.close();
    throw error;
  }
  const stayed = [
    ...accounts.map((id) => [id, progress.number] as const),
    ...progress.accounts,
  ].filter(([id]) => closed.has(id));
  const late = [...waiting.keys()].map((id) => [id, startOf(id)] as const);
  return {
    lines: await lines.written(),
    progress: { source, number: to, accounts: new Map([...stayed, ...late]) },
    waiting: [...waiting.values()],
    async store() {
      await forgetTerminals(home, isKnown ? anew : 'all');
      await terminals.store(waiting);
    },
    close: lines.close,
  };
}
