import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { importCommand } from '../../../../pipeline/commands/import.ts';
import { bookingRow, statementHtml, tradeRow } from '../statement-html.ts';

const earlier = suite<{ directory: string }>('imports into one directory');

earlier.before.each((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-earlier-'));
});
earlier.after.each(({ directory }) => rmSync(directory, { recursive: true, force: true }));

const trade = (ticket: string, day: number, profit: string, closed = true) =>
  tradeRow({
    ...{
      ticket,
      profit,
      opened: `2024.0${day > 31 ? 2 : 1}.${`${day % 31}`.padStart(2, '0')} 08:00`,
    },
    closed: closed ? `2024.0${day > 31 ? 2 : 1}.${`${day % 31}`.padStart(2, '0')} 09:30` : '&nbsp;',
  });

// January begins with a deposit of 1,000 and brings 30; February, told alone, begins with 1,030 and brings −10.
const january = statementHtml({
  closed: [bookingRow('1', '2024.01.02 07:00', 'Deposit', '1 000.00'), trade('10', 3, '30.00')],
  open: [trade('11', 30, '4.00', false)],
  ...{ deposits: '1 000.00', closedProfit: '30.00', floatingProfit: '4.00' },
  ...{ balance: '1 030.00', equity: '1 034.00' },
});
const february = statementHtml({
  closed: [trade('11', 33, '-10.00')],
  ...{ closedProfit: '-10.00', balance: '1 020.00', date: '2024 Feb 28, 12:00' },
});
const march = statementHtml({
  closed: [trade('14', 50, '5.00')],
  ...{ closedProfit: '5.00', balance: '2 025.00' },
});

async function run(directory: string, html: string, changes = {}) {
  const file = join(directory, 'statement.htm');
  writeFileSync(file, html);
  const lines: string[] = [];
  const io = {
    stdout: (line: string) => lines.push(line),
    stderr: (line: string) => lines.push(line),
  };
  const args = { format: 'mt4', file, accountId: 'A', out: join(directory, 'out'), tz: 'UTC' };
  const code = await importCommand({}, { ...args, ...changes }, io);
  return { code, said: lines.join('\n') };
}

const rows = (directory: string, table: string): Record<string, string>[] =>
  parse(readFileSync(join(directory, 'out', `${table}-A.csv`)), { columns: true });

/** What two months together are, in whichever order they are imported. */
function checkBoth(directory: string): void {
  assert.equal(
    rows(directory, 'trades')
      .map(({ ticket }) => ticket)
      .sort(),
    ['10', '11'],
  );
  assert.equal(
    rows(directory, 'cash_flows').map(({ amount }) => amount),
    ['1000.00'],
  );
  // What January says was open then, by which its floating profit is compared.
  assert.equal(
    rows(directory, 'positions').map(({ ticket, reported_at }) => [ticket, reported_at]),
    [['11', '2024-01-30T08:00:00Z']],
  );
  assert.equal(
    rows(directory, 'position_reports')
      .map((row) => row.reported_at)
      .sort(),
    ['2024-01-30T08:00:00Z', '2024-02-02T09:30:00Z'],
  );
  const [account] = rows(directory, 'accounts');
  assert.equal(
    [account?.created_at, account?.updated_at, account?.opening_balance, account?.reported_balance],
    ['2024-01-02T07:00:00Z', '2024-02-02T09:30:00Z', '', '1020.00'],
  );
  assert.equal(
    rows(directory, 'equity')
      .map(({ equity }) => equity)
      .sort(),
    ['1020.00', '1034.00'],
  );
}

earlier('statements of two periods are one account', async ({ directory }) => {
  assert.is((await run(directory, january)).code, 0);
  const { code, said } = await run(directory, february);
  assert.is(code, 0, said);
  assert.match(said, /^A: statement from 2024-02-02T09:30:00Z to .*: \d+ figures agree, 0 do not/m);
  assert.match(said, /^A: statement from 2024-01-02T07:00:00Z to .*: \d+ figures agree, 0 do not/m);
  assert.match(said, /trades-A\.csv: 2 rows, 1 of them of earlier imports/);
  checkBoth(directory);
});

earlier('and so they are when the later one is imported first', async ({ directory }) => {
  await run(directory, february);
  assert.is(rows(directory, 'accounts')[0]?.opening_balance, '1030.00');
  const { code, said } = await run(directory, january);
  assert.is(code, 0, said);
  checkBoth(directory);
});

earlier(
  'an export again changes no byte, and with another clock nothing stays',
  async (context) => {
    const { directory } = context;
    await run(directory, january);
    await run(directory, february);
    const read = () =>
      ['accounts', 'trades', 'cash_flows', 'equity', 'positions', 'printed_figures'].map((table) =>
        readFileSync(join(directory, 'out', `${table}-A.csv`), 'utf8'),
      );
    const before = read();
    await run(directory, february);
    assert.equal(read(), before);
    rmSync(join(directory, 'out'), { recursive: true });
    await run(directory, january, { tz: '-02:00' });
    await run(directory, january, { tz: '+03:00', confirm: true });
    assert.is(rows(directory, 'accounts')[0]?.updated_at, '2024-01-30T05:00:00Z');
    assert.equal(
      rows(directory, 'positions').map((row) => row.reported_at),
      ['2024-01-30T05:00:00Z'],
    );
    assert.is(rows(directory, 'equity').length, 1);
  },
);

earlier('a statement again leaves what an export without figures wrote', async ({ directory }) => {
  await run(directory, february);
  rmSync(join(directory, 'out', 'printed_figures-A.csv'));
  await run(directory, january);
  const read = () =>
    ['accounts', 'trades', 'cash_flows', 'printed_figures'].map((table) =>
      readFileSync(join(directory, 'out', `${table}-A.csv`), 'utf8'),
    );
  const before = read();
  await run(directory, january);
  assert.equal(read(), before);
  assert.equal(
    rows(directory, 'trades').map(({ ticket }) => ticket),
    ['11', '10'],
  );
});

earlier('a period that is missing between is told', async ({ directory }) => {
  await run(directory, january);
  const { code, said } = await run(directory, march);
  assert.is(code, 3);
  // 1,000 of January's deposit, its 30 and March's 5 are 990 less than 2,025.
  assert.match(said, /^ {2}Balance +2025 +1035 +-990 +no /m);
  assert.match(
    said,
    /htm: the statement to 2024-02-19T.* prints other figures than its rows give: /,
  );
  assert.is(rows(directory, 'accounts')[0]?.opening_balance, '');
});

earlier('an account in another currency is another account', async ({ directory }) => {
  await run(directory, january);
  const other = january.replace('Currency: USD', 'Currency: EUR');
  const refusal = await run(directory, other).then(String, (error: Error) => error.message);
  assert.match(
    refusal,
    /accounts-A\.csv: A is in USD there and in EUR in this export; give another/,
  );
});

earlier('a week of a calendar in three forms is three files', async ({ directory }) => {
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
    const io = { stdout: () => {}, stderr: () => {} };
    await importCommand({}, { format, file, out: join(directory, 'out') }, io);
  }
  for (const name of ['json', 'csv']) {
    const text = readFileSync(join(directory, 'out', `calendar_events-week_2e${name}.csv`), 'utf8');
    assert.match(text, /2024-01-02T13:30:00Z,USD,high,CPI/i);
  }
});

earlier.run();
