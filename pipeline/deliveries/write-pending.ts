import { existsSync } from 'node:fs';
import { type WaitingAccount, waitingFor } from '../base/collected.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { DeliveryProgress, TakenUp } from '../load/delivered.ts';
import { accountsOf } from './accounts.ts';
import { inBatches, maxHeldBytes } from './batches.ts';
import type { DeliveryContent } from './contents.ts';
import { cutHere, cutsAfter } from './cuts.ts';
import type { DeliveryDatabase } from './database.ts';
import { dealBounds } from './deals/batches.ts';
import {
  type DealCache,
  dealsKey,
  enterTerminal,
  forgetTerminal,
  openDealCache,
  removeDealCache,
} from './deals/cache.ts';
import { DealCacheDamage, onDealCache } from './deals/damage.ts';
import { pairTerminal } from './deals/pair.ts';
import type { DealSource } from './deals/terminal.ts';
import { lowestOf, type PendingDelivery, type PendingStart, pendingDeliveries } from './pending.ts';
import { openTableFiles } from './table-files.ts';

/** Options of writing pending deliveries. */
export interface PendingOptions {
  readonly database: DeliveryDatabase;
  /** File of the deal cache, which may be missing. */
  readonly deals: string;
  /** Folder for the written files; made for this user alone. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  /** Accounts whose deliveries are all pending, whatever was loaded before. */
  readonly anew?: readonly string[];
  /** Bytes of contents in memory at a time; a single content may have more. */
  readonly heldBytes?: number;
}

/** Files of pending deliveries, and the accounts that wait for the next run. */
export interface PendingFiles extends TakenUp {
  readonly waiting: readonly WaitingAccount[];
  /** Notes which deals were paired. Call it once the files are loaded. */
  commit(): void;
  /** Rolls back what was not committed. */
  close(): void;
}

/**
 * Writes the rows of pending deliveries to files, one a table, in the order in which they came. Skips
 * accounts that are closed to their owners. Deals of terminals become trades: positions with new deals
 * are paired anew. An account whose deliveries can't be read waits for the next run and stops nobody.
 * Memory stays bounded. A damaged deal cache is made anew.
 */
export async function writePending(
  options: PendingOptions,
  before: DeliveryProgress,
  closedAmong: ClosedAmong,
): Promise<PendingFiles> {
  try {
    return await writeWithDeals(options, before, closedAmong);
  } catch (error) {
    if (!(error instanceof DealCacheDamage)) throw error;
    options.log.warn(madeAnew, { file: options.deals });
    removeDealCache(options.deals);
    return writeWithDeals(options, before, closedAmong);
  }
}

