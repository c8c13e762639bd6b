import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { InboxDirectory } from '../base/data-directory.ts';
import { asFileFault, CommandError } from '../base/errors.ts';
import { syncDirectory } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { modes } from '../base/modes.ts';
import { fileSafe } from '../import/source-files.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import { type CollectedTerminal, collectTerminal } from './collect-terminal.ts';
import { compactSent } from './compact.ts';
import { rejectionsOf } from './receipts.ts';
import { change, withInbox } from './store.ts';

interface Waiting {
  readonly number: number;
  readonly account_id: string;
  readonly received_at: string;
  readonly lines: string;
}

/** Characters of lines that are brought to their files at a time. */
const maxCharacters = 32 * 1024 * 1024;

/**
 * Brings what was received since to the files of its tables, accounts and days, behind what is
 * there, for whoever holds the lock of runs; answers with the sources to load, none where nothing
 * was ever sent in. Rows that were replaced are removed there. Killed in between, it does some of it again the next time, in the same order,
 * and so with the same effect. What one account sent and cannot be brought there waits for the next
 * run, and stops nobody.
 */
export function collectSent(
  { database, facts }: Pick<InboxDirectory, 'database' | 'facts'>,
  log: Pick<Log, 'warn'>,
): string[] {
  const waiting = new Set<string>();
  while (existsSync(database) && collectSome(database, facts, waiting, log));
  compactSent({ database, facts }, log);
  return existsSync(facts) ? [facts] : [];
}

/** Whether there may be more; adds to the accounts that are `waiting`. */
function collectSome(
  database: string,
  facts: string,
  waiting: Set<string>,
  log: Pick<Log, 'warn'>,
): boolean {
  const sendings = nextSendings(database, waiting);
  const last = sendings.at(-1);
  if (!last) return false;
  const terminals: CollectedTerminal[] = [];
  for (const [accountId, own] of byAccount(sendings)) {
    try {
      terminals.push(...collectAccount(database, facts, accountId, own));
    } catch (error) {
      // The disk's faults are everybody's.
      if (asFileFault(error) instanceof CommandError) throw error;
      waiting.add(accountId);
      log.warn('what an account sent waits for the next run; report this fault if it stays', {
        account: accountId,
        reason: String(error),
      });
    }
  }
  change(database, (inbox) => {
    for (const terminal of terminals) terminal.note(inbox);
    inbox
      .prepare(`update sendings set state = 'collected', lines = null
        where state = 'received' and number <= ? ${notOf}`)
      .run(last.number, listOf(waiting));
  });
  return true;
}

const notOf = 'and account_id not in (select value from json_each(?))';
const listOf = (accounts: ReadonlySet<string>): string => JSON.stringify([...accounts]);

/** The oldest that no run has taken up, but for those of accounts that wait. */
function nextSendings(database: string, waiting: ReadonlySet<string>): Waiting[] {
  return withInbox(database, (inbox) => {
    const all: Waiting[] = [];
    let characters = 0;
    const query = inbox.prepare(
      `select number, account_id, received_at, lines from sendings
        where state = 'received' ${notOf} order by number`,
    );
    for (const sending of query.iterate(listOf(waiting)) as IterableIterator<Waiting>) {
      all.push(sending);
      characters += sending.lines.length;
      if (characters > maxCharacters) break;
    }
    return all;
  });
}

function byAccount(sendings: readonly Waiting[]): Map<string, Waiting[]> {
  const accounts = new Map<string, Waiting[]>();
  for (const sending of sendings) {
    const known = accounts.get(sending.account_id);
    if (known) known.push(sending);
    else accounts.set(sending.account_id, [sending]);
  }
  return accounts;
}

/** Writes what one account sent, once all of it is known; answers with what its terminal's came to. */
function collectAccount(
  database: string,
  facts: string,
  accountId: string,
  sendings: readonly Waiting[],
): CollectedTerminal[] {
  const files = filesOf(sendings);
  const terminal = withInbox(database, (inbox) => collectTerminal(inbox, accountId));
  for (const [path, lines] of files) appendLines(facts, path, lines);
  for (const [table, lines] of Object.entries(terminal?.lines ?? {})) {
    appendLines(facts, fileOf(table, accountId, terminal?.day ?? ''), lines);
  }
  return terminal === null ? [] : [terminal];
}

const fileOf = (table: string, accountId: string, day: string): string =>
  join(table, fileSafe(accountId), `${day}.ndjson`);

/** Lines by the file they belong in, in the order in which they came. */
function filesOf(sendings: readonly Waiting[]): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const { account_id, received_at, lines } of sendings) {
    const byTable: Record<string, readonly string[]> = JSON.parse(lines);
    for (const [table, some] of Object.entries(byTable)) {
      const path = fileOf(table, account_id, received_at.slice(0, 10));
      const known = files.get(path);
      if (known) for (const line of some) known.push(line);
      else files.set(path, [...some]);
    }
  }
  return files;
}

function appendLines(facts: string, name: string, lines: readonly string[]): void {
  const path = join(facts, name);
  const folder = dirname(path);
  if (!existsSync(folder)) {
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    for (const made of [dirname(facts), facts, dirname(folder)]) syncDirectory(made);
  }
  // Not among the files of the source while it is written.
  const draft = `${facts}.tmp`;
  rmSync(draft, { force: true });
  if (existsSync(path)) copyFileSync(path, draft);
  const file = openSync(draft, 'a', modes.secret.file);
  try {
    writeSync(file, `${lines.join('\n')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
  syncDirectory(folder);
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
      inbox.prepare(`select distinct account_id from sendings where state = 'loaded'`).all() as {
        account_id: string;
      }[],
  );
  const published = waiting.filter(({ account_id }) => isPublished(account_id));
  if (published.length === 0) return;
  const forgotten = new Date(clock().getTime() - keptMilliseconds).toISOString();
  change(database, (inbox) => {
    inbox
      .prepare(`delete from sendings
        where state in ('published', 'refused') and received_at < ?`)
      .run(forgotten);
    const note = inbox.prepare(`update sendings set state = 'published', version = ?
      where state = 'loaded' and account_id = ?`);
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
