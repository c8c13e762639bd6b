import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { importMt4 } from '../../../../pipeline/platforms/mt4/import-mt4.ts';
import { parseTimezone } from '../../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { ImportsToCompare } from '../compared.ts';
import { inWords } from '../in-words.ts';
import { bookingRow, commentRow, statementHtml, tradeRow } from '../statement-html.ts';

const mt4 = suite('mt4');
const directory = directoryDuring(mt4);

const deposit = bookingRow('1', '2024.04.30 10:00:00', 'Deposit', '1 000.00');

async function imported(html: string | Uint8Array, tz = 'UTC', accountId = 'MT4:1') {
  const file = join(directory, 'statement.htm');
  await writeFile(file, html);
  const result = inWords(await importMt4(file, { accountId, timezone: parseTimezone(tz) }));
  const {
    accounts = [],
    trades = [],
    positions = [],
    cash_flows = [],
    equity = [],
  } = result.tables;
  return { ...result, accounts, trades, positions, cash_flows, equity, file };
}

const toCompare = new ImportsToCompare();
/** Printed figures that must differ from the rows, by the account of the statement. */
const expectedDifferences = new Map<string, readonly string[]>();

/**
 * Notes which printed figures of a statement must differ from its rows. The last test compares all
 * statements at once, because each comparison takes a second.
 */
async function compareLater(html: string, expected: readonly string[]) {
  const id = `MT4:${expectedDifferences.size + 1}`;
  toCompare.add((await imported(html, 'UTC', id)).tables);
  expectedDifferences.set(id, expected);
}

mt4('describes the account and its equity from the header and the summary', async () => {
  const html = statementHtml({
    closed: [deposit, tradeRow({ profit: '10.00' })],
    deposits: '1 000.00',
    closedProfit: '10.00',
    balance: '1 010.00',
    equity: '1 003.00',
    open: [tradeRow({ ticket: '102', closed: '&nbsp;', profit: '-7.00' })],
    floatingProfit: '-7.00',
  });
  const { accounts, equity, warnings, findings } = await imported(html);
  assert.equal(accounts, [
    {
      account_id: 'MT4:1',
      platform: 'MT4',
      currency: 'USD',
      broker: 'Broker & Sons',
      server: '',
      leverage: '100',
      demo: '',
      created_at: '2024-04-30T10:00:00Z',
      updated_at: '2024-05-01T09:30:00Z',
      opening_balance: '',
      reported_balance: '1010.00',
      contradicted: '',
      deposits_unknown: '',
      timezone: '',
      statement: createHash('sha256').update(html).digest('hex').slice(0, 32),
    },
  ]);
  assert.equal(equity, [
    {
      account_id: 'MT4:1',
      at: '2024-05-01T09:30:00Z',
      balance: '1010.00',
      equity: '1003.00',
      margin: '0.00',
    },
  ]);
  assert.equal(warnings, []);
  assert.equal(findings, ['1 balance row counted as deposits or withdrawals: 1000.00']);
  await compareLater(html, []);
});

mt4('keeps what the statement prints of itself', async () => {
  const html = statementHtml({
    closed: [deposit, tradeRow({ profit: '10.00' })],
    deposits: '1 000.00',
    closedProfit: '10.00',
    balance: '1 010.00',
    equity: '1 003.00',
    open: [tradeRow({ ticket: '102', closed: '&nbsp;', profit: '-7.00' })],
    floatingProfit: '-7.00',
  });
  const { tables } = await imported(html);
  const { printed_figures = [] } = tables;
  const figures = new Map(printed_figures.map(({ figure, value }) => [figure, value]));
  const names = ['balance', 'equity', 'net_deposits', 'closed_profit', 'floating_profit'];
  assert.equal(
    names.map((name) => figures.get(name)),
    ['1010.00', '1003.00', '1000.00', '10.00', '-7.00'],
  );
  const [first] = printed_figures;
  assert.is(first?.covered_from, '2024-04-30T10:00:00Z');
  assert.is(first?.printed_at, '2024-05-01T09:30:00Z');
  const elsewhere = await imported(html, 'Europe/Berlin');
  assert.is(elsewhere.tables.printed_figures?.[0]?.statement, first?.statement);
  const later = await imported(html.replace('1 003.00', '1 004.00'));
  assert.is.not(later.tables.printed_figures?.[0]?.statement, first?.statement);
});

