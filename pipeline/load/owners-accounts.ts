import type { Database } from '../duckdb/database.ts';
import { closedToOwner } from '../registry/operator-accounts.ts';
import { accountTables } from './columns.ts';
import type { DeliverySource } from './delivered.ts';
import type { SourceFile } from './discover.ts';
import { type Landing, type LoadedFile, refuseRowsOfAccounts } from './landing.ts';
import { deliveredPrefix } from './ledger.ts';
import { acceptedRows } from './winners.ts';

/** An account that an owner may send data of. */
interface OwnersAccount {
  readonly account_id: string | null;
  /** Set if the owner may send data although the operator loads the account. */
  readonly owner_data: boolean;
}

/** Rules that separate owners' data from the operator's files. */
export interface OwnersAccounts {
  /** Accounts that deliveries may be of. */
  accounts(): Promise<readonly OwnersAccount[]>;
  /**
   * Records accounts that are in the operator's files from now on. Called before their rows count.
   */
  note(accountIds: readonly string[]): Promise<void>;
  /** Records accounts that owners sent rows of. Called before their rows count. */
  noteSent(accountIds: readonly string[]): Promise<void>;
  /** Removes all rows of these accounts: until now their owners alone had sent some. */
  remove(database: Database, accountIds: readonly string[]): Promise<void> | void;
}

/** Deliveries and the accounts that the operator loads, for one load. */
export interface OwnersIntake {
  /** Those of the accounts that the operator loads and keeps to himself. */
  closedAmong(accountIds: readonly string[]): Promise<readonly string[]>;
  /** Learns which accounts the operator's files are of; answers with what counts of the files. */
  settle(landing: Landing, files: readonly LoadedFile[]): Promise<LoadedFile[]>;
  /** Accounts that are the operator's since this load and of which anything was delivered. */
  taken(): readonly string[];
  /** Accounts of which something was delivered that does not count. */
  closed(): string[];
}

/** Begins a load; the database is the one with the ledger. */
export function beginOwners(
  database: Database,
  options: OwnersAccounts,
  deliveries?: DeliverySource,
): OwnersIntake {
  let read: Promise<ReadonlySet<string>> | undefined;
  const keepable = () => {
    read ??= options.accounts().then(keepableOf);
    return read;
  };
  const closed = new Set<string>();
  let delivered: readonly string[] = [];
  return {
    async closedAmong(accountIds) {
      if (accountIds.length === 0) return [];
      const candidates = await keepable();
      const accepted = accountIds.filter((id) => candidates.has(id));
      const ids = accepted.length === 0 ? [] : await operatorAccountsAmong(database, accepted);
      for (const id of ids) closed.add(id);
      return ids;
    },
    taken: () => delivered,
    closed: () => [...closed].sort(),
    async settle(landing, files) {
      const accounts = await accountsIn(landing, files);
      await options.noteSent(accounts.sent);
      const added = await addOperatorAccounts(database, accounts.operators);
      if (added.length === 0) return [...files];
      await options.note(added);
      const candidates = await keepable();
      const taken = added.filter((id) => candidates.has(id));
      delivered = taken.length === 0 ? [] : ((await deliveries?.delivered(taken)) ?? []);
      if (delivered.length > 0) await options.remove(database, [...delivered].sort());
      for (const id of delivered) closed.add(id);
      const counting: LoadedFile[] = [];
      for (const file of files) {
        const refused = isDelivered(file)
          ? await refuseRowsOfAccounts(landing, file, taken, closedToOwner)
          : 0;
        // No fault of the rows: they don't fail a strict run, and nobody is told of them twice.
        counting.push(refused === 0 ? file : { ...file, rowsIn: file.rowsIn - refused });
      }
      return counting;
    },
  };
}

/** Accounts of which an owner's data does not count once the operator loads them. */
const keepableOf = (accounts: readonly OwnersAccount[]): ReadonlySet<string> =>
  new Set(
    accounts.flatMap(({ account_id, owner_data }) =>
      account_id === null || owner_data ? [] : [account_id],
    ),
  );

const isDelivered = ({ file }: Pick<SourceFile, 'file'>): boolean =>
  file.startsWith(deliveredPrefix);

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

/** Accounts that landed rows are of: those of the operator's files, and those of deliveries. */
async function accountsIn(
  landing: Landing,
  files: readonly LoadedFile[],
): Promise<{ operators: string[]; sent: string[] }> {
  const queries = accountTables.flatMap((name) => {
    const landedFiles = files.filter(({ table, landed }) => table.name === name && landed > 0);
    const [first] = landedFiles;
    if (!first) return [];
    const rows = acceptedRows(landing, first.table);
    if (landedFiles.every(isDelivered)) return [`select account_id, true as is_sent from ${rows}`];
    if (!landedFiles.some(isDelivered)) return [`select account_id, false as is_sent from ${rows}`];
    return [
      `select account_id, file.is_sent from (from ${rows}) as landed
        asof join (
          select unnest([${landedFiles.map(({ firstRow }) => firstRow)}]::bigint[]) as first_row,
            unnest([${landedFiles.map((file) => isDelivered(file))}]) as is_sent
        ) as file on landed.row >= file.first_row`,
    ];
  });
  if (queries.length === 0) return { operators: [], sent: [] };
  // Not over the raw tables' connection: its transaction would see the landing as it is now.
  const rows = await landing.database.rows(
    `select distinct account_id, is_sent from (${queries.join(' union all ')}) order by account_id`,
  );
  const idsWhere = (isSent: boolean) =>
    rows.flatMap(({ account_id, is_sent }) => (is_sent === isSent ? [String(account_id)] : []));
  return { operators: idsWhere(false), sent: idsWhere(true) };
}

/** Remembers accounts that rows of the operator's files are of; answers with those that are new. */
async function addOperatorAccounts(database: Database, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
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
