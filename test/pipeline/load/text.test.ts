import { gzipSync } from 'node:zlib';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldOf } from '../../support/fields.ts';
import { within } from '../../support/within.ts';
import { csv, ndjson, row, rowsOf, type World, withWorld } from './world.ts';

const test = suite('load: text files');
const inWorld = within(test, withWorld);

const trades = rowsOf('trades', {}, { ticket: '2', comment: 'zwölf €' });

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

async function storedTrades(world: World): Promise<string> {
  const rows = await world.rows(
    'select ticket, profit, comment from trades order by account_id, ticket',
  );
  return rows.map((trade) => `${trade.ticket} ${trade.profit} ${trade.comment}`).join('; ');
}

const expected = '1 100.25000000 first; 2 100.25000000 zwölf €';
const oneRow = (profit: unknown) => ({ ...row('trades'), profit });

const readable: [name: string, file: string, content: string | Uint8Array][] = [
  ['plain CSV', 'trades.csv', trades],
  ['gzipped CSV', 'trades.csv.gz', gzipSync(trades)],
  [
    'gzip in several members',
    'trades.csv.gz',
    Buffer.concat([gzipSync(trades.slice(0, 100)), gzipSync(trades.slice(100))]),
  ],
  ['a byte-order mark', 'trades.csv', `\ufeff${trades}`],
  ['a byte-order mark before a quote', 'trades.csv', `\ufeff"${trades.replace(',', '",')}`],
  ['UTF-16LE with a mark', 'trades.csv', Buffer.from(`\ufeff${trades}`, 'utf16le')],
  ['UTF-16BE with a mark', 'trades.csv', utf16be(`\ufeff${trades}`)],
  ['gzipped UTF-16', 'trades.csv.gz', gzipSync(utf16be(`\ufeff${trades}`))],
  ['CRLF', 'trades.csv', trades.replaceAll('\n', '\r\n')],
  ['CR alone', 'trades.csv', trades.replaceAll('\n', '\r')],
  ['mixed line breaks', 'trades.csv', trades.replace('\n', '\r\n')],
  ['no last line break', 'trades.csv', trades.trimEnd()],
  ['blank lines', 'trades.csv', trades.replaceAll('\n', '\n\n')],
  ['blank lines with CRLF', 'trades.csv', trades.replaceAll('\n', '\r\n\r\n')],
  ['an upper-case extension', 'trades.CSV', trades],
  ['a folder', 'trades/2024/01.csv', trades],
  ['a suffix', 'trades-2024.csv', trades],
  [
    'NDJSON',
    'trades.ndjson',
    ndjson([oneRow(100.25), { ...row('trades'), ticket: 2, comment: 'zwölf €' }]),
  ],
  [
    'gzipped NDJSON with CRLF and blank lines',
    'trades.ndjson.gz',
    gzipSync(
      ndjson([oneRow('100.25'), { ...row('trades'), ticket: '2', comment: 'zwölf €' }])
        .replaceAll('\n', '\r\n\r\n')
        .trimEnd(),
    ),
  ],
];

for (const [name, file, content] of readable) {
  inWorld(`reads ${name}`, async (world) => {
    world.put({ [file]: content });
    const report = await world.load();
    assert.equal(report.failures, []);
    assert.equal(await world.reasons(), []);
    assert.is(await storedTrades(world), expected);
    assert.is(report.files[0]?.rows_in, 2);
  });
}

const header = trades.slice(0, trades.indexOf('\n'));
const latin1 = Buffer.from(trades.replace('€', 'é'), 'latin1');
const gzipped = gzipSync(trades);

