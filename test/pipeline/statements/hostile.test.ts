import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { zipSync } from 'fflate';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { readStatement } from '../../../pipeline/statements/read.ts';
import { noOptions, type StatementOptions } from '../../../pipeline/statements/statement.ts';
import { directoryDuring } from '../../support/directory.ts';
import { statementHtml, tradeRow } from '../platforms/statement-html.ts';

// Any file that an owner drops at /me/add is either read, or refused in one line. The line says
// nothing about our disk.
const hostile = suite('statements that nobody should drop');
const folder = directoryDuring(hostile);

/** Reads a statement. Returns the number of its trades, or why it is refused. */
async function read(
  folder: string,
  content: string | Uint8Array,
  options: Partial<StatementOptions> = {},
  name = 'mine.htm',
): Promise<number | string> {
  const file = join(folder, 'statement');
  writeFileSync(file, content);
  try {
    const request = { owner: 'north', name, options: { ...noOptions, ...options } };
    const { found } = await readStatement(file, request);
    return found.accounts.reduce((sum, { trades }) => sum + trades, 0);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.match(error.message, /^[^\n]{10,1500}$/);
    assert.not.match(error.message, folder);
    return error.message;
  }
}

const html = statementHtml({ closed: [tradeRow({})], closedProfit: '10.00', balance: '10.00' });

const deep = '['.repeat(100_000);
/** Files that are no statement, or only look like one at the beginning. */
const files: Readonly<Record<string, string | Uint8Array>> = {
  nothing: '',
  'one byte': '<',
  'zeros only': Buffer.alloc(5000),
  'blanks only': ' \n'.repeat(5000),
  'a byte order mark': Buffer.from([0xff, 0xfe]),
  'high bytes': Buffer.alloc(5000, 0xff),
  'brackets without end': deep,
  'objects without end': '{"a":'.repeat(100_000),
  'a number without end': '1'.repeat(300_000),
  'quotes without end': '"'.repeat(300_000),
  'elements in elements': '<table>'.repeat(10_000),
  'a page without a table': `<html>${'<p>x</p>'.repeat(200_000)}`,
  'gzip of a statement': gzipSync(html),
  'a zip of a statement': zipSync({ 'mine.htm': Buffer.from(html) }),
  'a zip cut off': zipSync({ 'xl/worksheets/sheet1.xml': Buffer.from(html) }).subarray(0, 60),
  'a workbook of zeros': zipSync({ 'xl/worksheets/sheet1.xml': Buffer.alloc(20 * 1024 * 1024) }),
  'a script': '<script>while (true) alert("Statement: 1")</script>',
  'a program': Buffer.from('7f454c46020101000000000000000000', 'hex'),
  'a picture': Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  'a list of nothing': 'Ticket,Open Time,Type,Size\n',
};

for (const [what, content] of Object.entries(files)) {
  hostile(`are refused where they are ${what}`, async () => {
    const refusal = await read(folder, content);
    assert.type(refusal, 'string', `${refusal} trades`);
    assert.match(String(refusal), 'mine.htm');
  });
}

const deal = (net: string) =>
  `1,EURUSD,Buy,13/03/2026 09:00:00,1.1,1.11,0.1 Lots,-1.00,0.00,11.00,${net},110.00`;
const fxblueRow = (type: string, net: string) =>
  `${type},7,EURUSD,0.10,Buy,1.1,1.2,2024/01/13 08:00:00,2024/01/13 09:00:00,11.00,0,-1.00,${net},1`;
const fxblueNames =
  'Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Profit,Swap,Commission,Net profit,Account';
const ctraderNames =
  'ID,Symbol,Opening direction,Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Commission,Swap,Gross USD,Net USD,Balance USD';
const answered = { currency: 'USD', platform: 'MT4', number: '7' } as const;

/** Rows whose parts are not their net, by heading: the first agrees, the second does not. */
for (const [what, names, ...rows] of [
  ['deal of cTrader', ctraderNames, deal('10.00'), deal('10.50')],
  [
    'trade of FX Blue',
    fxblueNames,
    fxblueRow('Closed position', '10.00'),
    fxblueRow('Closed position', '90.00'),
  ],
  [
    'open position of FX Blue',
    fxblueNames,
    fxblueRow('Open position', '10.00'),
    fxblueRow('Open position', '90.00'),
  ],
  [
    'deposit of FX Blue',
    `${fxblueNames}\n${fxblueRow('Closed position', '10.00')}`,
    fxblueRow('Deposit', '11.00'),
    fxblueRow('Deposit', '90.00'),
  ],
] as const) {
  hostile(`are refused where the parts of a ${what} are not its net`, async () => {
    const [agreeing, uneven] = await Promise.all(
      rows.map((row, at) =>
        read(mkdtempSync(join(folder, `${at}`)), `${names}\n${row}\n`, answered, 'mine.csv'),
      ),
    );
    assert.type(agreeing, 'number', `${agreeing}`);
    assert.match(String(uneven), /^mine\.csv contradicts itself: line \d: /);
  });
}

hostile('are refused where they end in the future', async () => {
  const rows = [tradeRow({ closed: '2090.05.01 08:00:00' })];
  const refusal = await read(folder, statementHtml({ closed: rows, balance: '10.00' }));
  assert.match(
    String(refusal),
    /^the account cannot be loaded: .*"2090-05-01T08:00:00Z" is in the/,
  );
});

/** Form fields with which nothing can be read. */
const answers: readonly [options: Partial<StatementOptions>, reason: RegExp][] = [
  [{ clock: 'Mars/Olympus' }, /^Mars\/Olympus: no such time zone; give an IANA zone/],
  [{ clock: '+99:00' }, /^\+99:00: no such time zone/],
  [{ clock: '__proto__' }, /^__proto__: no such time zone/],
  [{ currency: 'dollars!' }, /has the currency "dollars!"\. It must be/],
  [{ currency: 'x'.repeat(1000) }, /has the currency "x{20}"\. It must be/],
  [{ number: 'portfolio:1' }, /^the account cannot be loaded|MT4:portfolio:1|^2$/],
  [{ number: 'x'.repeat(2000) }, /^the account cannot be loaded: .*longer than 1000/],
  [{ number: '1\u0000' }, /^the account cannot be loaded: .*control character/],
];

for (const [options, reason] of answers) {
  hostile(`are refused with the answer ${JSON.stringify(options).slice(0, 60)}`, async () => {
    const refusal = String(await read(folder, html, options));
    if (!/^\d+$/.test(refusal)) assert.match(refusal, reason);
    else assert.is(options.number, 'portfolio:1', 'the number stands behind its platform');
  });
}

hostile('are named as their owner named them, whatever that is', async () => {
  for (const name of ['<b>.htm', '../../etc/passwd', 'a'.repeat(255), '$&', '%s %d', '']) {
    const refusal = String(await read(folder, 'no statement', {}, name));
    assert.ok(refusal.includes(name), refusal);
  }
  assert.is(await read(folder, html, { number: '7', clock: 'UTC' }), 1);
});

hostile.run();
