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

rows.run();