const unreadable: [name: string, file: string, content: string | Uint8Array, reason: RegExp][] = [
  ['an empty file', 'trades.csv', '', /no header/],
  ['a file without a header', 'trades.csv', trades.slice(header.length + 1), /no header/],
  ['another delimiter', 'trades.csv', trades.replaceAll(',', ';'), /no header/],
  ['a repeated header', 'trades.csv', trades.replace('swap', 'profit'), /column profit twice/],
  ['a missing column', 'trades.csv', trades.replace(',profit', ',gain'), /lacks the column profit/],
  ['Latin-1', 'trades.csv', latin1, /line 3 is not UTF-8/],
  ['UTF-16 without a mark', 'trades.csv', Buffer.from(trades, 'utf16le'), /no header|not UTF-8/],
  ['half a UTF-16 unit', 'trades.csv', utf16be(`\ufeff${trades}`).subarray(0, -1), /UTF-16BE/],
  ['a lone surrogate', 'trades.csv', utf16be(`\ufeff${trades}\ud800\n`), /UTF-16BE/],
  ['an open quote', 'trades.csv', `${trades}"x,1`, /line 4 is never closed/],
  ['a cut row', 'trades.csv', `${trades}MT5:1,4`, /cut off in line 4/],
  ['cut gzip', 'trades.csv.gz', gzipped.subarray(0, -20), /not whole gzip/],
  ['no gzip at all', 'trades.csv.gz', trades, /not whole gzip/],
  ['an empty gzip', 'trades.csv.gz', '', /gzip|header/],
  [
    'a 40 MB line',
    'trades.csv',
    `${trades}${'x'.repeat(40 << 20)}\n`,
    /line 4 is longer than 32 MB/,
  ],
  ['a 40 MB NDJSON line', 'trades.ndjson', 'x'.repeat(40 << 20), /line 1 is longer than 32 MB/],
  ['a cut NDJSON line', 'trades.ndjson', ndjson([row('trades')]).slice(0, -9), /cut off in line 1/],
  ['a JSON array', 'trades.ndjson', JSON.stringify([row('trades')]), /cut off|not NDJSON/],
  ['a table directory', 'trades/notes.txt', 'x', /extension/],
];

for (const [name, file, content, reason] of unreadable) {
  inWorld(`refuses ${name} and loads the other files`, async (world) => {
    world.put({ [file]: content, 'trades-other.csv': rowsOf('trades', { ticket: 'other' }) });
    const report = await world.load();
    assert.is(report.failures.length, 1);
    assert.ok(report.failures[0]?.file.endsWith(file));
    assert.match(`${report.failures[0]?.reason}`, reason);
    assert.equal(await world.reasons(), []);
    assert.is(await storedTrades(world), 'other 100.25000000 first');
    assert.is(report.files.length, 1);
    const again = await world.load();
    assert.is(again.skipped, 1);
    assert.is(again.failures.length, 1, 'a file that failed is tried again');
  });
}

inWorld('names the line a refused row starts on, and copies it as it came', async (world) => {
  const rows = [
    row('trades', { ticket: '1', comment: 'three\nlines\r\nlong' }),
    row('trades', { ticket: '2', profit: 'x' }),
    row('trades', { ticket: '3', comment: 'two\nlines', profit: 'y' }),
    row('trades', { ticket: '4', profit: 'z' }),
  ];
  const [first, ...others] = csv(rows).split(/\n(?=MT5)/);
  const text = `\ufeff${first}\n\n${others.join('\n')}too,few\n${Array(20).join(',')}\n"a"b,1\n`;
  world.put({ 'trades.csv': text });
  const report = await world.load();
  const rejects = await world.rows('select line, reason, raw from rejects order by line');
  assert.equal(
    rejects.map(({ line, reason }) => `${line}: ${reason}`),
    [
      '6: profit "x" is not a number',
      '7: profit "y" is not a number',
      '9: profit "z" is not a number',
      '10: the row has 2 columns instead of 16',
      '11: the row has 20 columns instead of 16',
      '12: a quoted cell has text after its closing quote',
    ],
  );
  assert.is(rejects[0]?.raw, others[1]?.trimEnd());
  assert.is(rejects[3]?.raw, 'too,few');
  assert.is(report.files[0]?.rows_in, 7);
  assert.is(await storedTrades(world), '1 100.25000000 three\nlines\r\nlong');
});

inWorld('keeps a quote inside a cell that does not start with one', async (world) => {
  const text = rowsOf('trades', { comment: 'COMMENT' }, { ticket: '2', comment: 'a, "b"' });
  world.put({ 'trades.csv': text.replace('COMMENT', '5" pipe') });
  await world.load();
  assert.is(await storedTrades(world), '1 100.25000000 5" pipe; 2 100.25000000 a, "b"');
});

