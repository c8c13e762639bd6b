import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent, putInPlace } from '../base/files.ts';
import { inSecret, modes } from '../base/modes.ts';
import { fileSafe } from '../import/source-files.ts';
import type { Receiving } from './receive.ts';

/** A row that a run refused. */
export interface RefusedByRun {
  /** The run. */
  readonly run: string;
  /** The file, from its table on: where its source lies is the operator's business. */
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

/** Tells owners what was refused of their accounts. */
export interface Refusals {
  /** By account; those of which nothing was are not in it. */
  of(
    accountIds: readonly string[],
    keyIds: readonly string[],
  ): Promise<ReadonlyMap<string, Refused>>;
}

const maxRows = 100;

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
        const byRuns = await readRefused(folder, accountId);
        const rows = byRuns?.rows.map(({ run, file, ...row }) => ({ ...row, at: run, from: file }));
        if (byRuns) add(accountId, byRuns.count, rows ?? []);
      }
      const sent = keyIds.length === 0 ? [] : await inbox.refused(keyIds);
      for (const { accountId, receipt, at, count, rows } of sent) {
        if (!accountIds.includes(accountId)) continue;
        const named = rows.map(({ row, table, reason }) => ({ line: row, table, reason }));
        add(
          accountId,
          count,
          named.map((row) => ({ ...row, at, from: receipt })),
        );
      }
      for (const refused of all.values()) {
        refused.rows.sort((one, other) => (one.at < other.at ? 1 : -1));
        refused.rows.splice(maxRows);
      }
      return all;
    },
  };
}

async function readRefused(folder: string, accountId: string): Promise<RefusedByRuns | null> {
  try {
    return JSON.parse(await readFile(pathOf(folder, accountId), 'utf8'));
  } catch (error) {
    if (isAbsent(error)) return null;
    throw error;
  }
}
