import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inEnglish } from '../../../../pipeline/base/reasons/reason.ts';
import { importToSource } from '../../../../pipeline/commands/import.ts';
import { randomFrom, wholeBetween } from '../../../promises/privacy/random.ts';
import { withDirectory } from '../../../support/directory.ts';
import { fieldOf } from '../../../support/fields.ts';
import { within } from '../../../support/within.ts';
import { type Desk, registeredAccount, withDesk } from '../../desk.ts';
import { type World, withWorld } from '../../load/world.ts';
import { runImport } from '../run-import.ts';
import { bookingRow, statementHtml, tradeRow } from '../statement-html.ts';

const several = suite('several exports of one account');
const inDirectory = within(several, withDirectory);

const trade = (ticket: string, opened: string, closed: string | null, profit: string) =>
  tradeRow({
    ticket,
    profit,
    opened: `2024.${opened} 08:00`,
    closed: closed === null ? '&nbsp;' : `2024.${closed} 09:30`,
  });

// January begins with a deposit of 1,000 and brings 30. February alone begins with 1,030 and brings
// -10. March begins with 1,020 and brings 5. Each lists its rows up to its end.
const january = statementHtml({
  closed: [
    bookingRow('1', '2024.01.02 07:00', 'Deposit', '1 000.00'),
    trade('10', '01.03', '01.03', '30.00'),
  ],
  open: [trade('11', '01.30', null, '4.00')],
  deposits: '1 000.00',
  closedProfit: '30.00',
  floatingProfit: '4.00',
  balance: '1 030.00',
  equity: '1 034.00',
  leverage: '1:500',
});
const february = statementHtml({
  closed: [trade('11', '01.30', '02.02', '-10.00')],
  closedProfit: '-10.00',
  balance: '1 020.00',
  leverage: '',
});
const march = statementHtml({
  closed: [trade('14', '03.05', '03.05', '5.00')],
  open: [trade('15', '03.10', null, '2.00')],
  closedProfit: '5.00',
  floatingProfit: '2.00',
  balance: '1 025.00',
  equity: '1 027.00',
  leverage: '',
});

const argumentsOf = (directory: string, html: string) => {
  mkdirSync(directory, { recursive: true });
  const file = join(directory, 'statement.htm');
  writeFileSync(file, html);
  return { format: 'mt4', file, accountId: 'A', out: join(directory, 'out'), tz: 'UTC' };
};

/** Runs the command, which compares the printed figures of all exports so far. */
async function run(directory: string, html: string) {
  const { code, stdout, stderr } = await runImport(argumentsOf(directory, html));
  return { code, said: [...stdout, ...stderr].join('\n') };
}

/** Writes the same files as the command, without comparing figures. */
const write = (directory: string, html: string, changes = {}) =>
  importToSource({ ...argumentsOf(directory, html), ...changes });

const filesIn = (directory: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(join(directory, 'out'))
      .sort()
      .map((name) => [name, readFileSync(join(directory, 'out', name), 'utf8')]),
  );

/** Reads the tables of the files, by the day in their names. */
const tablesOf = (directory: string): string[] =>
  Object.keys(filesIn(directory)).map((name) => name.replace(/-[0-9a-f]{12}\.csv$/, ''));

inDirectory('are stored side by side, the same in any order of import', async (directory) => {
  const orders = [
    [january, february, march],
    [march, february, january],
    [february, march, january],
  ];
  const made: Record<string, string>[] = [];
  for (const [at, order] of orders.entries()) {
    const folder = join(directory, `${at}`);
    const [last = '', ...before] = [...order].reverse();
    for (const html of before.reverse()) await write(folder, html);
    const { code, said } = await run(folder, last);
    assert.is(code, 0, said);
    for (const from of ['2024-01-02T07:00:00Z', '2024-02-02T09:30:00Z', '2024-03-05T09:30:00Z']) {
      assert.match(
        said,
        new RegExp(`^A: statement from ${from} to .*: \\d+ figures agree, 0 do not`, 'm'),
      );
    }
    made.push(filesIn(folder));
  }
  assert.equal(made[1], made[0]);
  assert.equal(made[2], made[0]);
  const tables = ['accounts', 'cash_flows', 'equity', 'position_reports', 'positions'];
  assert.equal(
    tablesOf(join(directory, '0')),
    [...tables, 'printed_figures', 'trades'].flatMap((table) =>
      ['20240130', '20240202', '20240310'].map((day) => `${table}-A-${day}`),
    ),
  );
});

