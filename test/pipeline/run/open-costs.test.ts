import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../support/within.ts';
import { account, type Desk, idOf, trade, withDesk } from '../desk.ts';

const costs = suite('costs of open positions');
const atDesk = within(costs, withDesk);

const day = '2024-06-05';
const reportedAt = `${day}T23:00:00Z`;

/** Capital 1000 and net profits of 20, -5 and 0. Opening the open position cost 2.41. */
function write(desk: Desk, charged: number): void {
  const [name, account_id] = ['costly', idOf('costly')];
  desk.write('accounts.csv', [
    account(name, { opening_balance: 1000, reported_balance: 1012.59, updated_at: reportedAt }),
  ]);
  desk.write(
    'trades.csv',
    [20, -5, 0].map((profit, at) =>
      trade(name, at, {
        profit,
        commission: 0,
        swap: 0,
        opened_at: `${day}T01:00:00Z`,
        closed_at: `${day}T0${2 + at}:00:00Z`,
      }),
    ),
  );
  desk.write('positions.csv', [
    {
      account_id,
      ticket: '9',
      symbol: 'EURUSD',
      side: 'buy',
      volume: 0.1,
      open_price: 1.1,
      opened_at: `${day}T05:00:00Z`,
      profit: 0,
      swap: 0,
      commission: charged,
      reported_at: reportedAt,
    },
  ]);
  // The platform counts the 2.41 as a result: 12.59 in all, 4.20 as the average of three trades.
  const printed = {
    balance: '1012.59',
    net_profit: '12.59',
    gross_profit: '20.00',
    gross_loss: '-7.41',
    expected_payoff: '4.20',
    average_loss_trade: '-7.41',
    largest_loss_trade: '-5.00',
    max_consecutive_losses_loss: '-7.41',
  };
  desk.write(
    'printed_figures.csv',
    Object.entries(printed).map(([figure, value]) => ({
      account_id,
      statement: 'made up',
      figure,
      value,
      decimals: 2,
      covered_from: `${day}T00:00:00Z`,
      printed_at: reportedAt,
    })),
  );
}

const gapsOf = async (desk: Desk) => {
  const rows = await desk.warehouse(
    'select figure, reason from reconciliation where agrees is distinct from true order by figure',
  );
  return rows.map(({ figure, reason }) => `${figure}: ${reason}`);
};

atDesk('are no gap where the statement has paid them', async (desk) => {
  write(desk, -2.41);
  const { warnings } = await desk.run();
  assert.equal(warnings, []);
  assert.equal(await gapsOf(desk), [
    'average_loss_trade: open_commission_paid',
    'balance: open_commission_paid',
    'expected_payoff: open_commission_paid',
    'gross_loss: open_commission_paid',
    'max_consecutive_losses_loss: open_commission_paid',
    'net_profit: open_commission_paid',
  ]);
  const [row] = await desk.warehouse('select reconciled, reconciliation.gap as gap from summary');
  assert.equal([row?.reconciled, Number(row?.gap)], [true, 0]);
});

atDesk('explain nothing beyond what they are', async (desk) => {
  write(desk, -2.4);
  const { warnings } = await desk.run();
  assert.match(warnings.join('\n'), /does not reconcile: .* a gap of 0\.01/);
  const [row] = await desk.warehouse('select reconciled from summary');
  assert.is(row?.reconciled, false);
});

atDesk('explain no error that is smaller than they are', async (desk) => {
  // One cent more than was paid: 12.59 and 7.41 differ from our 15 and 5 by 2.41, not by 2.42.
  write(desk, -2.42);
  await desk.run();
  const gaps = await gapsOf(desk);
  for (const figure of ['net_profit', 'gross_loss', 'average_loss_trade']) {
    assert.not.ok(gaps.includes(`${figure}: open_commission_paid`), gaps.join('; '));
  }
  const [row] = await desk.warehouse('select reconciled from summary');
  assert.is(row?.reconciled, false);
});

costs.run();