mt4('keeps an empty leverage, and figures without decimals', async () => {
  const html = statementHtml({
    currency: 'JPY',
    leverage: '<!--LEVERAGE-->',
    closed: [
      bookingRow('1', '2024.04.30 10:00:00', 'Deposit', '200 000'),
      tradeRow({ profit: '-1 500' }),
    ],
    deposits: '200 000',
    closedProfit: '-1 500',
    balance: '198 500',
  });
  const { accounts, cash_flows, trades, warnings } = await imported(html);
  assert.is(accounts[0]?.leverage, '');
  assert.is(accounts[0]?.currency, 'JPY');
  assert.is(cash_flows[0]?.amount, '200000');
  assert.is(trades[0]?.profit, '-1500');
  assert.equal(warnings, []);
});

mt4('says how it took each kind of balance row, and which it does not know', async () => {
  const at = '2024.05.01 00:00:10';
  const html = statementHtml({
    closed: [
      deposit,
      bookingRow('2', at, 'Interest', '-0.02'),
      bookingRow('3', at, 'Welcome', '500.00', 'credit'),
      bookingRow('4', at, 'Balance update', '20.00'),
      bookingRow('5', at, 'Non-MT4 Activity', '-3.50'),
      bookingRow('6', at, 'Balance update', '1.00'),
      bookingRow('7', at, ' ', '2.00'),
      ...Array.from({ length: 4 }, (_, n) => bookingRow(`1${n}`, at, `text ${n}`, '0.00')),
    ],
    deposits: '1 019.48',
    credit: '500.00',
    balance: '1 019.48',
    equity: '1 519.48',
  });
  const { findings, notes, warnings } = await imported(html);
  assert.equal(warnings, []);
  assert.equal(findings.slice(-3), [
    '9 balance rows counted as deposits or withdrawals: 1019.50',
    '1 balance row counted as adjustments (results that belong to no trade): -0.02',
    '1 credit row kept as credit (part of no figure): 500.00',
  ]);
  await compareLater(html, []);
  assert.equal(notes, [
    // A row without a text has its direction alone, and nobody can be asked about it.
    'deposits or withdrawals with an unknown text: 7 rows, 17.50 in all: ' +
      'line 11 `Balance update`, 12 `Non-MT4 Activity`, 15 `text 0`',
  ]);
});

mt4('says nothing of kinds that a statement does not have', async () => {
  const { findings } = await imported(statementHtml({}));
  assert.is(findings.filter((fact) => /counted as|kept as/.test(fact)).length, 0);
});

mt4('takes the comment from the row below where the ticket has none', async () => {
  const html = statementHtml({
    closed: [
      tradeRow({ ticket: '8', profit: '0.00' }),
      commentRow('@111|signal[sl]'),
      tradeRow({ ticket: '9', profit: '0.00', title: '#5 titled' }),
      commentRow('other'),
      tradeRow({ ticket: '10', profit: '0.00' }),
    ],
  });
  const { trades, warnings } = await imported(html);
  assert.equal(
    trades.map(({ ticket, comment, magic_number }) => [ticket, comment, magic_number]),
    [
      ['8', '@111|signal', ''],
      ['9', 'titled', '5'],
      ['10', '', ''],
    ],
  );
  assert.equal(warnings, []);
});

mt4('keeps archived results as the trades the statement counts', async () => {
  const html = statementHtml({
    closed: [
      bookingRow('1', '2013.12.31 12:00:00', 'Summary balance result 2013', '365.47'),
      tradeRow({
        ticket: '2',
        title: 'Summary trade result Q4 2013',
        opened: '2013.12.31 23:59:58',
        closed: '2013.12.31 23:59:59',
        size: '0.01',
        item: 'profit',
        price: '0.00000',
        closePrice: '0.00000',
        commission: '-45.90',
        swap: '-0.13',
        profit: '-148.03',
      }),
      commentRow('Summary trade result Q4 2013'),
    ],
    deposits: '365.47',
    closedProfit: '-194.06',
    balance: '171.41',
  });
  const { trades, cash_flows, accounts, notes, warnings } = await imported(html);
  assert.is(trades.length, 1);
  assert.is(cash_flows[0]?.kind, 'flow');
  assert.is(accounts[0]?.opening_balance, '');
  assert.match(notes.join('\n'), '1 archived result ');
  assert.equal(warnings, []);
});

