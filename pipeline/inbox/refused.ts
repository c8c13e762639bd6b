import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent, putInPlace } from '../base/files.ts';
import { inSecret, modes } from '../base/modes.ts';
import { fileSafe } from '../import/source-files.ts';
import type { Receiving } from './receive.ts';
import type { RefusedSending } from './store.ts';

/** A row that a run refused. */
export interface RefusedByRun {
  /** The run. */
  readonly run: string;
  /** The file; for owners from its table on, as where its source lies is the operator's business. */
  readonly file: string;
  readonly line: number;
  readonly table: string;
  readonly reason: string;
}

/** What runs refused of an account: how much, and the newest of it. */
export interface RefusedByRuns {
  readonly count: number;
  readonly rows: readonly RefusedByRun[];
}

/** The same with the account that it names; null where that cannot be told. */
type RefusedOfSome = RefusedByRun & { readonly accountId: string | null };

/** Beside those of the accounts, of which none is called so. */
const newestPath = (folder: string): string => join(folder, 'newest');

const pathOf = (folder: string, accountId: string): string =>
  join(folder, `${fileSafe(accountId)}.json`);

/** Keeps what was refused of accounts, for their owners; those that are not named keep theirs. */
export function keepRefused(
  folder: string,
  accounts: ReadonlyMap<string, RefusedByRuns>,
): Promise<void> {
  return inSecret(async () => {
    if (accounts.size === 0) return;
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    for (const [accountId, refused] of accounts) {
      putInPlace(pathOf(folder, accountId), JSON.stringify(refused));
    }
  });
}

/** Keeps the newest that was refused of anybody, for operators. */
export function keepNewestRefused(folder: string, rows: readonly RefusedOfSome[]): Promise<void> {
  return inSecret(async () => {
    mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
    putInPlace(newestPath(folder), JSON.stringify(rows));
  });
}

/** Forgets all of it, before a rebuild finds it again. */
export const forgetRefused = (folder: string): void =>
  rmSync(folder, { recursive: true, force: true });

/** A row that was refused, by a run or as it came in. */
export interface RefusedRow {
  readonly at: string;
  /** Its file, or the receipt of the sending that it came in. */
  readonly from: string;
  readonly line: number;
  readonly table: string | null;
  readonly reason: string;
}

/** What was refused of an account: how much, and the newest of it. */
export interface Refused {
  readonly count: number;
  readonly rows: readonly RefusedRow[];
}

/** The same of any account. */
export interface RefusedOfAny extends RefusedRow {
  /** The account that it names; null where that cannot be told. */
  readonly accountId: string | null;
}

/** Tells owners what was refused of their accounts, and operators what of all. */
export interface Refusals {
  /** By account; those of which nothing was are not in it. */
  of(
    accountIds: readonly string[],
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, Refused>>;
  /** Of all accounts, known or not, newest first. */
  newest(): Promise<readonly RefusedOfAny[]>;
}

const maxRows = 100;
const maxNewest = 200;

/** Of what runs keep in `folder` and of what is in the inbox, where somebody has a key for it. */
export function createRefusals(folder: string, inbox: Pick<Receiving, 'refused'>): Refusals {
  return {
    async of(accountIds, keyIds) {
      const all = new Map<string, { count: number; rows: RefusedRow[] }>();
      const add = (accountId: string, count: number, rows: readonly RefusedRow[]): void => {
        const known = all.get(accountId) ?? { count: 0, rows: [] };
        all.set(accountId, { count: known.count + count, rows: [...known.rows, ...rows] });
      };
      for (const accountId of accountIds) {
        const byRuns = await readKept<RefusedByRuns>(pathOf(folder, accountId));
        if (byRuns) add(accountId, byRuns.count, byRuns.rows.map(rowOfRun));
      }
      const sent = keyIds.length === 0 ? [] : await inbox.refused(keyIds);
      for (const { accountId, receipt, at, count, rows } of sent) {
        if (!accountIds.includes(accountId)) continue;
        add(accountId, count, rows.map(rowOfSending(receipt, at)));
      }
      for (const refused of all.values()) {
        refused.rows.sort(newestFirst);
        refused.rows.splice(maxRows);
      }
      return all;
    },
    async newest() {
      const byRuns = (await readKept<RefusedOfSome[]>(newestPath(folder))) ?? [];
      const sent = await inbox.refused('all');
      const rows: RefusedOfAny[] = byRuns.map(rowOfRun);
      for (const { accountId, receipt, at, rows: some } of sent) {
        rows.push(...some.map((row) => ({ ...rowOfSending(receipt, at)(row), accountId })));
      }
      return rows.sort(newestFirst).slice(0, maxNewest);
    },
  };
}

const rowOfRun = <Row extends RefusedByRun>({ run, file, ...row }: Row) => ({
  ...row,
  ...{ at: run, from: file },
});

const rowOfSending =
  (receipt: string, at: string) =>
  ({ row, table, reason }: RefusedSending['rows'][number]): RefusedRow => ({
    ...{ at, from: receipt, line: row, table, reason },
  });

const newestFirst = (one: RefusedRow, other: RefusedRow): number =>
  one.at === other.at ? 0 : one.at < other.at ? 1 : -1;

async function readKept<Kept>(path: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
