import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import type { Kysely, SelectQueryBuilder } from 'kysely';
import { type WaitingAccount, waitingFor } from '../base/collected.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import type { DeliveryProgress, TakenUp } from '../load/delivered.ts';
import type { Delivered } from './contents.ts';
import type { DeliveryDatabase } from './database.ts';
import { type DealCache, enterTerminal, openDealCache, removeDealCache } from './deals/cache.ts';
import { DealCacheDamage, onDealCache } from './deals/damage.ts';
import { pairTerminal } from './deals/pair.ts';
import { type Beginning, type Due, dueDeliveries, lowestOf } from './due.ts';
import { maxHeldBytes, portions } from './portions.ts';
import type { DeliveryTables } from './schema.ts';
import { openTableFiles } from './table-files.ts';

/** What deliveries are taken up with. */
export interface TakeUpOptions {
  readonly database: DeliveryDatabase;
  /** The file of deals, which may be absent. */
  readonly deals: string;
  /** A folder for files that are loaded; made for this user alone. */
  readonly folder: string;
  readonly log: Pick<Log, 'warn'>;
  /** Of contents, how much is held at a time; one may have more. */
  readonly heldBytes?: number;
}

/** What was taken up, and what is kept once it is loaded. */
export interface TakenUpOnce extends TakenUp {
  readonly waiting: readonly WaitingAccount[];
  /** Keeps which deals were paired; called once all is loaded. */
  commit(): void;
  /** Takes back what was not committed. */
  close(): void;
}

/**
 * Writes the rows of deliveries that are not loaded yet to files, one a table, in the order in which
 * they came, but for those of closed accounts. Deals of terminals become trades by the way: positions
 * with new ones are paired anew. What one account sent and can't be taken up waits for the next run,
 * and stops nobody. However much it is, a bounded part of it is held in memory. A damaged file of
 * deals is made anew.
 */
export async function takeUp(
  options: TakeUpOptions,
  before: DeliveryProgress,
  closedAmong: ClosedAmong,
): Promise<TakenUpOnce> {
  try {
    return await takeUpWithDeals(options, before, closedAmong);
  } catch (error) {
    if (!(error instanceof DealCacheDamage)) throw error;
    options.log.warn(madeAnew, { file: options.deals });
    removeDealCache(options.deals);
    return takeUpWithDeals(options, before, closedAmong);
  }
}

type ClosedAmong = (accountIds: readonly string[]) => Promise<ReadonlySet<string>>;

const madeAnew = 'the file of deals was damaged; it is made anew of what terminals sent';