/** Compares the three months together with values worked out by hand. */
async function checkAll(desk: Desk, id: string): Promise<void> {
  const of = `where account_id = '${id}'`;
  const tickets = await desk.warehouse(`select ticket from trades ${of} order by ticket`);
  assert.equal(fieldOf(tickets, 'ticket'), ['10', '11', '14']);
  const accounts = `select created_at::varchar as created, updated_at::varchar as updated,
      opening_balance, reported_balance::double as reported, leverage from accounts ${of}`;
  assert.equal(await desk.warehouse(accounts), [
    {
      created: '2024-01-02 07:00:00',
      updated: '2024-03-10 08:00:00',
      opening_balance: null,
      reported: 1025,
      leverage: 500,
    },
  ]);
  const compared = `select count(distinct statement)::integer as statements,
      count(*) filter (not agrees)::integer as gaps from reconciliation ${of}`;
  assert.equal(await desk.warehouse(compared), [{ statements: 3, gaps: 0 }]);
  // Positions that January lists as open then stay; there is no position of today.
  const reported = `select ticket from positions ${of} order by ticket`;
  assert.equal(await desk.warehouse(reported), [{ ticket: '11' }, { ticket: '15' }]);
  const today = `select ticket from shared_positions where slug = '${id.toLowerCase()}'`;
  assert.equal(await desk.warehouse(today), [{ ticket: '15' }]);
  const summary = desk.part(id, 'summary');
  assert.equal([summary.balance, summary.equity], [1025, 1027]);
}

inDirectory('are one account, loaded together, one by one, or newest first', async (directory) => {
  /** Accounts and the days of the exports that each run of theirs loads. */
  const runs = {
    Together: ['-2024'],
    Newest: ['-20240310-', '-20240202-', '-20240130-'],
    Oldest: ['-20240130-', '-20240202-', '-20240310-'],
  };
  const accounts = Object.entries(runs);
  for (const [accountId] of accounts) {
    for (const html of [january, february, march]) await write(directory, html, { accountId });
  }
  const files = Object.keys(filesIn(directory));
  await withDesk(async (desk) => {
    for (const [id] of accounts) {
      desk.registered.push(registeredAccount(id.toLowerCase(), { account_id: id }));
    }
    for (const run of [0, 1, 2]) {
      for (const [id, days] of accounts) {
        const day = days[run];
        const isLoaded = (name: string) => day !== undefined && name.includes(`-${id}${day}`);
        for (const name of files.filter(isLoaded)) {
          copyFileSync(join(directory, 'out', name), join(desk.source, name));
        }
      }
      await desk.run();
      if (run === 0) await checkAll(desk, 'Together');
    }
    for (const [id] of accounts) await checkAll(desk, id);
  });
});

inDirectory('change no byte when imported again, and none of each other', async (directory) => {
  await write(directory, january);
  const path = (name: string) => join(directory, 'out', name);
  const ofJanuary = readdirSync(join(directory, 'out'));
  const places = () => ofJanuary.map((name) => [name, statSync(path(name)).ino]);
  const before = places();
  await write(directory, february);
  assert.equal(places(), before, 'no file of January was written');
  const files = filesIn(directory);
  await write(directory, february);
  assert.equal(filesIn(directory), files);
});

inDirectory('of another clock replace those of the clock before', async (directory) => {
  await write(directory, february);
  const files = Object.keys(filesIn(directory));
  await write(directory, january, { tz: '-10:00', confirm: true });
  const read = tablesOf(directory).filter((name) => !name.endsWith('20240202'));
  assert.ok(read.includes('trades-A-20240130'));
  // As if an earlier release had written more columns, at a later time by its clock.
  const [stale = ''] = Object.keys(filesIn(directory)).filter((name) => !files.includes(name));
  const digest = stale.slice(-17);
  writeFileSync(join(directory, 'out', `equity-A-20240131${digest}`), '');
  writeFileSync(join(directory, 'out', `equity-A-20240131-0123456789ab.csv`), '');
  await write(directory, january, { tz: '+10:00', confirm: true });
  const left = Object.keys(filesIn(directory)).filter((name) => !files.includes(name));
  assert.equal(
    left.filter((name) => !name.endsWith(digest)),
    ['equity-A-20240131-0123456789ab.csv'],
    'another export stays',
  );
  assert.is(left.length, 8);
  const [account = ''] = left.filter((name) => name.startsWith('accounts-A-20240129'));
  assert.match(filesIn(directory)[account] ?? '', /,2024-01-29T22:00:00Z,/);
});

