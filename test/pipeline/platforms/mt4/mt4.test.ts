import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { importMt4 } from '../../../../pipeline/platforms/mt4/import-mt4.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { ImportsToCompare } from '../compared.ts';
import { inWords } from '../in-words.ts';
import { bookingRow, type StatementParts, statementHtml, tradeRow } from '../statement-html.ts';

// Rows of statements, and what is said of them, are cases in `fixtures/imports/mt4.txt`.
const mt4 = suite('mt4');
const directory = directoryDuring(mt4);

const deposit = bookingRow('1', '2024.04.30 10:00:00', 'Deposit', '1 000.00');
const won = tradeRow({ profit: '10.00' });

async function imported(html: string, accountId = 'MT4:1') {
  const file = join(directory, 'statement.htm');
  await writeFile(file, html);
  return inWords(await importMt4(file, { accountId, timezone: utc }));
}

/** Statements, and which of their printed figures differ from their rows. */
const compared: readonly (readonly [what: string, StatementParts, differences: string[]])[] = [
  [
    'open trades',
    {
      closed: [deposit, won],
      deposits: '1 000.00',
      closedProfit: '10.00',
      balance: '1 010.00',
      equity: '1 003.00',
      open: [tradeRow({ ticket: '102', closed: '&nbsp;', profit: '-7.00' })],
      floatingProfit: '-7.00',
    },
    [],
  ],
  [
    'costs and credit',
    {
      closed: [
        deposit,
        bookingRow('2', '2024.05.01 00:00:10', 'Interest', '-0.02'),
        bookingRow('3', '2024.05.01 00:00:10', 'Welcome', '500.00', 'credit'),
        bookingRow('4', '2024.05.01 00:00:10', 'Balance update', '19.50'),
      ],
      deposits: '1 019.48',
      credit: '500.00',
      balance: '1 019.48',
      equity: '1 519.48',
    },
    [],
  ],
  [
    'a balance that does not add up',
    {
      closed: [deposit, won],
      deposits: '1 000.00',
      closedProfit: '10.00',
      balance: '1 011.00',
      equity: '1 010.00',
    },
    ['balance: 1011, ours 1010'],
  ],
  // Seen in a real statement: it prints 94,174.94, its rows add up to 108,205.65.
  [
    'a balance far below the rows',
    {
      closed: [deposit, tradeRow({ profit: '108 205.65' })],
      deposits: '1 000.00',
      closedProfit: '108 205.65',
      balance: '94 174.94',
    },
    ['balance: 94174.94, ours 109205.65', 'equity: 94174.94, ours 109205.65'],
  ],
  // Without a deposit and an opening balance, the capital is unknown.
  [
    'such a balance without a deposit',
    {
      closed: [tradeRow({ profit: '108 205.65' })],
      closedProfit: '108 205.65',
      balance: '94 174.94',
    },
    [],
  ],
  [
    'missing trades and bookings',
    {
      closed: [deposit, won],
      deposits: '1 200.00',
      closedProfit: '9.99',
      balance: '1 209.99',
    },
    [
      'balance: 1209.99, ours 1010',
      'closed_profit: 9.99, ours 10',
      'equity: 1209.99, ours 1010',
      'net_deposits: 1200, ours 1000',
    ],
  ],
  // The balance is also right if less was deposited and more won, so it doesn't prove the rows.
  [
    'sums that are wrong where the balance is right',
    {
      closed: [
        bookingRow('1', '2024.05.01 07:00:00', 'Deposit', '800.00'),
        tradeRow({ profit: '210.00' }),
      ],
      deposits: '1 000.00',
      closedProfit: '10.00',
      balance: '1 010.00',
    },
    ['closed_profit: 10, ours 210', 'net_deposits: 1000, ours 800'],
  ],
  ['sums that are not printed', { closed: [deposit, tradeRow({})], cutOff: true }, []],
];

mt4('prints other figures than its rows give only where they were expected', async () => {
  const toCompare = new ImportsToCompare();
  for (const [what, parts] of compared) {
    toCompare.add((await imported(statementHtml(parts), what)).tables);
  }
  const found = await toCompare.differences(directory);
  for (const [what, , differences] of compared) {
    assert.equal(found.get(what) ?? [], differences, what);
  }
});

mt4('never takes a statement cut short for a whole one', async () => {
  const html = statementHtml({
    closed: [deposit, won],
    deposits: '1 000.00',
    closedProfit: '10.00',
    balance: '1 010.00',
  });
  const end = html.indexOf('</b>', html.indexOf('Equity:') + 20) - '.00'.length;
  for (let length = 0; length < end; length += 7) {
    const result = await imported(html.slice(0, length)).catch((error) => error);
    if (!(result instanceof CommandError)) assert.ok(result.warnings.length > 0, `${length} bytes`);
  }
});

mt4('ends with one line at a report that nests without end', async () => {
  const refusal = await imported('<div>\n'.repeat(10_000)).then(() => 'imported', String);
  assert.match(
    refusal,
    /statement\.htm: no MT4 statement: line 513: more than 512 elements are open at once$/,
  );
});

mt4('names the first of many lines that it cannot read', async () => {
  const closed = Array.from({ length: 50 }, () => tradeRow({ profit: '9'.repeat(61) }));
  const { warnings } = await imported(statementHtml({ closed }));
  assert.is(warnings.length, 21);
  assert.match(warnings[20] ?? '', /^30 more lines not imported$/);
});

mt4('names a file it cannot read', async () => {
  const reading = importMt4(join(directory, 'nowhere.htm'), { accountId: 'a', timezone: null });
  assert.match(await reading.then(() => 'read', String), /cannot read .*nowhere\.htm/);
});

mt4.run();
