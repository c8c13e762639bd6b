import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, type Desk, idOf, trade, withDesk } from '../pipeline/desk.ts';

const checks = suite('checks');

const onDay = (day: string, ticket: number, profit: string) =>
  trade('a', ticket, { opened_at: `${day}T08:00:00Z`, closed_at: `${day}T09:00:00Z`, profit });

/** Publishes the account `a` alone. */
async function publish(desk: Desk, opening: string, trades: ReturnType<typeof trade>[]) {
  desk.write('accounts.csv', [account('a', { opening_balance: opening })]);
  desk.write('trades.csv', trades);
  await desk.run();
}

checks('a year that lost nearly everything and one that made it good again compound', () =>
  withDesk(async (desk) => {
    await publish(desk, '1089.17', [
      onDay('2023-05-02', 1, '-1056.49'),
      onDay('2024-03-02', 2, '133.99'),
      onDay('2024-06-02', 3, '533.34'),
      onDay('2025-05-02', 4, '1120.02'),
    ]);
    // 32.68 / 1089.17, 700.01 / 32.68, 1820.03 / 700.01 and 1820.03 / 1089.17, each minus 1. Only
    // 2023 falls from a peak.
    assert.equal(desk.part(idOf('a'), 'monthly').yearly_performance.map(Object.values), [
      ['2023', -1056.49, -96.9996, 96.9996],
      ['2024', 667.33, 2042.0135, 0],
      ['2025', 1120.02, 160.0006, 0],
    ]);
    assert.is(desk.part(idOf('a'), 'summary').performance.twr_percent, 67.1025);
  }),
);

checks('wins and losses of a hundred million with eight decimals are exact', () =>
  withDesk(async (desk) => {
    const trades = Array.from({ length: 2000 }, (_, at) =>
      trade('a', at, { profit: at % 2 === 0 ? '50000.00000003' : '-49999.99999998' }),
    );
    await publish(desk, '100000', trades);
    // 1,000 pairs with 0.00000005 each.
    assert.is(desk.part(idOf('a'), 'summary').balance, 100000.00005);
  }),
);

checks('a balance of sixteen digits is the equity too', () =>
  withDesk(async (desk) => {
    await publish(desk, '40071992547409.91', [trade('a', 1, { profit: '0.01' })]);
    const { balance, equity } = desk.part(idOf('a'), 'summary');
    assert.equal([balance, equity], [40071992547409.92, 40071992547409.92]);
  }),
);

checks.run();