inDirectory('report a missing period between them', async (directory) => {
  await write(directory, january);
  const later = march.replaceAll('1 025.00', '2 025.00').replace('1 027.00', '2 027.00');
  const { code, said } = await run(directory, later);
  assert.is(code, 3);
  // January's deposit of 1,000, its 30 and March's 5 are 990 less than 2,025.
  assert.match(said, /^ {2}Balance +2025 +1035 +-990 +no /m);
  assert.match(
    said,
    /htm: the statement to 2024-03-10T.* prints other figures than its rows give: /,
  );
});

inDirectory('in another currency than any before are another account', async (directory) => {
  await write(directory, january);
  await write(directory, march);
  const before = filesIn(directory);
  const inEuros = february.replace('Currency: USD', 'Currency: EUR');
  const refusal = await write(directory, inEuros).then(String, (error: Error) => error.message);
  assert.match(
    refusal,
    /accounts-A-20240310-[0-9a-f]{12}\.csv: A is in USD there and in EUR in this export; give another/,
  );
  assert.equal(filesIn(directory), before);
});

inDirectory('keep the clock and the type that the newest says', async (directory) => {
  const demo = january.replace('Broker &amp; Sons', 'Broker Demo');
  await write(directory, demo, { tz: '+03:00' });
  await write(directory, march, { tz: '-02:00', confirm: true });
  const { imported } = await write(directory, february, { tz: undefined });
  assert.match(
    imported.notes.map(inEnglish).join('\n'),
    /times are on -02:00, as in earlier imports of A/,
  );
});

inDirectory('that are a week of a calendar in two forms are two files', async (directory) => {
  const json =
    '[{"title":"CPI","country":"USD","date":"2024-01-02T08:30:00-05:00","impact":"High","forecast":"","previous":""}]';
  const csv =
    'Title,Country,Date,Time,Impact,Forecast,Previous\nCPI,USD,01-02-2024,1:30pm,High,,\n';
  for (const [name, text] of [
    ['week.json', json],
    ['week.csv', csv],
  ] as const) {
    const file = join(directory, name);
    writeFileSync(file, text);
    const format = `forexfactory-${name.slice(5)}`;
    await runImport({ format, file, out: join(directory, 'out') });
  }
  for (const name of ['json', 'csv']) {
    const text = readFileSync(join(directory, 'out', `calendar_events-week_2e${name}.csv`), 'utf8');
    assert.match(text, /2024-01-02T13:30:00Z,USD,high,CPI/i);
  }
});

/** Trades in several exports. Each period begins where the one before ends, or earlier. */
function periodsOf(random: () => number): { html: string; balance: number }[] {
  const cents = (amount: number) => (amount / 100).toFixed(2);
  const dayOf = (day: number) =>
    new Date(Date.UTC(2024, 0, day)).toISOString().slice(5, 10).replace('-', '.');
  const profits = Array.from({ length: wholeBetween(random, 4, 12) }, () =>
    wholeBetween(random, -5_000, 5_000),
  );
  const sum = (until: number) =>
    profits.slice(0, until).reduce((total, profit) => total + profit, 100_000);
  const periods: { html: string; balance: number }[] = [];
  for (let from = 0, until = 0; until < profits.length; from = until) {
    until = Math.min(profits.length, from + wholeBetween(random, 1, 5));
    const first = Math.max(0, from - wholeBetween(random, 0, 2));
    const closed = profits
      .slice(first, until)
      .map((profit, at) =>
        trade(`${first + at}`, dayOf(first + at + 1), dayOf(first + at + 1), cents(profit)),
      );
    const closedProfit = cents(sum(until) - sum(first));
    periods.push({
      html: statementHtml({
        closed,
        closedProfit,
        balance: cents(sum(until)),
        leverage: random() < 0.5 ? '' : `1:${wholeBetween(random, 1, 5)}00`,
      }),
      balance: sum(until) / 100,
    });
  }
  return periods;
}