mt4('gives an account that traded before its first row an opening balance', async () => {
  const html = statementHtml({
    closed: [
      tradeRow({ profit: '49.00' }),
      bookingRow('1', '2024.05.02 10:00:00', 'Deposit', '5.00'),
    ],
    deposits: '5.00',
    closedProfit: '49.00',
    balance: '50 054.00',
  });
  const { accounts, warnings, notes } = await imported(html);
  assert.is(accounts[0]?.opening_balance, '50000.00');
  assert.match(notes.join('\n'), 'opening balance 50000.00');
  assert.equal(warnings, []);
});

mt4('warns with both figures where the balance does not add up', async () => {
  const html = statementHtml({
    closed: [deposit, tradeRow({ profit: '10.00' })],
    deposits: '1 000.00',
    closedProfit: '10.00',
    balance: '1 011.00',
    equity: '1 010.00',
  });
  const { accounts } = await imported(html);
  assert.is(accounts[0]?.opening_balance, '');
  await compareLater(html, ['balance: 1011, ours 1010']);
});

// Seen in a real statement: it prints 94,174.94, its rows add up to 108,205.65.
mt4('keeps the printed balance where it does not add up, and makes up no opening', async () => {
  for (const first of [[deposit], []]) {
    const html = statementHtml({
      closed: [...first, tradeRow({ profit: '108 205.65' })],
      deposits: first.length > 0 ? '1 000.00' : '0.00',
      closedProfit: '108 205.65',
      balance: '94 174.94',
    });
    const { accounts, equity, warnings } = await imported(html);
    assert.is(accounts[0]?.reported_balance, '94174.94');
    assert.is(accounts[0]?.opening_balance, '');
    assert.is(equity[0]?.balance, '94174.94');
    const owed = first.length > 0 ? '-15030.71' : '-14030.71';
    assert.match(warnings[0] ?? '', `leave ${owed} before the first row`);
    assert.is(accounts[0]?.contradicted, 'Balance');
    // Without a deposit and an opening balance, the capital is unknown.
    const expected = [`balance: 94174.94, ours 109205.65`, `equity: 94174.94, ours 109205.65`];
    await compareLater(html, first.length > 0 ? expected : []);
  }
});

mt4('warns with both figures where trades or bookings are missing', async () => {
  const html = statementHtml({
    closed: [deposit, tradeRow({ profit: '10.00' })],
    deposits: '1 200.00',
    closedProfit: '9.99',
    balance: '1 209.99',
  });
  await compareLater(html, [
    'balance: 1209.99, ours 1010',
    'closed_profit: 9.99, ours 10',
    'equity: 1209.99, ours 1010',
    'net_deposits: 1200, ours 1000',
  ]);
});

// The balance is also right if less was deposited and more won, so it doesn't prove the rows.
mt4('names the sums of money that are contradicted where the balance is not', async () => {
  const html = statementHtml({
    closed: [
      bookingRow('1', '2024.05.01 07:00:00', 'Deposit', '800.00'),
      tradeRow({ profit: '210.00' }),
    ],
    deposits: '1 000.00',
    closedProfit: '10.00',
    balance: '1 010.00',
  });
  await compareLater(html, ['closed_profit: 10, ours 210', 'net_deposits: 1000, ours 800']);
});

mt4('compares no sum that is not printed', async () => {
  const html = statementHtml({ closed: [deposit, tradeRow({})], cutOff: true });
  await compareLater(html, []);
});

mt4('names a figure that is not a number', async () => {
  const html = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: 'much' });
  const { warnings } = await imported(html);
  assert.is(warnings[0], 'Balance: `much` is not a number, and not compared');
});

