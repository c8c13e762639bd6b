import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { reconcileCommand } from '../../../pipeline/commands/reconcile.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { readSql } from '../../../pipeline/duckdb/sql-files.ts';
import { printedFigures } from '../../../sql/raw/printed_figures.ts';
import { reasons } from '../../../sql/reconciliation/reasons.ts';
import { within } from '../../support/within.ts';
import {
  account,
  asOf,
  type Desk,
  idOf,
  preparedDesk,
  registeredAccount,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

type Amounts = [profit: number, commission?: number, swap?: number];

/** An account whose statement prints one figure that differs from ours, and the reason. */
interface Case {
  readonly reason: keyof typeof reasons;
  readonly trades?: readonly Amounts[];
  readonly prints: readonly [figure: string, value: string];
  /** A second printed figure that tells how the first is meant. */
  readonly beside?: readonly [figure: string, value: string];
  readonly ours: number | null;
  readonly agrees?: false;
  readonly opening?: number | '';
  readonly flows?: readonly [at: string, amount: number, kind: string][];
  /** Part of the commission of each trade that was charged at opening. */
  readonly opened?: number;
  /** Commission of an open position. */
  readonly charged?: number;
  readonly comment?: string;
  readonly isAtOnce?: true;
}

const day = '2024-06-05';
const from = `${day}T00:00:00Z`;
const printedAt = `${day}T23:00:00Z`;
const usual: readonly Amounts[] = [[22, -1.5, -0.5], [-5], [0]];

// Net profits 20, -5 and 0 with a capital of 1000, unless a case has its own.
const cases: readonly Case[] = [
  { reason: 'zero_counted_as_won', prints: ['profit_trades', '2'], ours: 1 },
  { reason: 'costs_apart', prints: ['gross_profit', '22.00'], ours: 20 },
  {
    // The closing deal brought 2; the opening deal cost 3.
    reason: 'opening_costs_apart',
    prints: ['profit_trades', '1'],
    trades: [[2, -3]],
    opened: -3,
    ours: 0,
  },
  {
    reason: 'taxes_in_commission',
    prints: ['commission', '-1.00'],
    ours: -1.5,
    beside: ['taxes', '-0.50'],
  },
  {
    reason: 'adjustments_counted',
    prints: ['net_deposits', '97.00'],
    ours: 100,
    flows: [
      [from, 100, 'flow'],
      [from, -3, 'adjustment'],
    ],
  },
  {
    reason: 'credit_counted',
    prints: ['equity', '1065.00'],
    ours: 1015,
    flows: [[from, 50, 'credit']],
  },
  { reason: 'open_commission_paid', prints: ['balance', '1014.30'], ours: 1015, charged: -0.7 },
  {
    // 100 of 1000 is 10 %, 100 of 1900 is 5.2632 %. Without deposits as capital: 200 of 1000.
    reason: 'drawdown_ignores_flows',
    prints: ['drawdown_relative_percent', '20.00'],
    trades: [[-100], [-100]],
    ours: 14.7368421053,
    flows: [[`${day}T02:30:00Z`, 1000, 'flow']],
  },
  {
    reason: 'same_instant',
    prints: ['max_consecutive_wins', '2'],
    ours: 1,
    isAtOnce: true,
    trades: [[1], [-1], [1]],
  },
  {
    // W = 1, L = 2, R = 2: Z = (3 × 1.5 - 4) / √(4 × 1 / 2) = 0.3536. The probability of 0.35 is
    // 27.37 %, of the exact Z 27.63 %.
    reason: 'of_rounded_score',
    prints: ['z_score_percent', '27.37'],
    ours: 27.6326390168,
    trades: [[1], [-1], [-1]],
  },
  { reason: 'nothing_counted', prints: ['short_trades_won_percent', '0.00'], ours: null },
  { reason: 'defined_otherwise', prints: ['recovery_factor', '9.00'], ours: 3 },
  { reason: 'not_computed', prints: ['margin', '5.00'], ours: null },
  { reason: 'capital_unknown', prints: ['balance', '15.00'], ours: null, opening: '' },
  {
    reason: 'earlier_history',
    prints: ['balance', '500.00'],
    ours: 115,
    agrees: false,
    opening: '',
    flows: [[from, 100, 'flow']],
  },
  {
    // The opening balance already contains the deposit of May.
    reason: 'opening_balance_of_later',
    prints: ['balance', '1015.00'],
    agrees: false,
    ours: 2015,
    flows: [['2024-05-05T00:00:00Z', 1000, 'flow']],
  },
  {
    reason: 'archived_history',
    prints: ['gross_profit', '35.00'],
    ours: 20,
    agrees: false,
    comment: 'Summary trade result 2013',
  },
  { reason: 'rows_missing', prints: ['total_trades', '4'], ours: 3, agrees: false },
  { reason: 'rows_of_elsewhere', prints: ['total_trades', '2'], ours: 3, agrees: false },
];

function writeCases(desk: Desk): void {
  const ids = cases.map(({ reason }) => reason);
  desk.write(
    'accounts.csv',
    cases.map(({ reason, opening = 1000 }) =>
      account(reason, { opening_balance: opening, updated_at: printedAt }),
    ),
  );
  desk.write(
    'trades.csv',
    cases.flatMap(({ reason, trades = usual, comment = '', isAtOnce, opened = '' }, number) =>
      trades.map(([profit, commission = 0, swap = 0], at) =>
        trade(reason, 10 * number + at, {
          profit,
          commission,
          swap,
          comment,
          opening_commission: opened,
          opened_at: `${day}T01:00:00Z`,
          closed_at: `${day}T0${isAtOnce ? 2 : 2 + at}:00:00Z`,
        }),
      ),
    ),
  );
  desk.write(
    'cash_flows.csv',
    cases.flatMap(({ reason, flows = [] }) =>
      flows.map(([at, amount, kind], index) => ({
        account_id: idOf(reason),
        id: `${reason}-${index}`,
        at,
        amount,
        kind,
      })),
    ),
  );
  desk.write(
    'positions.csv',
    cases.flatMap(({ reason, charged }, number) =>
      charged === undefined
        ? []
        : [
            {
              account_id: idOf(reason),
              ticket: `9${number}`,
              symbol: 'EURUSD',
              side: 'buy',
              volume: 0.1,
              open_price: 1.1,
              opened_at: from,
              profit: 0,
              swap: 0,
              commission: charged,
              reported_at: printedAt,
            },
          ],
    ),
  );
  desk.write(
    'printed_figures.csv',
    cases.flatMap(({ reason, prints, beside }) =>
      [prints, ...(beside ? [beside] : [])].map(([figure, value]) => ({
        account_id: idOf(reason),
        statement: 'made up',
        figure,
        value,
        decimals: value.split('.')[1]?.length ?? 0,
        printed_at: printedAt,
        covered_from: from,
      })),
    ),
  );
  assert.is(new Set(ids).size, Object.keys(reasons).length, 'every reason has a case');
}

const withCases = preparedDesk((desk) => {
  writeCases(desk);
  return desk.run();
});

async function reconcile({ dataDir }: Desk, options: { accountId?: string; json?: boolean } = {}) {
  const { io, stdout, stderr } = createTerminal(asOf);
  const config = readConfig({ TRACKRECORD_DATA: dataDir.path });
  const code = await reconcileCommand(config, options, io);
  assert.equal(stderr, []);
  return { code, stdout };
}

const command = suite('reconcile command');
const onCases = within(command, withCases);
const atDesk = within(command, withDesk);

atDesk('before the first run says what to do', async (desk) => {
  const { message, exitCode } = await refusal(reconcile(desk));
  assert.is(message, 'nothing to reconcile yet; start with `trackrecord run`');
  assert.is(exitCode, 1);
});

onCases(
  'finds the probable reason of each difference, and differences that are not data errors',
  async (desk) => {
    const { code, stdout } = await reconcile(desk, { json: true });
    assert.is(code, 3);
    const rows: Record<string, unknown>[] = JSON.parse(stdout[0] ?? '');
    const found = cases.map(({ reason, prints: [name] }) => {
      const row = rows.find((each) => each.account_id === idOf(reason) && each.figure === name);
      return [row?.reason, row?.printed, row?.ours, row?.agrees];
    });
    assert.equal(
      found,
      cases.map(({ reason, prints, ours, agrees = null }) => [
        ...[reason, Number(prints[1]), ours, agrees],
      ]),
    );
    const [first] = rows;
    assert.equal(Object.keys(first ?? {}), [
      ...['account_id', 'statement', 'covered_from', 'printed_at', 'figure', 'printed', 'ours'],
      ...['gap', 'agrees', 'reason'],
    ]);
  },
);

onCases('prints a line per account, and every figure of a named account', async (desk) => {
  const { stdout } = await reconcile(desk);
  const [head, titles, row] = stdout.slice(
    stdout.findIndex((line) => line.startsWith(idOf('earlier_history'))),
  );
  assert.is(
    head,
    `${idOf('earlier_history')}: statement from ${from} to ${printedAt}: 0 figures agree, 1 does not, 0 can't be compared`,
  );
  assert.match(titles ?? '', /^ {2}figure +printed +ours +gap +agrees +probable reason$/);
  assert.match(row ?? '', /^ {2}Balance +500 +115 +-385 +no +the export begins after deposits/);
  const comparison = await reconcile(desk, { accountId: idOf('zero_counted_as_won') });
  assert.is(comparison.code, 0);
  assert.match(
    comparison.stdout[2] ?? '',
    /^ {2}Profit trades +2 +1 +-1 +the platform counts a trade at exactly 0 as won/,
  );
  const counted = await reconcile(desk, { accountId: idOf('rows_missing') });
  assert.is(counted.code, 0, 'a count is no money');
  const { message, exitCode } = await refusal(reconcile(desk, { accountId: 'nobody' }));
  assert.is(message, '--account-id nobody: no source has that account');
  assert.is(exitCode, 2);
});

onCases('makes runs report differences in money, and no others', async (desk) => {
  const { warnings } = await desk.run();
  assert.equal(
    warnings.map((line) => line.split(' ')[0]),
    ['opening_balance_of_later', 'earlier_history', 'archived_history'].map(idOf),
  );
  assert.is(
    warnings[1],
    `${idOf('earlier_history')} does not reconcile: its statement of ${printedAt} prints 500 USD of balance, its rows give 115, a gap of -385 (${reasons.earlier_history})`,
  );
  const off = await desk.warehouse('select subject_id from summary where reconciled = false');
  assert.equal(off.length, 3);
});

onCases('has no figures from before a history cut', async (desk) => {
  const id = idOf('costs_apart');
  desk.registered.push(registeredAccount('costs_apart', { history_cut_at: '2024-06-06' }));
  await desk.run();
  const printed = (database: string) =>
    desk.warehouse(`select figure from ${database} where account_id = '${id}'`);
  assert.equal(await printed('printed_figures'), []);
  assert.equal(await printed('reconciliation'), []);
});

atDesk('hands pages only the statements whose figures are published', async (desk) => {
  const names = ['all of it', 'a part', 'an earlier day', 'off'];
  desk.write(
    'accounts.csv',
    names.map((name) => account(name)),
  );
  // Booked before the day of the statement in May: 7; a week later: 9.
  desk.write(
    'trades.csv',
    [
      ...names.map((name, at) => trade(name, at, { closed_at: `${day}T02:00:00Z`, profit: 15 })),
      trade('a part', 10, { closed_at: '2024-05-05T02:00:00Z', profit: 7 }),
      trade('an earlier day', 11, { closed_at: '2024-06-10T02:00:00Z', profit: 9 }),
    ].map((row) => ({ ...row, opened_at: '2024-05-01T00:00:00Z' })),
  );
  const balances = [1015, 1022, 1015, 1016];
  desk.write(
    'printed_figures.csv',
    names.flatMap((name, at) =>
      [
        ['balance', balances[at] ?? 0],
        ['net_profit', 15],
        ['gross_profit', 15],
        ['max_consecutive_wins', 1],
      ].map(([figure = '', value = '']) => ({
        account_id: idOf(name),
        statement: 's',
        figure,
        value,
        decimals: 0,
        covered_from: from,
        printed_at: printedAt,
      })),
    ),
  );
  await desk.run();
  const linesOf = (name: string) => {
    const { money, statistics, ...rest } = desk.part(idOf(name), 'checked');
    const named = (rows: { figure: string }[]) => rows.map(({ figure }) => figure);
    return [rest.printed_at, rest.agreeing, named(money), named(statistics)];
  };
  assert.equal(names.map(linesOf), [
    [printedAt, 4, ['balance', 'net_profit'], ['gross_profit']],
    [printedAt, 4, ['balance'], []],
    [null, 0, [], []],
    [null, 0, [], []],
  ]);
});

command('counts every printed and computed amount as money', () => {
  const sql = readSql('reconciliation/figure_comparisons');
  const [, listed = ''] = /figure in \(([^)]*)\) as is_money/.exec(sql) ?? [];
  const known = [...listed.matchAll(/'(\w+)'/g)].map(([, name]) => name);
  const uncomputed = /^(margin|free_margin|taxes|open_taxes|equity_drawdown_\w+)$/;
  const money = Object.entries(printedFigures)
    .filter(([name, { unit }]) => unit === 'money' && !uncomputed.test(name))
    .map(([name]) => name);
  assert.equal(known.toSorted(), money.toSorted());
});

command.run();