async function takeUpWithDeals(
  options: TakeUpOptions,
  before: DeliveryProgress,
  closedAmong: ClosedAmong,
): Promise<TakenUpOnce> {
  const { database, deals, log, heldBytes = maxHeldBytes } = options;
  const { source, to, isKnown } = await database.write((db) => endPart(db, before));
  const progress = isKnown ? before : { number: 0, accounts: new Map<string, number>() };
  const accounts = await database.read((db) => accountsBetween(db, progress.number, to));
  const closed = await closedAmong([...new Set([...accounts, ...progress.accounts.keys()])]);
  const cache = openedOnce(deals, progress.number, log);
  const entered = cache.progress();
  const opened = new Map(
    [...progress.accounts]
      .filter(([id]) => !closed.has(id))
      .map(([id, rows]) => [id, { rows, deals: Math.min(rows, entered) }] as const),
  );
  const files = openTableFiles(options.folder);
  const waiting = new Map<string, WaitingAccount>();
  const since = new Map<string, string>();
  const touched = new Set<string>();

  const wait = (accountId: string, error: unknown): void => {
    // The disk's faults are everybody's, and so are those of the file of deals.
    if (asFileFault(error) instanceof CommandError || error instanceof DealCacheDamage) throw error;
    if (closed.has(accountId)) return;
    const account = waitingFor(accountId, error, since.get(accountId) ?? '');
    waiting.set(accountId, account);
    const words = 'what an account sent waits for the next run; report this fault if it stays';
    log.warn(words, { account: accountId, reason: account.reason });
  };
  const take = ({ number, accountId }: Due, content: Delivered | undefined): void => {
    if (content === undefined) throw new Error(`the content of delivery ${number} is damaged`);
    const { lines, terminal } = content;
    const isClosed = closed.has(accountId);
    if (!isClosed && number > (opened.get(accountId)?.rows ?? progress.number)) files.append(lines);
    if (terminal === null) return;
    cache.use((handle) => enterTerminal(handle, accountId, terminal));
    // Deals of closed accounts are kept, to be paired once they are allowed.
    if (!isClosed) touched.add(accountId);
  };
  const pairAll = (): void => {
    for (const accountId of touched) {
      const undo = files.mark();
      cache.use((handle) => handle.exec('savepoint pairing'));
      try {
        cache.use((handle) => pairTerminal(handle, accountId, files.append));
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
    const from: Beginning = { all: progress.number, deals: entered, opened };
    const cuts = await database.read((db) => cutsAfter(db, lowestOf(from)));
    let nextCut = 0;
    for await (const due of dueDeliveries(database, from, to)) {
      const some = due.filter(({ accountId, number, kind }) => {
        const isTerminal = kind === 'terminal';
        if (closed.has(accountId)) return isTerminal && number > entered;
        return number > (opened.get(accountId)?.[isTerminal ? 'deals' : 'rows'] ?? -1);
      });
      for (const portion of portions(some, heldBytes)) {
        const contents = await database.read((db) =>
          database.contents.read(db, portion, options.folder),
        );
        for (const one of portion) {
          // Whatever machine takes them up pairs the same deals together.
          if (one.number > (cuts[nextCut] ?? to)) {
            pairAll();
            while ((cuts[nextCut] ?? to) < one.number) nextCut += 1;
          }
          if (waiting.has(one.accountId)) continue;
          if (!since.has(one.accountId)) since.set(one.accountId, one.receivedAt);
          try {
            take(one, contents.get(one.number));
          } catch (error) {
            wait(one.accountId, error);
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
    ...[...accounts].filter((id) => closed.has(id)).map((id) => [id, progress.number] as const),
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

/**
 * Ends a part with the newest delivery where there are new ones. What was loaded of another database,
 * or of one that was put back to an earlier state since, is not known: then all is loaded anew.
 */
async function endPart(db: Kysely<DeliveryTables>, { source, number }: DeliveryProgress) {
  const { id } = await db.selectFrom('delivery_source').select('id').executeTakeFirstOrThrow();
  const to = await newestNumber(db.selectFrom('deliveries'));
  const last = await newestNumber(db.selectFrom('delivery_cuts'));
  const cut = await db
    .selectFrom('delivery_cuts')
    .select('number')
    .where('number', '=', number)
    .executeTakeFirst();
  // Looked up before this part ends, perhaps with the same number.
  if (to > last) await db.insertInto('delivery_cuts').values({ number: to }).execute();
  const isKnown = source === id && (number === 0 || cut !== undefined);
  if (isKnown || source !== id) return { source: id, to: Math.max(to, last), isKnown };
  // This run may be killed. The next must not take the part that ends here for the one it knew.
  const renewed = randomUUID();
  await db.updateTable('delivery_source').set({ id: renewed }).execute();
  return { source: renewed, to: Math.max(to, last), isKnown };
}

async function newestNumber(
  table: SelectQueryBuilder<DeliveryTables, 'deliveries' | 'delivery_cuts', object>,
): Promise<number> {
  const newest = await table
    .select(({ fn }) => fn.max<number | null>('number').as('number'))
    .executeTakeFirst();
  return newest?.number ?? 0;
}

/** Where parts end, in order. */
async function cutsAfter(db: Kysely<DeliveryTables>, number: number): Promise<number[]> {
  const cuts = await db
    .selectFrom('delivery_cuts')
    .select('number')
    .where('number', '>', number)
    .orderBy('number')
    .execute();
  return cuts.map((cut) => cut.number);
}

async function accountsBetween(
  db: Kysely<DeliveryTables>,
  from: number,
  to: number,
): Promise<Set<string>> {
  if (to <= from) return new Set();
  const rows = await db
    .selectFrom('deliveries')
    .select('account_id')
    .distinct()
    .where('number', '>', from)
    .where('number', '<=', to)
    .execute();
  return new Set(rows.map(({ account_id }) => account_id));
}

/** The deals, opened when they are first needed. */
function openedOnce(path: string, known: number, log: TakeUpOptions['log']) {
  let cache: DealCache | undefined;
  const open = (): DealCache => {
    cache ??= onDealCache(() => openDealCache(path, known));
    return cache;
  };
  const openFound = (): DealCache | undefined => (existsSync(path) ? open() : cache);
  return {
    /** Throws a DealCacheDamage if the file is damaged, as all here do but `commit`. */
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
        // The rows are loaded: all that is left to do is to make it anew the next time.
        log.warn(madeAnew, { file: path });
        cache?.close();
        removeDealCache(path);
      }
    },
    close: (): void => cache?.close(),
  };
}
