import { relative, sep } from 'node:path';
import { identifier, literal } from '../base/sql-text.ts';
import type { Database } from '../duckdb/database.ts';
import { fileSafe } from '../platforms/source/source-files.ts';
import { accountRawTables, accountTables } from './columns.ts';
import type { DeliverySource } from './delivered.ts';
import { deliveredPrefix } from './delivered-name.ts';
import type { SourceFile } from './discover.ts';
import { type Landing, type LoadedFile, refuseFile, refuseRowsOf } from './landing.ts';
import { kept } from './merge.ts';
import { forgetRejects } from './rejects.ts';

/** What tells files that owners sent in from those of the operator. */
export interface OwnersFiles {
  /** Folders of owners' files, each file of one account. */
  readonly folders: readonly string[];
  /** Accounts that owners' files may be of. */
  readonly accounts: readonly {
    readonly account_id: string | null;
    /** Whether the owner may send although the operator loads the account. */
    readonly owner_data: boolean;
  }[];
  /** Notes accounts that the operator's files have rows of from now on; called before they count. */
  note(accountIds: readonly string[]): Promise<void>;
  /** Removes all rows of these accounts: until now their owners alone had sent some. */
  remove(database: Database, accountIds: readonly string[]): Promise<void> | void;
}

/** Owners' files beside the accounts that the operator loads, for one load. */
export interface OwnersIntake {
  /** Whether it is an owner's file of an account that the operator loads and keeps to himself. */
  isClosed(file: SourceFile): boolean;
  /** Those of the accounts that the operator loads and keeps to himself. */
  closedAmong(accountIds: readonly string[]): Promise<readonly string[]>;
  /** Learns which accounts the operator's files are of; answers with the files that count. */
  settle(landing: Landing, files: readonly LoadedFile[]): Promise<LoadedFile[]>;
  /** Accounts that are the operator's since this load and of which anything was delivered. */
  taken(): readonly string[];
  /** Accounts of which owners' files were found that do not count. */
  closed(): string[];
}

/** Begins a load of files that were found; the database is the one with the ledger. */
export async function beginOwners(
  database: Database,
  options: OwnersFiles,
  found: readonly SourceFile[],
  deliveries?: DeliverySource,
): Promise<OwnersIntake> {
  const candidates = new Map(
    options.accounts.flatMap(({ account_id, owner_data }) =>
      account_id === null || owner_data ? [] : [[fileSafe(account_id), account_id] as const],
    ),
  );
  const accountOf = ({ path, table }: Pick<SourceFile, 'path' | 'table'>): string | undefined =>
    candidates.get(ownersPart(options.folders, path, table.name) ?? '');
  const isDelivered = ({ file }: Pick<SourceFile, 'file'>): boolean =>
    file.startsWith(deliveredPrefix);
  const isOwners = (file: Pick<SourceFile, 'path' | 'file'>): boolean =>
    isDelivered(file) || options.folders.some((folder) => isWithin(file.path, folder));
  const named = new Set(found.flatMap((file) => accountOf(file) ?? []));
  const loadedBefore = named.size === 0 ? [] : await operatorAccountsAmong(database, [...named]);
  const closed = new Set(loadedBefore);
  let withDeliveries: readonly string[] = [];
  return {
    async closedAmong(accountIds) {
      const keepable = new Set(candidates.values());
      const own = accountIds.filter((id) => keepable.has(id));
      const ids = own.length === 0 ? [] : await operatorAccountsAmong(database, own);
      for (const id of ids) closed.add(id);
      return ids;
    },
    taken: () => withDeliveries,
    isClosed: (file) => closed.has(accountOf(file) ?? ''),
    closed: () => [...closed].sort(),
    async settle(landing, files) {
      const added = await addOperatorAccounts(database, landing, files, isOwners);
      if (added.length === 0) return [...files];
      await options.note(added);
      const keepable = new Set(candidates.values());
      const taken = new Set(added.filter((id) => keepable.has(id)));
      withDeliveries = taken.size === 0 ? [] : ((await deliveries?.delivered([...taken])) ?? []);
      const inFiles = await forgetLoaded(database, options.folders, candidates, taken);
      const sent = [...new Set([...inFiles, ...withDeliveries])].sort();
      if (sent.length > 0) await options.remove(database, sent);
      for (const id of sent) closed.add(id);
      const counting: LoadedFile[] = [];
      for (const file of files) {
        if (isDelivered(file)) {
          const refused = await refuseRowsOf(landing, file, [...taken], operatorLoads);
          // No fault of the rows: they don't fail a strict run, and nobody is told of them twice.
          counting.push({ ...file, rowsIn: file.rowsIn - refused });
          continue;
        }
        const id = accountOf(file);
        if (id === undefined || !taken.has(id)) {
          counting.push(file);
          continue;
        }
        closed.add(id);
        await refuseFile(landing, file, operatorLoads);
        await forgetRejects(landing, file.number);
      }
      return counting;
    },
  };
}

