import { mkdirSync, rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isAbsent, putInPlace } from '../base/files.ts';
import { inSecret, modes } from '../base/modes.ts';
import { fileSafe } from '../platforms/source/source-files.ts';
import type { SendingsDatabase } from '../publish/store/sendings.ts';
import type { RefusedSending } from './receipts.ts';
import type { Receiving } from './receive.ts';

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
export type RefusedOfSome = RefusedByRun & { readonly accountId: string | null };

/** Where what runs refuse is kept, for whoever is to be told. */
export interface KeptRefusals {
  /** Of these accounts; those of which nothing was refused are not in it. */
  of(accountIds: readonly string[]): Promise<ReadonlyMap<string, RefusedByRuns>>;
  /** The newest of anybody's. */
  newest(): Promise<readonly RefusedOfSome[]>;
  /** Keeps what was refused of accounts; those that are not named keep theirs. */
  keep(accounts: ReadonlyMap<string, RefusedByRuns>): Promise<void>;
  keepNewest(rows: readonly RefusedOfSome[]): Promise<void>;
  /** Forgets all of it, before a rebuild finds it again. */
  forget(): Promise<void>;
}

/** Keeps it in a folder, a file an account. */
export function refusalsIn(folder: string): KeptRefusals {
  const pathOf = (accountId: string): string => join(folder, `${fileSafe(accountId)}.json`);
  // Beside those of the accounts, of which none is called so.
  const newestPath = join(folder, 'newest');
  const put = (files: ReadonlyMap<string, unknown>): Promise<void> =>
    inSecret(async () => {
      mkdirSync(folder, { recursive: true, mode: modes.secret.folder });
      for (const [path, content] of files) putInPlace(path, JSON.stringify(content));
    });
  return {
    async of(accountIds) {
      const all = new Map<string, RefusedByRuns>();
      for (const accountId of accountIds) {
        const refused = await readKept<RefusedByRuns>(pathOf(accountId));
        if (refused) all.set(accountId, refused);
      }
      return all;
    },
    newest: async () => (await readKept<RefusedOfSome[]>(newestPath)) ?? [],
    keep: async (accounts) => {
      if (accounts.size === 0) return;
      await put(new Map([...accounts].map(([id, refused]) => [pathOf(id), refused])));
    },
    keepNewest: (rows) => put(new Map([[newestPath, rows]])),
    forget: async () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Not an account's. */
const newestOfAll = '';

/** Keeps it where machines that share a store have it in common. */
export function sharedRefusals({ ask }: Pick<SendingsDatabase, 'ask'>): KeptRefusals {
  const read = async <Kept>(ids: readonly string[]): Promise<Map<string, Kept>> => {
    const rows = await ask<{ account_id: string; refused: string }>(
      'select account_id, refused from refused_by_runs where account_id = any($1)',
      [ids],
    );
    return new Map(rows.map(({ account_id, refused }) => [account_id, JSON.parse(refused)]));
  };
  const put = async (entries: readonly (readonly [id: string, content: unknown])[]) => {
    await ask(
      `insert into refused_by_runs select * from unnest($1::text[], $2::text[])
       on conflict (account_id) do update set refused = excluded.refused`,
      [entries.map(([id]) => id), entries.map(([, content]) => JSON.stringify(content))],
    );
  };
  return {
    of: (accountIds) => read<RefusedByRuns>(accountIds),
    newest: async () => (await read<RefusedOfSome[]>([newestOfAll])).get(newestOfAll) ?? [],
    keep: (accounts) => put([...accounts]),
    keepNewest: (rows) => put([[newestOfAll, rows]]),
    async forget() {
      await ask('delete from refused_by_runs');
    },
  };
}

/** Where the refusals of a run are kept. */
export const refusalsOf = (
  folder: string,
  shared: { readonly sendings: SendingsDatabase } | null,
): KeptRefusals => (shared === null ? refusalsIn(folder) : sharedRefusals(shared.sendings));

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

/** Of what runs keep and of what is in the inbox, where somebody has a key for it. */
export function createRefusals(kept: KeptRefusals, inbox: Pick<Receiving, 'refused'>): Refusals {
  return {
    async of(accountIds, keyIds) {
      const all = new Map<string, { count: number; rows: RefusedRow[] }>();
      const add = (accountId: string, count: number, rows: readonly RefusedRow[]): void => {
        const known = all.get(accountId) ?? { count: 0, rows: [] };
        all.set(accountId, { count: known.count + count, rows: [...known.rows, ...rows] });
      };
      for (const [accountId, { count, rows }] of await kept.of(accountIds)) {
        add(accountId, count, rows.map(rowOfRun));
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
      const byRuns = await kept.newest();
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
