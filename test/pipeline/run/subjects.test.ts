import { suite } from 'uvu';
import { equal } from 'uvu/assert';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import type { Registered } from '../../../pipeline/run/registered.ts';
import { storeSubjects } from '../../../pipeline/run/subjects.ts';
import { whileOpen } from '../../support/while-open.ts';
import { idOf, registeredAccount } from '../desk.ts';

const subjects = suite('subjects of a run');

/** Accounts that were read before. */
const registeredAs = (accounts: readonly RegistryAccount[]): Registered => ({
  state: null,
  isEmpty: async () => accounts.length === 0,
  accounts: async () => accounts,
  accountsPublished: async () => 3,
  ownerNames: async () => new Map(),
});

subjects('are replaced if the registry or the accounts changed, and only then', () =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    const tables = [
      'raw/accounts',
      'state/subjects',
      'state/subject_members',
      'state/history_cuts',
      'state/unmatched_accounts',
    ];
    const ids = async () => {
      const rows = await database.rows('select subject_id from subjects order by subject_id');
      return rows.map(({ subject_id }) => subject_id);
    };
    const addAccount = (id: string) =>
      database.run(`insert into accounts (account_id, platform, currency, created_at, updated_at, described_by, is_read_from_broker, deposits_unknown)
      values ('${id}', 'mt5', 'EUR', timestamp '2024-01-01', timestamp '2024-01-01', [], false, false)`);
    for (const table of [...tables, 'declarations']) await database.run(readSql(table));
    await addAccount('first');
    await storeSubjects(database, registeredAs([]));
    equal(await ids(), ['', 'first']);
    await database.run("delete from subjects where subject_id = 'first'");
    await storeSubjects(database, registeredAs([]));
    equal(await ids(), [''], 'nothing changed');
    await storeSubjects(database, registeredAs([registeredAccount('first')]));
    equal(await ids(), ['', 'first'], 'the registry changed');
    await addAccount('second');
    await storeSubjects(database, registeredAs([registeredAccount('first')]));
    equal(await ids(), ['', 'first', 'second'], 'the accounts changed');
    for (const name of ['first', 'second']) await addAccount(idOf(name));
    const reads: string[] = [];
    const inState = (state: string, accounts: readonly RegistryAccount[]): Registered => ({
      ...registeredAs(accounts),
      state,
      async accounts() {
        reads.push(state);
        return accounts;
      },
    });
    const slugs = async () => {
      const rows = await database.rows('select slug from subjects where slug is not null');
      return rows.map(({ slug }) => slug);
    };
    await storeSubjects(database, inState('one', [registeredAccount('first')]));
    await storeSubjects(database, inState('one', []));
    equal([reads, await slugs()], [['one'], ['first']], 'the same state is not read again');
    await storeSubjects(database, inState('two', [registeredAccount('second')]));
    equal([reads, await slugs()], [['one', 'two'], ['second']]);
    await addAccount('third');
    await storeSubjects(database, inState('two', [registeredAccount('second')]));
    equal([reads.length, (await ids()).length], [3, 6], 'new accounts need the registry');
  }),
);

subjects.run();