mt4('lists rows it does not understand with their line', async () => {
  const html = statementHtml({
    closed: [
      deposit,
      tradeRow({ ticket: '20', type: 'close by' }),
      tradeRow({ ticket: '21', profit: 'much' }),
      tradeRow({ ticket: '22', opened: '2024.02.30 00:00:00' }),
      tradeRow({ ticket: '23', profit: '&nbsp;' }),
      '<tr><td>some</td><td>thing</td></tr>',
    ],
    deposits: '1 000.00',
    balance: '1 000.00',
  });
  const { trades, warnings } = await imported(html);
  const line = html.split('\n').findIndex((text) => text.includes('>20<')) + 1;
  assert.equal(trades, []);
  assert.is(warnings.length, 5);
  assert.match(
    warnings[0] ?? '',
    `line ${line} not imported: unknown kind of row: type \`close by\``,
  );
  assert.match(warnings[1] ?? '', `line ${line + 1} not imported: profit \`much\` is not a number`);
  assert.match(warnings[2] ?? '', '`2024.02.30 00:00:00` is not a date and time');
  assert.match(warnings[3] ?? '', 'profit is empty');
  assert.match(warnings[4] ?? '', 'some | thing');
});

mt4('warns of a ticket that comes twice', async () => {
  const html = statementHtml({
    closed: [tradeRow({ profit: '1.00' }), tradeRow({ profit: '1.00' })],
    closedProfit: '2.00',
    balance: '2.00',
  });
  const { warnings } = await imported(html);
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', /ticket 101 is in line \d+ too/);
});

mt4('warns where the figures are cut off', async () => {
  const html = statementHtml({ closed: [deposit], cutOff: true });
  const { accounts, equity, warnings } = await imported(html);
  assert.is(accounts[0]?.reported_balance, '');
  assert.equal(equity, []);
  assert.is(warnings.length, 5);
  for (const warning of warnings) assert.match(warning, 'is the file cut off?');
});