inWorld('refuses only the lines that are no JSON object or have a bad value', async (world) => {
  const good = (ticket: number) => JSON.stringify({ ...row('trades'), ticket, profit: 1.5 });
  const lines = [
    good(1),
    '',
    '{"ticket": ',
    '[1]',
    good(2).replace('1.5', '1e400'),
    good(3).replace('1.5', 'NaN'),
    good(4).replace('1.5', 'null'),
    good(5).replace('1.5', '0.30000000000000004'),
    good(6).replace('"first"', '"\\u0000\\u00e9"'),
    `a\u0001b`,
    good(7).replace('"buy"', '{"a": 1}'),
  ];
  world.put({ 'trades.ndjson': `${lines.join('\n')}\n` });
  await world.load();
  const rejects = await world.rows('select line, reason, raw from rejects order by line');
  assert.equal(
    rejects.map(({ line, reason }) => `${line}: ${reason}`),
    [
      '3: the line is not a JSON object',
      '4: the line is not a JSON object',
      '5: profit "1e400" is too large',
      '6: profit "NaN" is not a number',
      '7: profit is missing',
      '10: the line is not a JSON object',
      '11: side "{"a":1}" is not one of buy, sell',
    ],
  );
  assert.is(rejects[1]?.raw, '[1]');
  assert.is(await storedTrades(world), '1 1.50000000 first; 5 0.30000000 first; 6 1.50000000  é');
});

inWorld(
  'ignores unknown columns, takes any order, reads missing optional ones as null',
  async (world) => {
    const { comment: _, commission: __, ...trade } = row('trades');
    const turned = Object.fromEntries(Object.entries({ ...trade, 'x; y': '"', '': '' }).reverse());
    world.put({ 'trades.csv': csv([turned]) });
    const report = await world.load();
    assert.equal(report.failures, []);
    const [stored] = await world.rows('from trades');
    assert.is(stored?.comment, null);
    assert.is(stored?.commission, '0.00000000');
    assert.is(stored?.side, 'buy');
  },
);

inWorld('loads a table with only a header', async (world) => {
  world.put({ 'trades.csv': `${header}\n`, 'equity.csv': 'account_id,at,balance,equity' });
  const report = await world.load();
  assert.equal(report.failures, []);
  assert.equal(fieldOf(report.files, 'rows_in'), [0, 0]);
  assert.is((await world.load()).skipped, 2);
});

inWorld('refuses a row beyond 1 MB and loads its neighbours', async (world) => {
  const text = rowsOf('trades', {}, { ticket: '2', comment: 'x'.repeat(3 << 20) }, { ticket: '3' });
  world.put({ 'trades.csv': text });
  const report = await world.load();
  assert.is(report.rowsLoaded, 2);
  assert.equal(await world.reasons(), ['the row is longer than 1 MB']);
});

inWorld('loads or refuses a file that is cut at any of its last bytes', async (world) => {
  const text = rowsOf(
    'equity',
    ...[3, 4, 5, 6, 7, 8].map((day) => ({ at: `2024-01-0${day}T00:00:00Z` })),
  );
  const files: [cut: number, name: string][] = [];
  for (let cut = Math.max(0, text.length - 200); cut < text.length; cut++) {
    const name = `equity-${`${cut}`.padStart(4, '0')}.csv`;
    files.push([cut, name]);
    world.put({ [name]: text.slice(0, cut).replaceAll('MT5:1@Live', `MT5:${cut}@Live`) });
  }
  const report = await world.load();
  const failed = new Set(report.failures.map(({ file }) => file.split('/').at(-1)));
  for (const [cut, name] of files) {
    const isWhole = text[cut - 1] === '\n' || text[cut] === '\n';
    const isInValue = text.slice(0, cut).split('\n').at(-1)?.split(',').length === 4;
    assert.is(failed.has(name), !isWhole && !isInValue, `cut at ${cut} of ${text.length}`);
  }
  assert.is(
    world.warnings.filter((warning) => /without a line break/.test(warning)).length > 0,
    true,
  );
});

test.run();
