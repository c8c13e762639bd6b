import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { banner, headings, mt5Html } from '../../../fixtures/statements/mt5.ts';
import { readBytes } from './reading.ts';
import { shortTableMap } from './short-table.ts';

const odd = suite<{ folder: string }>('odd rows and columns of lists');

odd.before((context) => {
  context.folder = mkdtempSync(join(tmpdir(), 'trackrecord-odd-'));
});
odd.after(({ folder }) => rmSync(folder, { recursive: true, force: true }));

const signal = 'Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment';
const trade = '2024.04.21 10:00:00;Buy;0.10;EURUSD;1.1;;;2024.04.21 11:00:00;1.2;;;9.00;';

odd(
  'the line of older trades of a signal is a result without a trade, and named',
  async (context) => {
    const archive =
      '2022.01.03 10:00:00;Buy;0.10;profit;;;;2024.01.05 12:00:00;;-10.00;-0.25;110.75;';
    const { tables, told, notes } = await readBytes(
      context.folder,
      [signal, trade, archive, ''].join('\n'),
      { format: 'mql5' },
    );
    assert.equal(told, []);
    assert.is(tables.trades?.length, 1);
    assert.equal(
      tables.cash_flows?.map(({ at, amount, kind }) => [at, Number(amount), kind]),
      [['2024-01-05T12:00:00Z', 100.5, 'adjustment']],
    );
    assert.ok(
      notes.some((note) => /^older trades are in 1 line with their total, 100\.50/.test(note)),
    );
  },
);

odd(
  'a whole line with a time alone says nothing; one that is cut off is named',
  async (context) => {
    const alone = '2024.04.16 00:22:05;;;;;;;;;;;;';
    const whole = await readBytes(context.folder, [signal, alone, trade, ''].join('\n'), {
      format: 'mql5',
    });
    assert.equal([whole.told, whole.rows.length], [[], 1]);
    const cut = await readBytes(context.folder, [signal, trade, alone.slice(0, 20)].join('\n'), {
      format: 'mql5',
    });
    assert.match(cut.told.join(), /line 3 not imported/);
  },
);

const pips = /results are in pips, not in money \(`Profit ?\(pips\)`\)/;
const map = {
  ...shortTableMap,
  columns: { ...shortTableMap.columns, profit: 'Profit (pips)' },
};

/** Lists with results in pips, by format. */
const inPips: Readonly<Record<string, string>> = {
  myfxbook:
    'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Profit(pips)\n1,04/21/2024 10:00,04/21/2024 11:00,EURUSD,Buy,0.1,0,0,1.1,1.2,0,0,12.0\n',
  mql5: `${signal.replace('Profit', 'Profit (pips)')}\n${trade}\n`,
  mt5: mt5Html([
    banner('Deals'),
    headings(
      ...['Time', 'Deal', 'Symbol', 'Type', 'Direction', 'Volume', 'Price', 'Order'],
      ...['Commission', 'Swap', 'Profit (pips)', 'Balance', 'Comment'],
    ),
  ]),
  table:
    'Item,Way,Lots,In,Out,From,To,Profit (pips)\nEURUSD,buy,0.1,1.1,1.2,2024-04-21 10:00,2024-04-21 11:00,12.0\n',
};

for (const [format, text] of Object.entries(inPips)) {
  odd(`${format}: results in pips are refused by name`, async ({ folder }) => {
    const file = join(folder, 'map.json');
    writeFileSync(file, JSON.stringify(map));
    const { told, rows } = await readBytes(folder, text, {
      format,
      ...(format === 'table' && { map: file }),
    });
    assert.equal(rows, []);
    assert.match(told.join(), pips);
  });
}

odd('a cell in pips is no amount', async ({ folder }) => {
  for (const cell of ['12.0 PIP', '12.0 pips', '12 PTS']) {
    const text = `${signal}\n${trade.replace('9.00', cell)}\n${trade}\n`;
    const { told, tables } = await readBytes(folder, text, { format: 'mql5' });
    assert.match(told.join(), /line 2 not imported: Profit `12/);
    assert.is(tables.trades?.length, 1);
  }
});

odd('a trade whose comment says cancelled is a trade, if it has a result', async (context) => {
  const { folder } = context;
  const list = (profit: string, exit: string) =>
    `Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment
2024.01.03 10:00:00;Buy;0.1;EURUSD;1.1;;;2024.01.03 11:00:00;1.2;;;5.00;
2024.01.03 10:00:00;Buy;0.1;EURUSD;1.1;;;2024.01.03 12:00:00;${exit};;;${profit};cancelled grid
`;
  const countOf = async (text: string) =>
    (await readBytes(folder, text, { format: 'mql5' })).tables.trades?.length;
  assert.is(await countOf(list('-10.00', '1.2')), 2);
  assert.is(await countOf(list('0.00', '1.2')), 1);
  assert.is(await countOf(list('', 'cancelled')), 1);
});

odd('a position among the orders of Myfxbook is open, if it has a result', async ({ folder }) => {
  const heading =
    'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Profit';
  const list = (profit: string) => `${heading}
1,04/21/2024 09:00,04/21/2024 13:00,EURUSD,Buy,0.1,0,0,1.1,1.2,10.00

Open Orders
${heading}
2,04/21/2024 09:00,,EURUSD,Buy,0.1,0,0,1.1,1.2,${profit}
`;
  const openIn = async (profit: string) =>
    (await readBytes(folder, list(profit), { format: 'myfxbook' })).tables.positions?.length ?? 0;
  assert.is(await openIn('-55.00'), 1);
  assert.is(await openIn('0.00'), 0);
});

odd.run();
