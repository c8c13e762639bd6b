import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Database from 'libsql';
import { type Collected, type WaitingAccount, waitingFor } from '../base/collected.ts';
import type { InboxDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import type { Log } from '../base/log.ts';
import { fileSafe } from '../platforms/source/source-files.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import { collectTerminal } from './collect-terminal.ts';
import { compactSent } from './compact.ts';
import { type DayFiles, openDayFiles } from './day-files.ts';
import { rejectionsOf } from './receipts.ts';
import { alone, atOneInstant, change, withInbox } from './store.ts';
import { isUndescribed, tellsUndescribed } from './undescribed.ts';

interface Received {
  readonly number: number;
  readonly account_id: string;
  readonly received_at: string;
}

/** Sendings whose numbers are held at a time. */
const maxSendings = 50_000;

/**
 * Brings what was received since to the files of its tables, accounts and days, behind what is
 * there, for whoever holds the lock of runs; answers with the sources to load, none where nothing
 * was ever sent in. Rows that were replaced are removed there. Killed in between, it does some of it
 * again the next time, in the same order, and so with the same effect. What one account sent and cannot be brought there waits for the next
 * run, and stops nobody. However much it is, a bounded part of it is held in memory.
 */
export function collectSent(
  { database, facts }: Pick<InboxDirectory, 'database' | 'facts'>,
  log: Pick<Log, 'warn'>,
): Collected {
  const waiting = new Map<string, WaitingAccount>();
  while (existsSync(database) && collectSome(database, facts, waiting, log));
  compactSent({ database, facts }, log);
  return { sources: existsSync(facts) ? [facts] : [], waiting: [...waiting.values()] };
}

/** Whether there may be more; adds to the accounts that are `waiting`. */
function collectSome(
  database: string,
  facts: string,
  waiting: Map<string, WaitingAccount>,
  log: Pick<Log, 'warn'>,
): boolean {
  const sendings = nextSendings(database, [...waiting.keys()]);
  for (const [id, [first, ...more]] of byAccount(sendings)) {
    if (first === undefined) continue;
    try {
      collectAccount(database, facts, id, [first, ...more]);
    } catch (error) {
      // The disk's faults are everybody's.
      if (asFileFault(error) instanceof CommandError) throw error;
      const account = waitingFor(id, error, first.received_at);
      waiting.set(id, account);
      const words = 'what an account sent waits for the next run; report this fault if it stays';
      log.warn(words, { account: id, reason: account.reason });
    }
  }
  return sendings.length > 0;
}

/** The oldest that no run has taken up, but for those of accounts that wait. */
const nextSendings = (database: string, waiting: readonly string[]): Received[] =>
  withInbox(
    database,
    (inbox) =>
      inbox
        .prepare(
          `select number, account_id, received_at from sendings
            where state = 'received' and account_id not in (select value from json_each(?))
            order by number limit ${maxSendings}`,
        )
        .all(JSON.stringify(waiting)) as Received[],
  );

function byAccount(sendings: readonly Received[]): Map<string, Received[]> {
  const accounts = new Map<string, Received[]>();
  for (const sending of sendings) {
    const known = accounts.get(sending.account_id);
    if (known) known.push(sending);
    else accounts.set(sending.account_id, [sending]);
  }
  return accounts;
}

/** Writes what one account sent, once all of it is known, and notes that it is there. */
function collectAccount(
  database: string,
  facts: string,
  accountId: string,
  sendings: readonly Received[],
): void {
  const files = openDayFiles(facts);
  try {
    withInbox(database, (inbox) => {
      const terminal = atOneInstant(inbox, () => {
        for (const sending of sendings) appendSending(inbox, files, sending);
        return collectTerminal(inbox, accountId, (day, lines) => {
          appendAll(files, accountId, day, lines);
        });
      });
      files.putInPlace();
      terminal?.noteLargeTables();
      alone(inbox, () => {
        terminal?.noteRest();
        const note = inbox.prepare(
          "update sendings set state = 'collected', lines = null where number = ?",
        );
        for (const { number } of sendings) note.run(number);
      });
    });
  } finally {
    files.drop();
  }
}

/** Appends the lines of one sending, in the order in which they came. */
function appendSending(
  inbox: Database.Database,
  files: DayFiles,
  { number, account_id, received_at }: Received,
): void {
  const [row] = inbox.prepare('select lines from sendings where number = ?').all(number) as {
    lines: string;
  }[];
  appendAll(files, account_id, received_at.slice(0, 10), JSON.parse(row?.lines ?? '{}'));
}

function appendAll(
  files: DayFiles,
  accountId: string,
  day: string,
  lines: Readonly<Record<string, readonly string[]>>,
): void {
  for (const [table, some] of Object.entries(lines)) {
    files.append(join(table, fileSafe(accountId), `${day}.ndjson`), some);
  }
}

/** What a load did not take of what was collected. */
export interface NotLoaded {
  readonly failures: readonly { readonly file: string }[];
  /** Accounts that the operator loads, and of which he takes nothing from their owners. */
  readonly closed: readonly string[];
}

/**
 * Notes that what was collected has been loaded, but for what is in files that could not be read;
 * what came of closed accounts is refused.
 */
export function noteLoaded(
  { database }: InboxDirectory,
  runId: string,
  { failures, closed }: NotLoaded,
  log: Pick<Log, 'warn'>,
): void {
  if (!existsSync(database)) return;
  const collected = withInbox(
    database,
    (inbox) =>
      inbox
        .prepare(`select distinct account_id, substr(received_at, 1, 10) as day from sendings
          where state = 'collected'`)
        .all() as { account_id: string; day: string }[],
  );
  const isRefused = ({ account_id }: { account_id: string }) => closed.includes(account_id);
  const refused = new Set(collected.filter(isRefused).map(({ account_id }) => account_id));
  const loaded = collected.filter(({ account_id, day }) => {
    const ending = `/${fileSafe(account_id)}/${day}.ndjson`;
    return !refused.has(account_id) && !failures.some(({ file }) => file.endsWith(ending));
  });
  if (collected.length === 0) return;
  change(database, (inbox) => {
    const refuse = inbox.prepare(`update sendings set state = 'refused', run = ?, accepted = 0,
        rejected = ?, rejected_count = rejected_count + accepted
      where state = 'collected' and account_id = ?`);
    const rejected = rejectionsOf([{ table: null, row: 0, reason: closedToOwner }]);
    for (const account of refused) refuse.run(runId, rejected, account);
    const note = inbox.prepare(`update sendings set state = 'loaded', run = ?
      where state = 'collected' and account_id = ? and substr(received_at, 1, 10) = ?`);
    for (const { account_id, day } of loaded) note.run(runId, account_id, day);
  });
  for (const account of refused) {
    log.warn('what its owner sent is not loaded: the operator loads this account', { account });
  }
}

/** Receipts are asked for soon or never. */
const keptMilliseconds = 90 * 24 * 60 * 60 * 1000;

/**
 * Notes in which version what was loaded is published, but for accounts that are not in it, and
 * forgets receipts of long ago.
 */
export function notePublished(
  { database }: InboxDirectory,
  version: string,
  isPublished: (accountId: string) => boolean,
  clock: () => Date,
): void {
  if (!existsSync(database)) return;
  const waiting = withInbox(
    database,
    (inbox) =>
      inbox
        .prepare(`select distinct account_id from sendings
          where state = 'loaded' or ${isUndescribed}`)
        .all() as { account_id: string }[],
  );
  const published = waiting.filter(({ account_id }) => isPublished(account_id));
  if (published.length === 0) return;
  const forgotten = new Date(clock().getTime() - keptMilliseconds).toISOString();
  change(database, (inbox) => {
    inbox
      .prepare(`delete from sendings
        where state in ('published', 'refused') and received_at < ?`)
      .run(forgotten);
    const note = inbox.prepare(`update sendings set state = 'published', version = ?,
        rejected = iif(${tellsUndescribed}, json_remove(rejected, '$[#-1]'), rejected),
        rejected_count = rejected_count - ${tellsUndescribed}
      where (state = 'loaded' or ${isUndescribed}) and account_id = ?`);
    for (const { account_id } of published) note.run(version, account_id);
  });
}

/** When the newest of what no run has taken up was received; null where there is none. */
export function newestWaiting({ database }: InboxDirectory): Date | null {
  if (!existsSync(database)) return null;
  const [row] = withInbox(
    database,
    (inbox) =>
      inbox
        .prepare(`select max(received_at) as at from sendings where state = 'received'`)
        .all() as { at: string | null }[],
  );
  return row?.at ? new Date(row.at) : null;
}
