import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeListedAccount } from '../../../fixtures/statements/history.ts';
import {
  ctraderList,
  fxblueList,
  listText,
  mql5List,
  myfxbookList,
} from '../../../fixtures/statements/lists.ts';
import type { ImportOptions } from '../../../pipeline/platforms/source/format.ts';
import { bounds } from '../../../pipeline/read/bounds.ts';
import { directoryDuring } from '../../support/directory.ts';
import { isInFull } from '../../support/in-full.ts';
import { readBytes } from './reading.ts';

// A row that lost cells must not look like a trade with lower costs, or like no trade.
const rows = suite('rows of lists that are cut, moved or alone');
const folder = directoryDuring(rows);

interface List {
  readonly format: string;
  readonly cells: readonly (readonly string[])[];
  readonly delimiter: ',' | ';';
  /** Columns are found by name, so their order has no meaning. */
  readonly isNamed: boolean;
  readonly map?: object;
}

const account = makeListedAccount('cut rows', { trades: 4 });
const cellsOf = (text: string, delimiter: ',' | ';'): string[][] =>
  parse(text, { delimiter, relax_column_count: true });

/** Moves the cost columns behind the profit, as in tables that traders make. */
function plainTable(): string[][] {
  const heading = ['No', 'What', 'Way', 'Lots', 'In', 'Out', 'From', 'To', 'Result', 'Fee', 'Swap'];
  const time = (at: number | null) => new Date(at ?? 0).toISOString();
  return [
    heading,
    ...account.trades.map((trade) => [
      ...[trade.ticket, trade.symbol, trade.side, `${trade.volume / 100}`, trade.openPrice],
      ...[trade.closePrice, time(trade.opened), time(trade.closed), `${trade.profit / 100}`],
      ...['-7.50', '-1.25'],
    ]),
  ];
}

const map = {
  holds: 'trades',
  columns: {
    ticket: 'No',
    symbol: 'What',
    side: 'Way',
    volume: 'Lots',
    open_price: 'In',
    close_price: 'Out',
    opened_at: 'From',
    closed_at: 'To',
    profit: 'Result',
    commission: 'Fee',
    swap: 'Swap',
  },
};

/** FX Blue's list of one account, without its last columns. */
const fxblueOfOne = cellsOf(fxblueList([account], {}).replace(/^sep=.*\n/, ''), ',').map((row) =>
  row.slice(0, 15),
);
const lists: readonly List[] = [
  {
    format: 'myfxbook',
    delimiter: ',',
    isNamed: true,
    cells: cellsOf(myfxbookList(account, 'USD', {}), ','),
  },
  { format: 'fxblue', delimiter: ',', isNamed: true, cells: fxblueOfOne },
  {
    format: 'mql5',
    delimiter: ';',
    isNamed: false,
    cells: cellsOf(mql5List(account, 'orders', {}), ';'),
  },
  {
    format: 'ctrader',
    delimiter: ',',
    isNamed: true,
    cells: cellsOf(ctraderList(account, 'USD', {}), ','),
  },
  { format: 'table', delimiter: ',', isNamed: true, cells: plainTable(), map },
];

function optionsOf({ format, map }: List): Partial<ImportOptions> & object {
  if (map === undefined) return { format } as object;
  const file = join(folder, 'map.json');
  writeFileSync(file, JSON.stringify(map));
  return { format, map: file } as object;
}

for (const list of lists) {
  const { format, cells, delimiter } = list;
  const read = (changed: readonly (readonly string[])[]) =>
    readBytes(listText(changed, { delimiter }), optionsOf(list));

  rows(`${format}: more of them than an import holds are refused`, async () => {
    const all = bounds.heldRows;
    const bound = (max: number) => Object.assign(bounds, { heldRows: max });
    try {
      bound(2);
      const { told } = await read(cells);
      assert.match(told.join('\n'), 'more than 2 trades and other rows');
    } finally {
      bound(all);
    }
  });

  rows(`${format}: that end after any of their cells are told, or lose nothing`, async () => {
    const whole = await read(cells);
    assert.equal(whole.told, []);
    assert.ok(whole.rows.length >= 4, `${whole.rows.length} rows`);
    const silent: string[] = [];
    let warned = 0;
    // One row of each kind, and each in full.
    const kinds = new Map(cells.map((row, at) => [kindOf(row), at]));
    for (const at of isInFull ? cells.keys() : kinds.values()) {
      const row = cells[at] ?? [];
      // Cuts at every place of a trade, and at some places of other rows.
      const step = isInFull || row.includes(account.trades[0]?.openPrice ?? '') ? 1 : 4;
      for (let length = 1; length < row.length; length += step) {
        // A row without any text can't be recognised.
        if (row.slice(0, length).every((cell) => cell === '')) continue;
        const found = await read(cells.with(at, row.slice(0, length)));
        if (found.told.length > 0) warned++;
        else if (`${found.rows}` !== `${whole.rows}` && !isFewerColumns(row, found.notes)) {
          silent.push(`row ${at} ends after ${length} cells: ${row.slice(0, length).join(' | ')}`);
        }
      }
    }
    assert.equal(silent, []);
    assert.ok(warned > 10, `${warned} were told`);
  });

  rows(`${format}: of which one cell remains are told`, async () => {
    for (const [at, row] of cells.entries()) {
      if (at === 0 || kindOf(row) === 'title' || row.every((cell) => cell === '')) continue;
      const filled = row.filter((cell) => cell !== '');
      const alone = filled[at % filled.length] ?? '';
      const { told } = await read(cells.with(at, [alone]));
      assert.ok(told.length > 0, `row ${at} is \`${alone}\``);
      if (!isInFull && at > 3) break;
    }
  });

  if (!list.isNamed) continue;
  rows(`${format}: whose columns are in another order are the same`, async () => {
    const whole = await read(cells);
    const { length } = cells[0] ?? [];
    const backwards = (row: readonly string[]) =>
      Array.from({ length }, (_, at) => row[length - 1 - at] ?? '');
    const found = await read(cells.map((row) => (row.length > 1 ? backwards(row) : row)));
    assert.equal([found.told, found.rows], [[], whole.rows]);
  });
}

