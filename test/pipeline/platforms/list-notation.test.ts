import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { directoryDuring } from '../../support/directory.ts';
import { fieldOf, fieldsOf } from '../../support/fields.ts';
import { readBytes } from './reading.ts';

// No format has an order of day and month of its own: the dates of the file decide.
const lists = suite('dates and numbers of lists');
const folder = directoryDuring(lists);

/** Writes a list with these dates. Trades close on the day that they open. */
type Write = (dates: readonly string[]) => string;

const myfxbook: Write = (dates) =>
  [
    'Ticket,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Profit',
    ...dates.map(
      (date, at) => `${at},${date} 09:00,${date} 11:00,EURUSD,Buy,0.1,0,0,1.1,1.2,0,0,9.30`,
    ),
    '',
  ].join('\n');

const fxblue: Write = (dates) =>
  [
    'Type,Ticket,Symbol,Lots,Buy/sell,Open price,Close price,Open time,Close time,Profit,Swap,Commission,Net profit',
    ...dates.map(
      (date, at) =>
        `Closed position,${at},EURUSD,0.1,Buy,1.1,1.2,${date} 09:00,${date} 11:00,9.30,0,0,9.30`,
    ),
    '',
  ].join('\n');

const mql5: Write = (dates) =>
  [
    'Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment',
    ...dates.map((date) => `${date} 09:00;Buy;0.1;EURUSD;1.1;;;${date} 11:00;1.2;;;9.30;`),
    '',
  ].join('\n');

const ctrader: Write = (dates) =>
  [
    'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net USD',
    ...dates.map((date, at) => `${at},EURUSD,Buy,${date} 11:00,1.1,1.2,0.1,9.30`),
    '',
  ].join('\n');

const calendar: Write = (dates) =>
  [
    'date,time,currency,impact,event,actual,forecast,previous',
    ...dates.map((date) => `${date},11:00,USD,high,Payrolls ${date},1,2,3`),
    '',
  ].join('\n');

for (const [format, write] of Object.entries({
  myfxbook,
  fxblue,
  mql5,
  ctrader,
  table: calendar,
})) {
  const daysOf = async (dates: readonly string[]) => {
    const { tables, told } = await readBytes(write(dates), {
      format,
      ...(format === 'table' && { accountId: undefined }),
    });
    const times = [
      ...(tables.trades ?? []).map(({ closed_at }) => closed_at),
      ...(tables.calendar_events ?? []).map(({ time }) => time),
    ];
    return told.length > 0 ? told : times.map((time) => time.slice(0, 10)).sort();
  };

  lists(`${format}: one date decides for all of them`, async () => {
    assert.equal(await daysOf(['03.04.2024', '21.04.2024']), ['2024-04-03', '2024-04-21']);
    assert.equal(await daysOf(['04/21/2024', '04/03/2024']), ['2024-04-03', '2024-04-21']);
  });

  lists(`${format}: dates of both kinds refuse the file`, async () => {
    const [line = '', ...others] = await daysOf(['21/04/2024', '04/21/2024']);
    assert.match(line, '`21/04/2024');
    assert.match(line, 'one file must have one order');
    assert.equal(others, []);
  });
}

lists('a decimal comma anywhere makes points marks of thousands', async () => {
  const map = join(folder, 'map.json');
  const columns = {
    symbol: 'Instrument',
    side: 'Richtung',
    volume: 'Volumen',
    profit: 'Gewinn',
    open_price: 'Kurs',
    close_price: 'Kurs#2',
    opened_at: 'Zeit',
    closed_at: 'Zeit#2',
  };
  const words = { Kauf: 'buy' };
  writeFileSync(map, JSON.stringify({ holds: 'trades', columns, words }));
  const read = (profits: readonly string[], volume: string) =>
    readBytes(
      [
        'Zeit;Richtung;Volumen;Instrument;Kurs;Zeit;Kurs;Gewinn',
        ...profits.map(
          (profit, at) =>
            `1${at}.04.2024 09:00;Kauf;${volume};X;7;1${at}.04.2024 10:00;8;${profit}`,
        ),
        '',
      ].join('\n'),
      { format: 'table', map },
    );
  const { tables, told } = await read(['1.500', '-3.000'], '1,50');
  assert.equal(told, []);
  assert.equal(fieldsOf(tables.trades, 'profit', 'volume'), [
    ['1500', '1.50'],
    ['-3000', '1.50'],
  ]);
  const open = await read(['1.500', '-3.000'], '2');
  assert.match(open.told.join('\n'), /`1\.500` could have a decimal mark .* --decimal/);
  const points = await read(['1.500', '-3.000'], '1.50');
  assert.equal(fieldOf(points.tables.trades, 'profit'), ['1.500', '-3.000']);
});

lists.run();
