import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { banner, cells, headings, mt5Html, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { readBytes } from './reading.ts';

// A row must be what its table and the rows with its ticket say, or it is named.
const contradictions = suite<{ folder: string }>('rows that contradict their table or ticket');

contradictions.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'trackrecord-contradictions-'));
});
contradictions.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const row = (text: string) => cells(...text.split('|').map((cell) => cell.trim()));

/** One position that two deals close: 5.00 and 2.00. */
const report = ({ moved = '', second = '0.00|2.00' } = {}) => [
  banner('Trade History Report'),
  row('Account:|880054 (USD, Example-Server, real, Hedge)'),
  banner('Positions'),
  headings(
    ...['Time', 'Position', 'Symbol', 'Type', 'Volume', 'Price', 'S / L', 'T / P', 'Time'],
    ...['Price', 'Commission', 'Swap', 'Profit'],
  ),
  ...(moved === '' ? [] : [row(moved)]),
  row('2026.03.02 10:00:00|2|EURUSD|buy|0.30|1.1|||2026.03.02 13:00:00|1.10233|0.00|0.00|7.00'),
  banner('Deals'),
  headings(
    ...['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order'],
    ...['Commission', 'Fee', 'Swap', 'Profit', 'Balance', 'Comment'],
  ),
  ...(moved === booking ? [] : [row(booking)]),
  row('2026.03.02 10:00:00|3|EURUSD|buy|in|0.30|1.1|2|0.00|0.00|0.00|0.00|100.00|'),
  row('2026.03.02 12:00:00|4|EURUSD|sell|out|0.10|1.105|4|0.00|0.00|0.00|5.00|105.00|'),
  row(`2026.03.02 13:00:00|5|EURUSD|sell|out|0.20|1.101|5|0.00|0.00|${second}|107.00|`),
];
const booking = '2026.03.02 09:00:00|1||balance|||||0.00|0.00|0.00|100.00|100.00|Deposit';

for (const [form, write] of [
  ['page', mt5Html],
  ['workbook', mt5Xlsx],
] as const) {
  contradictions(`a ${form}: two deals make two trades`, async ({ folder }) => {
    const { tables, told } = await readBytes(folder, write(report()), { format: 'mt5' });
    assert.equal(
      tables.trades?.map(({ ticket, profit }) => [ticket, Number(profit)]),
      [
        ['2', 5],
        ['2-2', 2],
      ],
    );
    assert.equal(told, ['no figures are printed below the tables: is the file cut off?']);
  });

  contradictions(`a ${form}: deals that don't add up to the position`, async ({ folder }) => {
    // Two cells swapped: the swap is 2.00 now, and the profit 0.
    const bytes = write(report({ second: '2.00|0.00' }));
    const { told } = await readBytes(folder, bytes, { format: 'mt5' });
    assert.match(told.join('\n'), /^line \d+: no deals add up to position 2's volume, swap and/m);
  });

  for (const moved of [
    booking,
    '2026.03.02 10:00:00|3|EURUSD|buy|in|0.30|1.1|2|0.00|0.00|0.00|0.00|100.00|',
  ]) {
    contradictions(`a ${form}: a deal below the headings of positions`, async ({ folder }) => {
      const { told } = await readBytes(folder, write(report({ moved })), { format: 'mt5' });
      assert.match(told.join('\n'), /: a deal or balance entry below the headings of positions/);
    });
  }
}

const myfxbook = (...rows: readonly string[]) =>
  [
    'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit',
    ...rows,
  ].join('\n');
const part = (symbol: string, side: string, hour: string) =>
  `77,03/21/2024 09:00,03/21/2024 ${hour}:00,${symbol},${side},0.10,0,0,1.1,1.2,0,0,10,5.00`;

for (const [what, second, expected] of [
  ['part of the same position', part('EURUSD', 'Buy', '11'), /^$/],
  [
    'position of another symbol',
    part('GBPUSD', 'Buy', '11'),
    /^line 3: ticket 77 is `buy GBPUSD` here and `buy EURUSD` in an earlier line; both are kept$/,
  ],
  [
    'position of the other side',
    part('EURUSD', 'Sell', '11'),
    /^line 3: ticket 77 is `sell EURUSD`/,
  ],
] as const) {
  contradictions(`a list: a ticket again, for a ${what}`, async ({ folder }) => {
    const text = myfxbook(part('EURUSD', 'Buy', '10'), second);
    const { tables, told } = await readBytes(folder, text, { format: 'myfxbook' });
    assert.is(tables.trades?.length, 2);
    assert.match(told.join('\n'), expected);
  });
}

const deals = (costs: string, values: string) =>
  [
    `Closing Deal ID,Opening Time,Closing Time,Entry Price,Closing Price,${costs},Symbol,Quantity,Direction,Gross Profit`,
    `1,2024-02-12 08:00:00,2024-02-12 10:00:00,1.095,1.097,${values},EURUSD,0.10,Buy,20.00`,
    '',
  ].join('\n');

for (const [costs, values, missing] of [
  ['Commissions,Swap', '-1.20,0.00', []],
  ['Costs,Swap', '-1.20,0.00', ['Commission']],
  ['Commissions,X', '-1.20,-0.30', ['Swap']],
  ['X,Y', '-1.20,-0.30', ['Commission', 'Swap']],
  ['X,Net USD', '-1.20,18.50', []],
] as const) {
  contradictions(`deals of cTrader with ${costs}`, async ({ folder }) => {
    const { told } = await readBytes(folder, deals(costs, values), { format: 'ctrader' });
    const lines = told.filter((line) => line.startsWith('there is no column'));
    assert.equal(
      lines,
      missing.map(
        (name) =>
          `there is no column ${name} and none of the net result, so that cost is missing; export the statement with that column`,
      ),
    );
  });
}

contradictions('an event that comes again with other values', async ({ folder }) => {
  const week = (...rows: string[]) =>
    ['Title,Country,Date,Time,Impact,Forecast,Previous', ...rows, ''].join('\n');
  const event = (forecast: string) => `CPI m/m,USD,10-24-2022,12:30pm,High,${forecast},0.1%`;
  const read = (...rows: string[]) =>
    readBytes(folder, week(...rows), { format: 'forexfactory-csv' });
  assert.equal((await read(event('0.2%'), event('0.2%'))).told, []);
  assert.equal((await read(event('0.3%'), event('0.2%'))).told, [
    '2022-10-24T12:30:00Z USD CPI m/m comes again with other values; the last counts',
  ]);
});

contradictions('a list of Myfxbook with amounts in two currencies is refused', async (context) => {
  const saidOf = async (names: string) => {
    const text = myfxbook(part('EURUSD', 'Buy', '10')).replace('Profit', names);
    return (await readBytes(context.folder, text, { format: 'myfxbook' })).told;
  };
  assert.equal(await saidOf('Profit (USD),Max(USD)'), []);
  assert.match(
    (await saidOf('Profit (USD),Max(EUR)')).join('\n'),
    /line 1: column `Profit \(USD\)` is in another currency than column `Max\(EUR\)`;/,
  );
});

contradictions.run();