/** Returns the kind of a row (trade, booking, sum or heading), from the words in it. */
const kindOf = (row: readonly string[]): string =>
  row.length === 1
    ? 'title'
    : row.filter((cell) => /^[A-Z][a-z/ ]+$/i.test(cell) && !/comment|grid/i.test(cell)).join() ||
      `${row[0] === ''}`;

/**
 * Removes the last headings. Then the list has fewer columns: it must say so, or never have used
 * them.
 */
const isFewerColumns = (row: readonly string[], notes: readonly string[]): boolean =>
  row.some((cell) => /^(net |gross |balance |commission|swap|open price|symbol|fee)/i.test(cell)) ||
  notes.some((note) => /a cut file could not be noticed|may be cut off/.test(note));

rows('myfxbook: a cell alone is a title by its words only', async () => {
  const cells = cellsOf(myfxbookList(account, 'USD', {}), ',');
  const options = { format: 'myfxbook' };
  const textWith = (alone: string) => {
    const at = cells.findIndex((row) => row[1] === account.trades[0]?.ticket);
    return listText([...cells.slice(0, at), [alone], ...cells.slice(at + 1)], {});
  };
  for (const alone of ['55146928', '01/07/2024 13:23', 'EURUSD', 'Buy', '-12.50', 'Open Trade']) {
    const { told, tables } = await readBytes(textWith(alone), options);
    assert.match(told.join('\n'), /^line \d+ not imported: one cell is all that it has: /);
    assert.is(tables.trades?.length, 3);
  }
  const { told } = await readBytes(textWith('CLOSED TRADES'), options);
  assert.equal(told, []);
});

rows('ctrader: a deal that lost its symbol is told, and is no sum', async () => {
  const text = ctraderList(account, 'USD', {});
  const [heading = '', newest = '', ...others] = text.split('\n');
  const sums = others.at(-2) ?? '';
  const deals = others.slice(0, -2);
  const [ticket = '', , ...cells] = newest.split(',');
  for (const damaged of [[ticket, '', ...cells].join(','), ['', '', ...cells].join(',')]) {
    // The list without its sums. Nothing else would show that a deal is missing.
    for (const end of [[], [sums]]) {
      const whole = [heading, damaged, ...deals, ...end, ''].join('\n');
      const { told, tables } = await readBytes(whole, { format: 'ctrader' });
      assert.match(told.join('\n'), /^line 2 not imported: Symbol is empty: /);
      assert.is(tables.trades?.length, account.trades.length - 1);
    }
  }
});

rows('ctrader: two rows in one line are told', async () => {
  const [heading, first, ...others] = ctraderList(account, 'USD', {}).split('\n');
  const joined = [heading, `${first},${others[0]}`, ...others.slice(1)].join('\n');
  const { told } = await readBytes(joined, { format: 'ctrader' });
  assert.match(told.join('\n'), /^line 2 not imported: it has more cells than the 13 columns: /);
});

rows('bookings and positions that are there twice with one ticket are told', async () => {
  const withOpen = makeListedAccount('twice', { trades: 2 });
  const made = {
    myfxbook: myfxbookList(withOpen, 'USD', {}),
    fxblue: fxblueList([withOpen], {}),
  };
  for (const [format, text] of Object.entries(made)) {
    const lines = text.split('\n');
    const tickets = [...withOpen.bookings, ...withOpen.open].map(({ ticket }) => ticket);
    assert.ok(withOpen.bookings.length > 0 && withOpen.open.length > 0);
    for (const ticket of tickets) {
      const at = lines.findIndex((line) => line.split(',').includes(ticket));
      const twice = lines.toSpliced(at, 0, lines[at] ?? '').join('\n');
      const { told } = await readBytes(twice, { format });
      assert.match(told.join('\n'), `line ${at + 2}: ticket ${ticket} is there twice`);
    }
  }
});

rows('myfxbook: a trade is not open because its closing has another name', async () => {
  const text = myfxbookList(account, 'USD', {}).replace('Close Date', 'Done');
  const { told, tables } = await readBytes(text, { format: 'myfxbook' });
  assert.match(told.join('\n'), 'its table has no column `Close Date`');
  assert.is(tables.positions?.length ?? 0, account.open.length);
});

rows('myfxbook: a withdrawal below the open orders is a booking', async () => {
  const text = myfxbookList(account, 'USD', {});
  const [, heading = ''] = /^(.*Open Date.*)\n/m.exec(text) ?? [];
  const booking = ',77,01/09/2024 10:00,,,Withdrawal,,,,,,,,,-50.00,,';
  const end = text.endsWith('Open Orders\n') ? `${heading}\n` : '';
  const whole = await readBytes(text, { format: 'myfxbook' });
  const found = await readBytes(`${text}${end}${booking}\n`, { format: 'myfxbook' });
  assert.is(found.tables.cash_flows?.length, (whole.tables.cash_flows?.length ?? 0) + 1);
});

rows.run();
