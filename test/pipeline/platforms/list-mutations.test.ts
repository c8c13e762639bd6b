import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../fixtures/demo/random.ts';
import { type ListedAccount, makeListedAccount } from '../../../fixtures/statements/history.ts';
import {
  ctraderList,
  ctraderRows,
  fxblueList,
  listNumber,
  listText,
  mql5List,
  myfxbookList,
} from '../../../fixtures/statements/lists.ts';
import { mt5Xlsx, type ReportRow } from '../../../fixtures/statements/mt5.ts';
import { listMutations, mutateList } from '../../../fixtures/statements/mutate-list.ts';
import { mutateRows, rowMutations } from '../../../fixtures/statements/mutate-rows.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { findImportFormat } from '../../../pipeline/platforms/index.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { isInFull } from '../../support/in-full.ts';
import { held } from './held.ts';

// MUTATIONS=20000 makes more. A failure prints its number, which repeats it.
const count = Number(process.env.MUTATIONS ?? (isInFull ? 3000 : 100));

/** A list, and the columns in which anybody sees the result of each row. */
interface Listed {
  format: 'myfxbook' | 'fxblue' | 'mql5' | 'ctrader' | 'table';
  text: string;
  delimiter: ',' | ';';
  /** Indexes of columns without a name of their own. */
  names?: readonly string[];
  /** Column and words that identify rows of trades. */
  type: string;
  trades: RegExp;
  /** Columns that add up to the net profit of a trade. */
  net: readonly string[];
  /** Rows of a workbook. They are damaged, not its bytes. */
  rows?: readonly ReportRow[];
}

const account = makeListedAccount('mutated', { trades: 25, isByMinute: true, hasParts: true });
const lists: readonly Listed[] = [
  {
    format: 'myfxbook',
    text: myfxbookList(account, 'USD', {}),
    delimiter: ',',
    type: 'Action',
    trades: /^(buy|sell)$/i,
    net: ['Profit'],
  },
  {
    format: 'fxblue',
    text: fxblueList([account], {}),
    delimiter: ',',
    type: 'Type',
    trades: /^closed position$/i,
    net: ['Commission', 'Swap', 'Profit'],
  },
  {
    format: 'mql5',
    text: mql5List(account, 'orders', {}),
    delimiter: ';',
    type: 'Type',
    trades: /^(buy|sell)$/i,
    net: ['Commission', 'Swap', 'Profit'],
    names: ['', 'Type', '', '', '', '', '', '', '', 'Commission', 'Swap', 'Profit'],
  },
  {
    format: 'ctrader',
    text: ctraderList(account, 'USD', {}),
    delimiter: ',',
    type: 'Opening direction',
    trades: /^(buy|sell)$/i,
    net: ['Net USD'],
  },
  {
    format: 'ctrader',
    text: ctraderList(account, 'USD', {}),
    delimiter: ',',
    type: 'Opening direction',
    trades: /^(buy|sell)$/i,
    net: ['Net USD'],
    rows: ctraderRows(account, 'USD', {}).map((row) => row.map((text) => ({ text }))),
  },
  {
    format: 'table',
    text: tableOf(account),
    delimiter: ';',
    type: 'Way',
    trades: /^(buy|sell)$/i,
    net: ['Result'],
  },
];

/** A table of unknown form. A map names its columns. */
function tableOf({ trades }: ListedAccount): string {
  const time = (at: number | null) => new Date(at ?? 0).toISOString();
  const money = (hundredths: number) => listNumber(hundredths, {});
  const heading = ['No', 'What', 'Way', 'Lots', 'In', 'Out', 'From', 'To', 'Fee', 'Swap', 'Result'];
  const rows = trades.map((trade) => [
    ...[`${trade.ticket}-${trade.closed}`, trade.symbol, trade.side, money(trade.volume)],
    ...[trade.openPrice, trade.closePrice, time(trade.opened), time(trade.closed)],
    ...[money(trade.commission), money(trade.swap)],
    money(trade.profit + trade.commission + trade.swap),
  ]);
  return listText([heading, ...rows], { delimiter: ';' });
}

const map = {
  holds: 'trades',
  profit: 'net',
  columns: {
    ticket: 'No',
    symbol: 'What',
    side: 'Way',
    volume: 'Lots',
    swap: 'Swap',
    profit: 'Result',
    open_price: 'In',
    close_price: 'Out',
    opened_at: 'From',
    closed_at: 'To',
    commission: 'Fee',
  },
};