const operatorLoads = 'the operator loads this account';

const isWithin = (path: string, folder: string): boolean =>
  !relative(folder, path).startsWith('..');

/** What an owner's file is called after: its account; undefined of any other file. */
function ownersPart(folders: readonly string[], path: string, table: string): string | undefined {
  for (const folder of folders) {
    if (!isWithin(path, folder)) continue;
    const [first = '', second] = relative(folder, path).split(sep);
    // Either `trades/ACCOUNT/DAY.ndjson`, or `trades-ACCOUNT.csv`.
    return second ?? /^(.*?)\.[a-z.]+$/.exec(first.slice(table.length + 1))?.[1];
  }
  return undefined;
}

async function operatorAccountsAmong(
  database: Database,
  accountIds: readonly string[],
): Promise<string[]> {
  const rows = await database.rows(
    `select account_id from operator_accounts
    where account_id in (select unnest(from_json($ids::json, '["VARCHAR"]')))`,
    { ids: JSON.stringify(accountIds) },
  );
  return rows.map(({ account_id }) => String(account_id));
}

/** Remembers accounts that rows of the operator's files are of; answers with those that are new. */
async function addOperatorAccounts(
  database: Database,
  landing: Landing,
  files: readonly LoadedFile[],
  isOwners: (file: LoadedFile) => boolean,
): Promise<string[]> {
  const queries = accountTables.flatMap((name) => {
    const own = files.filter(({ table, landed }) => table.name === name && landed > 0);
    const [first] = own;
    if (!first || own.every(isOwners)) return [];
    const rows = kept(landing, first.table);
    if (!own.some(isOwners)) return [`select account_id from ${rows}`];
    return [
      `select account_id from (from ${rows}) as landed
        asof join (
          select unnest([${own.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
            unnest([${own.map((file) => isOwners(file))}]) as is_owners
        ) as file on landed.row >= file.first_row
        where not file.is_owners`,
    ];
  });
  if (queries.length === 0) return [];
  // Not over `database`: its transaction would see the landing as it is now until its end.
  const rows = await landing.database.rows(
    `select distinct account_id from (${queries.join(' union all ')}) order by account_id`,
  );
  const ids = rows.map(({ account_id }) => String(account_id));
  const known = new Set(await operatorAccountsAmong(database, ids));
  const added = ids.filter((id) => !known.has(id));
  if (added.length > 0) {
    await database.run(
      `insert into operator_accounts select unnest(from_json($ids::json, '["VARCHAR"]'))`,
      { ids: JSON.stringify(added) },
    );
  }
  return added;
}

/**
 * Takes owners' files of these accounts out of the ledger, so that they are loaded again once the
 * operator allows it; answers with the accounts that had some.
 */
async function forgetLoaded(
  database: Database,
  folders: readonly string[],
  candidates: ReadonlyMap<string, string>,
  accountIds: ReadonlySet<string>,
): Promise<string[]> {
  if (accountIds.size === 0) return [];
  const sent = new Set<string>();
  const rows = await database.rows('select distinct file, table_name from loaded_files');
  for (const { file, table_name } of rows) {
    const id = candidates.get(ownersPart(folders, String(file), String(table_name)) ?? '');
    if (id === undefined || !accountIds.has(id)) continue;
    sent.add(id);
    await database.run(`delete from loaded_files where file = ${literal(String(file))}`);
  }
  return [...sent];
}

/** Removes every row of these accounts from the raw tables. */
export async function removeRows(
  database: Database,
  accountIds: readonly string[],
  tables: readonly string[] = accountRawTables.map(identifier),
): Promise<void> {
  if (accountIds.length === 0) return;
  await database.run(
    `create or replace temp table departed as
      select unnest(from_json($accounts::json, '["VARCHAR"]')) as account_id`,
    { accounts: JSON.stringify(accountIds) },
  );
  for (const table of tables) {
    await database.run(
      `delete from ${table} where account_id in (select departed.account_id from departed)`,
    );
  }
  await database.run('drop table departed');
}
