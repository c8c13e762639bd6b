import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'libsql';
import { syncDirectory } from '../base/files.ts';
import { modes } from '../base/modes.ts';
import type { LimitName } from '../registry/plans.ts';
import type { Plan } from '../registry/words.ts';
import type { RefusedRow } from './body.ts';
import {
  addKept,
  addReceived,
  askToCompact,
  dayOf,
  limitPassed,
  noUse,
  quotaTables,
  readUse,
  sizeOf,
  type Use,
} from './quota.ts';
import {
  maxRefused,
  newReceipt,
  type Receipt,
  type ReceiptRecord,
  type RefusedRecord,
  type RefusedSending,
  receiptColumns,
  receiptOf,
  refusedSending,
  rejectionsOf,
} from './receipts.ts';
import { enterTerminal, type TerminalSending, terminalTables } from './terminals.ts';

/** A sending that was judged, to be entered. */
export interface Sending {
  readonly keyId: string;
  readonly accountId: string;
  readonly owner: string;
  /** The owner's plan in force. */
  readonly plan: Plan;
  /** Bytes that it opened to, and those of what is told of its refused rows. */
  readonly received: number;
  /** SHA-256 of the body, unpacked. */
  readonly digest: string;
  readonly idempotencyKey: string | null;
  readonly at: Date;
  readonly accepted: number;
  readonly refused: readonly RefusedRow[];
  /** Lines of source files, by the name of their table. */
  readonly lines: Readonly<Record<string, readonly string[]>>;
  /** Its positions are of the instant it came in. */
  readonly isOfNow: boolean;
  /** What a terminal sent besides, with its deals. */
  readonly terminal: TerminalSending | null;
}

/** A receipt, or the limit of the owner's plan for which nothing was kept. */
export type Entered =
  | Receipt
  | { readonly limit: LimitName }
  /** Its idempotency key came before with another body. */
  | 'key used';

const busyMilliseconds = 5000;

const tables = `
  create table if not exists sendings (
    number integer primary key autoincrement,
    receipt text not null unique,
    key_id text not null,
    account_id text not null,
    digest text not null,
    idempotency_key text,
    received_at text not null,
    state text not null,
    accepted integer not null,
    rejected text not null,
    rejected_count integer not null,
    has_positions integer not null,
    run text,
    version text,
    lines text
  );
  create unique index if not exists sendings_by_digest on sendings (key_id, digest);
  create unique index if not exists sendings_by_idempotency_key
    on sendings (key_id, idempotency_key) where idempotency_key is not null;
  create index if not exists sendings_on_the_way on sendings (state) where state <> 'published';
  create index if not exists refused_sendings
    on sendings (key_id, number) where rejected_count > 0;
  create index if not exists sendings_with_positions
    on sendings (account_id, number) where has_positions = 1;`;

export type Handle = Database.Database;

/**
 * Makes the file of the inbox where there is none. It is for its user alone, and its name is on the
 * disk before anything is in it.
 */
export function makeInbox(path: string): void {
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
  if (!existsSync(path)) {
    closeSync(openSync(path, 'a', modes.secret.file));
    syncDirectory(folder);
    syncDirectory(dirname(folder));
  }
  withInbox(path, (database) => void database.exec(tables + terminalTables + quotaTables));
}

/**
 * Lends a handle of its own to `work`: one that has met another's lock is of no use any more, as
 * libsql leaves its statement unfinished.
 */
export function withInbox<Result>(path: string, work: (database: Handle) => Result): Result {
  const database = new Database(path, { timeout: busyMilliseconds });
  try {
    database.pragma('journal_mode = wal');
    // A receipt is given once its rows are on the disk.
    database.pragma('synchronous = full');
    return work(database);
  } finally {
    database.close();
  }
}

/** All of `work` or nothing, on the disk once it is done; one writer at a time in all processes. */
export function change<Result>(path: string, work: (database: Handle) => Result): Result {
  return withInbox(path, (database) => alone(database, () => work(database)));
}

/** The same on a handle that is open. */
export const alone = <Result>(database: Handle, work: () => Result): Result =>
  inTransaction(database, 'begin immediate', work);

/** Reads everything as it was at one instant, while others write. */
export const atOneInstant = <Result>(database: Handle, work: () => Result): Result =>
  inTransaction(database, 'begin', work);

function inTransaction<Result>(
  database: Handle,
  begin: 'begin' | 'begin immediate',
  work: () => Result,
): Result {
  database.exec(begin);
  try {
    const result = work();
    database.exec('commit');
    return result;
  } catch (error) {
    if (database.inTransaction) database.exec('rollback');
    throw error;
  }
}

/**
 * Enters sendings, all of them or none, and answers with the receipt of each: that of an earlier
 * one where the same body came before with that key. One that would pass a limit of its owner's
 * plan is not entered, nor one whose idempotency key came with another body; neither stops others.
 */
export function enter(path: string, sendings: readonly Sending[]): Entered[] {
  return change(path, (database) => sendings.map((sending) => enterOne(database, sending)));
}