/** Adds up the columns of the text, like a reader would. */
function seenIn(list: Listed, text: string): { trades: number; net: number } {
  const rows = rowsIn(text.replace(/^sep=.*\n/, ''), list.delimiter);
  // Text that can't be parsed is read as before at best.
  if (rows === null) return seenIn(list, list.text);
  const names = list.names ?? rows.find((row) => row.includes(list.type)) ?? [];
  const cell = (row: string[], name: string) => row[names.indexOf(name)]?.trim() ?? '';
  const trades = rows.filter(
    (row) =>
      !row.includes('cancelled') &&
      list.trades.test(cell(row, list.type)) &&
      cell(row, 'Close Date') !== 'Close Date',
  );
  const closed =
    list.format === 'myfxbook' ? trades.filter((row) => cell(row, 'Close Date')) : trades;
  const net = closed.flatMap((row) => list.net.map((name) => units(cell(row, name))));
  return { trades: closed.length, net: sum(net) };
}

function rowsIn(text: string, delimiter: string): string[][] | null {
  try {
    return parse(text, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][];
  } catch {
    return null;
  }
}

/** In ten-thousandths, since a doubled digit adds a decimal. */
const units = (text: string): number =>
  Math.round(Number(text.replaceAll(' ', '').replace(',', '.') || 0) * 10_000);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const mutations = suite<{ directory: string }>('mutations of lists');

mutations.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-lists-'));
  writeFileSync(join(context.directory, 'map.json'), JSON.stringify(map));
});
mutations.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

/** Imports a file. Returns its error, or the rows that it reads without a message. */
async function outcome(file: string, { format }: Listed) {
  const options = {
    accountId: 'MT4:1',
    timezone: utc,
    currency: 'USD',
    ...(format === 'table' ? { map: join(dirname(file), 'map.json') } : {}),
  };
  try {
    const importing = findImportFormat(format).importFile(file, options);
    const { tables, warnings, notes } = await held(importing);
    const said = [
      ...warnings,
      ...notes.filter((note) =>
        /could not be noticed|may be cut off|became (?:an open position|open positions)/.test(note),
      ),
    ];
    const trades = tables.trades ?? [];
    const net = trades.flatMap((row) => [row.profit, row.commission, row.swap].map(units));
    return { said, seen: { trades: trades.length, net: sum(net) } };
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    assert.not.match(error.message, '\n');
    return { said: [error.message], seen: undefined };
  }
}

/** Damages the list in one place. Returns the bytes of its file, and its visible text. */
function damaged({ format, text, delimiter, rows }: Listed, at: number) {
  if (rows === undefined) {
    const name = listMutations[at % listMutations.length] ?? '';
    const changed = mutateList(text, name, createRandom(`mutation ${format} ${at}`));
    return { name, text: changed, bytes: changed };
  }
  const name = rowMutations[at % rowMutations.length] ?? '';
  const changed = mutateRows(rows, name, createRandom(`mutation ${format} sheet ${at}`));
  const texts = changed.map((row) => row.map((cell) => cell.text));
  return { name, text: listText(texts, { delimiter }), bytes: mt5Xlsx(changed) };
}

for (const list of lists) {
  mutations(
    `${list.format}${list.rows ? ', a workbook' : ''}: none of ${count} loses an amount without a word`,
    async ({ directory }) => {
      const file = join(directory, 'list');
      writeFileSync(file, list.rows === undefined ? list.text : mt5Xlsx(list.rows));
      const whole = JSON.stringify((await outcome(file, list)).seen);
      const silent: string[] = [];
      let noticed = 0;
      for (let at = 0; at < count; at++) {
        const { name, text, bytes } = damaged(list, at);
        writeFileSync(file, bytes);
        const { said, seen } = await outcome(file, list);
        if (said.length > 0) noticed++;
        else {
          const [read, there] = [JSON.stringify(seen), JSON.stringify(seenIn(list, text))];
          // The content of a damaged cell may also be in other cells.
          if (read !== there && read !== whole) {
            silent.push(`${at} (${name}): ${read} where ${there} stands`);
          }
        }
      }
      assert.equal(silent, []);
      assert.ok(noticed > count / 5, `only ${noticed} of ${count} were noticed`);
    },
  );
}

mutations.run();