/**
 * Returns everything from the exports, without the load that brought it, which depends on their
 * order.
 */
const factsOf = async (world: World) => ({
  accounts: await world.rows('from accounts order by all'),
  trades: await world.rows(
    'select * exclude (account_no, delivery, first_delivery) from trades order by all',
  ),
  equity: await world.rows('select * exclude (account_no) from equity order by all'),
  figures: await world.rows('from printed_figures order by all'),
});

several('of three histories told in periods come to the same in any order', async () => {
  const random = randomFrom(1);
  const histories = [1, 2, 3].map((seed) => periodsOf(randomFrom(seed)));
  let expected: Awaited<ReturnType<typeof factsOf>> | undefined;
  for (let round = 0; round < 3; round += 1) {
    await withWorld(async (world) => {
      const orders = histories.map((periods, at) =>
        periods
          .map(({ html }) => ({ drawn: random(), html, accountId: `A${at}` }))
          .sort((first, second) => first.drawn - second.drawn),
      );
      const longest = Math.max(...orders.map(({ length }) => length));
      for (let place = 0; place < longest; place += 1) {
        for (const { html, accountId } of orders.flatMap((order) => order.slice(place, place + 1)))
          await write(world.directory, html, { out: world.source, accountId });
        if (round > 0 && random() < 0.5) await world.load();
      }
      await world.load();
      const facts = await factsOf(world);
      expected ??= facts;
      assert.equal(facts, expected);
      const balances = await world.rows(
        `select opening_balance::double as first, reported_balance::double as last
          from accounts order by account_id`,
      );
      assert.equal(
        balances,
        histories.map((periods) => ({ first: 1000, last: periods.at(-1)?.balance })),
      );
    });
  }
});

// A trade of +50 opens on 2 January, before all others, and closes on 5 March. The first statement
// ends in January: it begins with 1,000 and brings 30. The second has the closing of March alone.
const longTrade = '01.02';
const endsInJanuary = statementHtml({
  closed: [trade('21', '01.10', '01.15', '30.00')],
  open: [trade('20', longTrade, null, '4.00')],
  closedProfit: '30.00',
  floatingProfit: '4.00',
  balance: '1 030.00',
  equity: '1 034.00',
});
const endsInMarch = statementHtml({
  closed: [trade('20', longTrade, '03.05', '50.00')],
  closedProfit: '50.00',
  balance: '1 080.00',
});
const dealsOf = (...deals: string[]) =>
  [
    'ID,Symbol,Opening direction,Opening time (UTC+0),Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Net USD,Balance USD',
    ...deals.map((deal) => deal.replace('@', '1.1,1.11,0.10 Lots')),
  ].join('\n');
const dealOfJanuary =
  '21,EURUSD,Buy,10/01/2024 08:00:00.000,15/01/2024 09:00:00.000,@,30.00,1030.00';
const dealOfMarch = '20,EURUSD,Buy,02/01/2024 08:00:00.000,05/03/2024 09:00:00.000,@,50.00,1080.00';

/** Exports of an account, of which the first ends in January and the second in March. */
const pairs = [
  ['mt4', endsInJanuary, endsInMarch],
  ['ctrader', dealsOf(dealOfJanuary), dealsOf(dealOfMarch)],
  ['ctrader', dealsOf(dealOfJanuary), dealsOf(dealOfJanuary, dealOfMarch)],
] as const;

/** Accounts by number: the exports that the first load finds, and those that the second does. */
const loads = pairs.flatMap(([format, first, second]) =>
  [
    [[], [first, second]],
    [[], [second, first]],
    [[first], [second]],
    [[second], [first]],
  ].map((contents) => ({ format, contents })),
);

several('begin with the first closing, not the first opening, in any order of loads', () =>
  withWorld(async (world) => {
    for (const load of [0, 1]) {
      for (const [at, { format, contents }] of loads.entries()) {
        const tz = format === 'ctrader' ? undefined : 'UTC';
        const options = { out: world.source, format, currency: 'USD', accountId: `A${at}`, tz };
        for (const content of contents[load] ?? []) await write(world.directory, content, options);
      }
      await world.load();
    }
    const capital = `select opening_balance::double as first, reported_balance::double as last
      from accounts`;
    const expected = loads.map(() => ({ first: 1000, last: 1080 }));
    assert.equal(await world.rows(capital), expected);
  }),
);

several.run();
