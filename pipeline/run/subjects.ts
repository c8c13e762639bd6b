import type { Database } from '../duckdb/database.ts';
import { declareOnce } from '../duckdb/declarations.ts';
import { digestOfObjects, insertObjects } from '../duckdb/insert-objects.ts';
import { readSql } from '../duckdb/sql-files.ts';
import { observedFrom } from '../registry/observed-from.ts';
import type { RegistryAccount } from '../registry/schema.ts';
import type { Registered } from './registered.ts';

/** End of a gap that has not ended. */
const never = '9999-12-31T00:00:00Z';

const registeredShape = JSON.stringify([
  {
    slug: 'VARCHAR',
    type: 'VARCHAR',
    account_id: 'VARCHAR',
    currency: 'VARCHAR',
    benchmark: 'VARCHAR',
    members: ['VARCHAR'],
    history_cut_at: 'DATE',
    created_at: 'TIMESTAMP',
    accounts_published: 'BIGINT',
    observed_from: 'DATE',
    gaps: [{ begins: 'TIMESTAMP', ends: 'TIMESTAMP' }],
  },
]);

/** Tables in this order: subjects have a hash of their members and cuts. */
const tables = ['subject_members', 'history_cuts', 'subjects', 'unmatched_accounts'] as const;

/**
 * Updates `subjects` and the other tables that follow from the registry and the loaded accounts.
 * It writes nothing if neither changed since. The caller must be in the transaction that loads.
 */
export async function storeSubjects(database: Database, registered: Registered): Promise<void> {
  const [accounts] = await database.rows(
    'select sum(hash(account_id, currency)) as digest from accounts',
  );
  const origin = [String(accounts?.digest), ...tables.map(queryOf)].join('\n');
  const update = async () => {
    const rows = registeredRows(await registered.accounts(), await registered.accountsPublished());
    const replace = () => replaceSubjects(database, rows);
    await declareOnce(database, 'subjects', `${digestOfObjects(rows)}\n${origin}`, replace);
  };
  if (registered.state === null) await update();
  else await declareOnce(database, 'subjects_of', `${registered.state}\n${origin}`, update);
}

const queryOf = (table: (typeof tables)[number]) => readSql(`runs/${table}`);

async function replaceSubjects(database: Database, rows: readonly object[]): Promise<void> {
  await database.run(
    `create or replace temp table registered as
      select unnest(from_json('[]'::json, $shape), recursive := true)`,
    { shape: registeredShape },
  );
  await insertObjects(database, 'registered', rows, registeredShape);
  for (const table of tables) {
    await database.run(`delete from ${table};
      insert into ${table} by name ${queryOf(table)}`);
  }
}

/** Returns what the subjects depend on. */
function registeredRows(
  registered: readonly RegistryAccount[],
  accountsPublished: number,
): object[] {
  const bySlug = new Map(registered.map((account) => [account.slug, account]));
  const membersOf = ({ members }: RegistryAccount) =>
    members.flatMap((slug) => bySlug.get(slug) ?? []);
  return registered.map((account) => ({
    slug: account.slug,
    type: account.type,
    account_id: account.account_id,
    currency: account.currency,
    benchmark: account.benchmark,
    members: account.members,
    history_cut_at: account.history_cut_at,
    created_at: account.created_at,
    accounts_published: accountsPublished,
    observed_from: observedFrom(account, membersOf(account)),
    gaps: account.publication?.gaps.map(({ from, to }) => ({ begins: from, ends: to ?? never })),
  }));
}
