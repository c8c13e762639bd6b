import { sql } from 'kysely';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { accountsWithMovedDeals } from '../../../../pipeline/deliveries/deals/moved-deals.ts';
import { storeReports } from '../../../../pipeline/deliveries/deals/store-reports.ts';
import { changedPositions } from '../../../../pipeline/deliveries/deals/stored-deals.ts';
import type { TerminalAccount } from '../../../../pipeline/deliveries/deals/terminal.ts';
import { openPostgres } from '../../../../pipeline/deliveries/postgres.ts';
import { whileOpen } from '../../../support/while-open.ts';
import { withPostgres } from '../../registry/postgres-server.ts';

const wholeTable = suite('deals that come, among many others');

const [accounts, dealsOfAccount] = [1_000, 22];

/** JSON of a deal of usual length. */
const json = JSON.stringify({ comment: 'x'.repeat(230) });

const account: TerminalAccount = {
  platform: 'MT5',
  number: '7',
  server: 'Live',
  broker: '',
  currency: 'USD',
  leverage: '',
  demo: '',
  balance: '0',
  clock: '',
  gmt: 1_700_000_000,
  ahead: 0,
  listed: dealsOfAccount,
};

await withPostgres(wholeTable, (database) => {
  wholeTable('are stored without reading the deals of all accounts', () =>
    whileOpen(openPostgres(database.url), async (deliveries) => {
      await deliveries.write(async (db) => {
        // Without statistics, as in the first minute of a new server.
        await sql`
            insert into deals (account_id, source, ticket, number, position, time, deal)
            select 'account ' || number, 'terminal', ticket::text, number, '1', ticket,
              ${sql.lit(json)}::bytea
            from generate_series(1, ${sql.lit(accounts)}) as number,
              generate_series(1, ${sql.lit(dealsOfAccount)}) as ticket`.execute(db);
      });
      const read = await deliveries.write(async (db) => {
        const reports = [7, 8, 9].map((number) => ({
          accountId: `account ${number}`,
          source: 'terminal' as const,
          number: accounts + number,
          content: {
            account,
            positions: null,
            deals: Array.from({ length: dealsOfAccount }, (_, at) => ({
              ticket: `${at + 1}`,
              position: '1',
              time: at + 1,
              json: number === 8 && at === 0 ? '{"symbol":"EURUSD"}' : json,
            })),
          },
        }));
        const numbers = reports.map(({ number }) => number);
        const stored = await storeReports(db, reports);
        assert.is(stored.get('account 9')?.added, undefined, 'every deal came before');
        const again = await db
          .selectFrom('deals')
          .select('account_id')
          .where('number', '>', accounts)
          .execute();
        assert.equal(again, [{ account_id: 'account 8' }], 'the others are stored already');
        assert.equal([...(await accountsWithMovedDeals(db, numbers))], ['account 8']);
        assert.equal([...(await changedPositions(db, numbers)).keys()], ['account 8']);
        const { rows } = await sql<{ read: number }>`
            select seq_tup_read as read from pg_stat_xact_user_tables
            where relname = 'deals'`.execute(db);
        return Number(rows[0]?.read);
      });
      assert.is(read, 0);
    }),
  );
});

wholeTable.run();