function enterOne(database: Handle, sending: Sending): Entered {
  const {
    owner,
    plan,
    received,
    keyId,
    accountId,
    idempotencyKey,
    accepted,
    refused,
    lines,
    at,
    terminal,
  } = sending;
  const digest = digestOf(database, sending);
  if (idempotencyKey !== null) {
    const [before] = database
      .prepare(
        `select digest, ${receiptColumns} from sendings where key_id = ? and idempotency_key = ?`,
      )
      .all(keyId, idempotencyKey) as (ReceiptRecord & { digest: string })[];
    if (before) {
      const { digest: _, ...record } = before;
      return isSameBody(before, sending) ? receiptOf(record) : 'key used';
    }
  }
  const known = findSending(database, 'digest', keyId, digest);
  if (known) return known;
  const [last] = database
    .prepare('select received_at from sendings order by number desc limit 1')
    .all() as { received_at: string }[];
  // Days follow one another whatever becomes of the clock: a later row counts.
  const now = at.toISOString();
  const receivedAt = last && last.received_at > now ? last.received_at : now;
  const day = dayOf(receivedAt);
  const use = readUse(database, [owner], day).get(owner) ?? noUse;
  const limit = limitPassed(plan, use, { ...sizeOf(sending), received });
  if (limit !== null) {
    askToCompact(database, owner);
    return { limit };
  }
  addReceived(database, owner, day, received);
  const receipt = newReceipt();
  keepSending(database, {
    ...{ receipt, keyId, accountId, owner, digest, idempotencyKey, receivedAt, accepted },
    ...{ rejected: rejectionsOf(refused), rejectedCount: refused.length, lines, terminal },
  });
  const entered = findSending(database, 'receipt', keyId, receipt);
  if (!entered) throw new Error('a sending was entered and is not there');
  return entered;
}

/** Whether a body is that of an earlier sending, whose digest may say besides after which it came. */
export const isSameBody = (earlier: { readonly digest: string }, { digest }: Sending): boolean =>
  earlier.digest.startsWith(digest);

/** Whether a sending has rows of open positions, or says that there are none. */
export const hasPositions = ({ lines }: Pick<Sending, 'lines'>): boolean =>
  'positions' in lines || 'position_reports' in lines;

/** Whether anything of a sending was taken. */
export const isTaken = ({ lines, terminal }: Pick<Sending, 'lines' | 'terminal'>): boolean =>
  Object.keys(lines).length > 0 || terminal !== null;

/** A sending with the receipt that it was given, and when it came in. */
export interface KeptSending
  extends Pick<
    Sending,
    | 'keyId'
    | 'accountId'
    | 'owner'
    | 'digest'
    | 'idempotencyKey'
    | 'accepted'
    | 'lines'
    | 'terminal'
  > {
  readonly receipt: string;
  readonly receivedAt: string;
  /** JSON of the rejections that the receipt names. */
  readonly rejected: string;
  readonly rejectedCount: number;
}

/** Keeps a sending of which it is known that it is none that came before. */
export function keepSending(database: Handle, sending: KeptSending): void {
  const { receipt, keyId, accountId, digest, idempotencyKey, receivedAt } = sending;
  const { accepted, rejected, rejectedCount, lines, terminal } = sending;
  database
    .prepare(
      `insert into sendings (receipt, key_id, account_id, digest, idempotency_key, received_at, state,
        accepted, rejected, rejected_count, has_positions, lines)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      ...[receipt, keyId, accountId, digest, idempotencyKey, receivedAt],
      ...[isTaken(sending) ? 'received' : 'refused', accepted, rejected, rejectedCount],
      ...[hasPositions(sending) ? 1 : 0, isTaken(sending) ? JSON.stringify(lines) : null],
    );
  if (terminal) enterTerminal(database, accountId, terminal, receivedAt);
  if (isTaken(sending)) addKept(database, accountId, 'sent', sending.owner, sizeOf(sending));
}

/**
 * The body's digest; that of a list of positions without an instant comes again and means another
 * one, once others were sent between.
 */
function digestOf(database: Handle, { accountId, digest, isOfNow }: Sending): string {
  if (!isOfNow) return digest;
  const [last] = database
    .prepare(
      `select number, digest from sendings where account_id = ? and has_positions = 1
        order by number desc limit 1`,
    )
    .all(accountId) as { number: number; digest: string }[];
  if (!last || last.digest.startsWith(digest)) return last?.digest ?? digest;
  return `${digest} after ${last.number}`;
}

/** The newest sendings with these keys, or with any, of which rows were refused. */
export function refusedSendings(path: string, keyIds: readonly string[] | 'all'): RefusedSending[] {
  const [isOfThem, ...keys] =
    keyIds === 'all'
      ? ['true']
      : ['key_id in (select value from json_each(?))', JSON.stringify(keyIds)];
  const rows = withInbox(
    path,
    (database) =>
      database
        .prepare(
          `select account_id, receipt, received_at, rejected, rejected_count from sendings
            where ${isOfThem} and rejected_count > 0
            order by number desc limit ${maxRefused}`,
        )
        .all(...keys) as RefusedRecord[],
  );
  return rows.map(refusedSending);
}

/** What these owners have, or all, by owner, on that day. */
export const usesOf = (
  path: string,
  owners: readonly string[] | 'all',
  now: Date,
): ReadonlyMap<string, Use> =>
  withInbox(path, (database) => readUse(database, owners, dayOf(now.toISOString())));

/** The receipt of that id, for the key that it was given to. */
export function findReceipt(path: string, keyId: string, receipt: string): Receipt | null {
  return withInbox(path, (database) => findSending(database, 'receipt', keyId, receipt));
}

export function findSending(
  database: Handle,
  by: 'receipt' | 'digest' | 'idempotency_key',
  keyId: string,
  value: string,
): Receipt | null {
  const [row] = database
    .prepare(
      `select ${receiptColumns}
        from sendings where key_id = ? and ${by} = ?`,
    )
    .all(keyId, value) as ReceiptRecord[];
  return row === undefined ? null : receiptOf(row);
}