type ClosedAmong = (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;

const madeAnew = 'the file of deals was damaged; it is made anew of what terminals sent';

async function writeWithDeals(
  options: PendingOptions,
  before: DeliveryProgress,
  closedAmong: ClosedAmong,
): Promise<PendingFiles> {
  const { database, deals, log, anew = [], heldBytes = maxHeldBytes } = options;
  const { source, to, isKnown } = await database.write((db) => cutHere(db, before));
  const known = isKnown ? before : { number: 0, accounts: new Map<string, number>() };
  const fromFirst = anew.map((id) => [id, 0] as const);
  const progress = { ...known, accounts: new Map([...known.accounts, ...fromFirst]) };
  const accounts = await database.read((db) =>
    accountsOf(db, (query) =>
      query.where('number', '>', progress.number).where('number', '<=', to),
    ),
  );
  const closed = await closedAmong([...new Set([...accounts, ...progress.accounts.keys()])]);
  const cache = openedOnce(deals, progress.number, log);
  const entered = cache.progress();
  // Deals that were withdrawn must not stay, and the others must be paired once more.
  if (existsSync(deals)) for (const id of anew) cache.use((handle) => forgetTerminal(handle, id));
  const opened = new Map(
    [...progress.accounts]
      .filter(([id]) => !closed.has(id))
      .map(([id, rows]) => [id, { rows, deals: Math.min(rows, entered) }] as const),
  );
  const files = openTableFiles(options.folder);
  const waiting = new Map<string, WaitingAccount>();
  const since = new Map<string, string>();
  /** Newest delivery with deals, by account and source. */
  const touched = new Map<string, { accountId: string; source: DealSource; delivery: string }>();

  const wait = (accountId: string, error: unknown): void => {
    // A fault of the disk or of the deal cache concerns all accounts.
    if (asFileFault(error) instanceof CommandError || error instanceof DealCacheDamage) throw error;
    if (closed.has(accountId)) return;
    const account = waitingFor(accountId, error, since.get(accountId) ?? '');
    waiting.set(accountId, account);
    const words = 'what an account sent waits for the next run; report this fault if it stays';
    log.warn(words, { account: accountId, reason: account.reason });
  };
  const take = (
    { number, accountId, receipt, source }: PendingDelivery,
    content: DeliveryContent | undefined,
  ): void => {
    if (content === undefined) throw new Error(`the content of delivery ${number} is damaged`);
    const { lines, terminal } = content;
    const isClosed = closed.has(accountId);
    if (!isClosed && number > (opened.get(accountId)?.rows ?? progress.number)) {
      // Rows next to a terminal's deals are not deals: any program could have written them.
      const sent = source === 'terminal' ? 'owner_api' : source;
      files.append(lines, { source: sent, delivery: receipt });
    }
    if (terminal === null) return;
    const from: DealSource = source === 'broker_api' ? source : 'terminal';
    const key = dealsKey(accountId, from);
    cache.use((handle) => enterTerminal(handle, key, terminal));
    // Deals of closed accounts wait in the cache until the operator allows them.
    if (!isClosed) touched.set(key, { accountId, source: from, delivery: receipt });
  };
  const pairAll = (): void => {
    for (const { accountId, source, delivery } of touched.values()) {
      const undo = files.mark();
      cache.use((handle) => handle.exec('savepoint pairing'));
      try {
        cache.use((handle) =>
          pairTerminal(
            handle,
            accountId,
            (lines) => files.append(lines, { source, delivery }),
            dealBounds,
            source,
          ),
        );
        cache.use((handle) => handle.exec('release pairing'));
      } catch (error) {
        cache.use((handle) => handle.exec('rollback to pairing; release pairing'));
        undo();
        wait(accountId, error);
      }
    }
    touched.clear();
  };

  try {
    const from: PendingStart = { all: progress.number, deals: entered, opened };
    const cuts = await database.read((db) => cutsAfter(db, lowestOf(from)));
    let nextCut = 0;
    for await (const due of pendingDeliveries(database, from, to)) {
      const some = due.filter(({ accountId, number, hasDeals }) => {
        const isTerminal = hasDeals === 1;
        if (closed.has(accountId)) return isTerminal && number > entered;
        return number > (opened.get(accountId)?.[isTerminal ? 'deals' : 'rows'] ?? -1);
      });
      for (const batch of inBatches(some, heldBytes)) {
        const contents = await database.read((db) =>
          database.contents.read(db, batch, options.folder),
        );
        for (const delivery of batch) {
          // Every machine pairs the same deals together.
          if (delivery.number > (cuts[nextCut] ?? to)) {
            pairAll();
            while ((cuts[nextCut] ?? to) < delivery.number) nextCut += 1;
          }
          if (waiting.has(delivery.accountId)) continue;
          if (!since.has(delivery.accountId)) since.set(delivery.accountId, delivery.receivedAt);
          try {
            take(delivery, contents.get(delivery.number));
          } catch (error) {
            wait(delivery.accountId, error);
          }
        }
      }
    }
    pairAll();
  } catch (error) {
    cache.close();
    throw error;
  }
  const behind = new Map([
    ...accounts.filter((id) => closed.has(id)).map((id) => [id, progress.number] as const),
    ...[...progress.accounts].filter(([id]) => closed.has(id)),
    ...[...waiting.keys()].map((id) => [id, opened.get(id)?.rows ?? progress.number] as const),
  ]);
  return {
    files: files.written(),
    progress: { source, number: to, accounts: behind },
    waiting: [...waiting.values()],
    commit: () => cache.commit(to),
    close: cache.close,
  };
}

/** Returns the deal cache, which opens when it is first needed. */
function openedOnce(path: string, known: number, log: PendingOptions['log']) {
  let cache: DealCache | undefined;
  const open = (): DealCache => {
    cache ??= onDealCache(() => openDealCache(path, known));
    return cache;
  };
  const openFound = (): DealCache | undefined => (existsSync(path) ? open() : cache);
  return {
    /** Throws a DealCacheDamage if the file is damaged; so does `progress`. */
    use: <Result>(work: (handle: DealCache['handle']) => Result): Result => {
      const { handle } = open();
      return onDealCache(() => work(handle));
    },
    progress: (): number => openFound()?.progress ?? 0,
    commit(to: number): void {
      try {
        onDealCache(() => cache?.commit(to));
      } catch (error) {
        if (!(error instanceof DealCacheDamage)) throw error;
        // The rows are loaded, so it is enough that the next run makes the cache anew.
        log.warn(madeAnew, { file: path });
        cache?.close();
        removeDealCache(path);
      }
    },
    close: (): void => cache?.close(),
  };
}