mt4('never takes a statement cut short for a whole one', async () => {
  const html = statementHtml({
    closed: [deposit, tradeRow({ profit: '10.00' })],
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

mt4('reports a missing end of a file that has all figures', async () => {
  const html = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' });
  const { warnings } = await imported(html.replace('</table></body></html>', ''));
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', 'the file does not end with </html>: is it cut off?');
});

mt4('says where rows of figures are not those that are known', async () => {
  const more =
    '<tr><td colspan=2>New:</td><td colspan=2>1</td><td colspan=4>x:</td><td>2</td><td colspan=5></td></tr>';
  const html = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' });
  const { warnings } = await imported(html.replace('</table>', `${more}</table>`));
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', 'figures of the section Details: not compared');
});

mt4('reads the words of other languages by their places', async () => {
  const html = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' })
    .replace('Currency:', 'Валюта:')
    .replace('Leverage:', 'Плечо:')
    .replace('Deposit/Withdrawal:', 'Ввод/Вывод:')
    .replace('Balance:', 'Баланс:')
    .replace('Closed Trade P/L:', 'Закрытые:');
  const table = new TextDecoder('windows-1251').decode(
    Uint8Array.from({ length: 256 }, (_, i) => i),
  );
  const bytes = Uint8Array.from(html, (character) => table.indexOf(character));
  const { accounts, warnings } = await imported(bytes);
  assert.equal(warnings, []);
  assert.is(accounts[0]?.currency, 'USD');
  assert.is(accounts[0]?.leverage, '100');
  assert.is(accounts[0]?.reported_balance, '1000.00');
});

mt4('reads a statement saved as UTF-16 as the same', async () => {
  const html = statementHtml({ closed: [deposit], deposits: '1 000.00', balance: '1 000.00' });
  const plain = await imported(html);
  const wide = await imported(Buffer.from(`\ufeff${html.replaceAll('\n', '\r\n')}`, 'utf16le'));
  const withoutPrint = ({
    accounts = [],
    printed_figures = [],
    ...tables
  }: typeof wide.tables) => ({
    ...tables,
    accounts: accounts.map(({ statement: _, ...account }) => account),
    printed: printed_figures.map(({ statement: _, ...figure }) => figure),
  });
  assert.equal(withoutPrint(wide.tables), withoutPrint(plain.tables));
});

// The date in the heading comes from the clock of the computer that saved the report. It may be
// seven hours behind the server in New York, or of any later day.
for (const date of ['2024 May 1, 17:31', '2024 May 2, 00:31', '2025 January 5, 09:00']) {
  mt4(`dates the report by its newest row where its heading says ${date}`, async () => {
    const rows = {
      closed: [
        bookingRow('1', '2024.05.02 00:31:09', 'Deposit', '0.00'),
        tradeRow({ ticket: '2', closed: '2024.05.02 00:31:10', profit: '0.00' }),
      ],
      open: [tradeRow({ ticket: '3', opened: '2024.05.02 00:30:40', closed: '', profit: '0.00' })],
    };
    const { accounts, positions, equity } = await imported(statementHtml({ ...rows, date }));
    const newest = '2024-05-02T00:31:10Z';
    assert.equal(
      [accounts[0]?.updated_at, positions[0]?.reported_at, equity[0]?.at],
      [newest, newest, newest],
    );
    assert.is(accounts[0]?.created_at, '2024-05-01T08:00:00Z');
  });
}

mt4('an open trade or a booking may be the newest row', async () => {
  const opened = '2024.05.03 10:00:00';
  const open = [tradeRow({ opened, closed: '', profit: '0.00' })];
  const booked = bookingRow('1', opened, 'Deposit', '0.00');
  for (const rows of [{ open }, { closed: [booked] }]) {
    const { accounts } = await imported(statementHtml(rows));
    assert.is(accounts[0]?.updated_at, '2024-05-03T10:00:00Z');
  }
});

mt4('never closes a trade before it opened when the clock is set back', async () => {
  const html = statementHtml({
    closed: [
      tradeRow({ opened: '2024.11.03 08:50:00', closed: '2024.11.03 08:10:00', profit: '0.00' }),
    ],
    date: '2024 November 4, 12:00',
  });
  const { trades } = await imported(html, 'NY+7');
  assert.is(trades[0]?.opened_at, '2024-11-03T05:50:00Z');
  assert.is(trades[0]?.closed_at, '2024-11-03T06:10:00Z');
});

mt4('reads a statement without rows', async () => {
  const { accounts, warnings, trades } = await imported(statementHtml({}));
  assert.equal([trades, warnings], [[], []]);
  assert.is(accounts[0]?.created_at, '2024-05-02T12:00:00Z');
  assert.is(accounts[0]?.opening_balance, '');
});

mt4('says that times were taken as UTC where no zone is given', async () => {
  const file = join(directory, 'statement.htm');
  await writeFile(file, statementHtml({}));
  const { supposed } = inWords(await importMt4(file, { accountId: 'a', timezone: null }));
  assert.is(supposed?.utc, true);
});

for (const text of [
  '',
  'a,b\n1,2\n',
  '<html><table><tr><td>Deals</td></tr></table></html>',
  '\u0000\u0001',
]) {
  mt4(`refuses ${JSON.stringify(text)} as no statement, saying what was expected`, async () => {
    try {
      await imported(text);
      assert.unreachable();
    } catch (error) {
      assert.instance(error, CommandError);
      assert.is(error instanceof CommandError && error.exitCode, 1);
      assert.match(String(error), /statement\.htm: no MT4 statement: expected/);
    }
  });
}

mt4('ends with one line at a report that nests without end', async () => {
  try {
    await imported('<div>\n'.repeat(10_000));
    assert.unreachable();
  } catch (error) {
    assert.match(
      String(error),
      /statement\.htm: no MT4 statement: line 513: more than 512 elements are open at once$/,
    );
  }
});

mt4('names the first of many lines that it cannot read', async () => {
  const closed = Array.from({ length: 50 }, () => tradeRow({ profit: '9'.repeat(61) }));
  const { warnings } = await imported(statementHtml({ closed }));
  assert.is(warnings.length, 21);
  assert.match(warnings[20] ?? '', /^30 more lines not imported$/);
});

mt4('names a file it cannot read', async () => {
  try {
    inWords(await importMt4(join(directory, 'nowhere.htm'), { accountId: 'a', timezone: null }));
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), /cannot read .*nowhere\.htm/);
  }
});

mt4('prints other figures than its rows give only where they were expected', async () => {
  const found = await toCompare.differences(directory);
  for (const [id, expected] of expectedDifferences) assert.equal(found.get(id) ?? [], expected, id);
  assert.is(expectedDifferences.size, 8);
});

mt4.run();
