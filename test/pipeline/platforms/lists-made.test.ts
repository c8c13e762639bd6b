import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Encoding, encode } from '../../../fixtures/statements/encode.ts';
import {
  type ListedAccount,
  type ListedTrade,
  type ListTraits,
  makeListedAccount,
} from '../../../fixtures/statements/history.ts';
import {
  ctraderList,
  ctraderRows,
  fxblueList,
  type ListLook,
  mql5List,
  myfxbookList,
} from '../../../fixtures/statements/lists.ts';
import { mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { detectImportFormat, findImportFormat } from '../../../pipeline/platforms/index.ts';
import type { ImportOptions } from '../../../pipeline/platforms/source/format.ts';
import type { SourceRow, SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { parseTimezone, utc } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { inWords } from './in-words.ts';

// Number of random accounts that are written in each form and read again. ACCOUNTS=200 makes more.
const count = Number(process.env.ACCOUNTS ?? 30);

const russian = { Time: 'Время', Type: 'Тип', Volume: 'Объем', Symbol: 'Символ', Price: 'Цена' };

type Lacking = 'ticket' | 'magic' | 'levels' | 'comment' | 'open' | 'bookings';
interface Form {
  format: 'myfxbook' | 'fxblue' | 'mql5' | 'ctrader';
  name: string;
  traits?: Partial<ListTraits>;
  accounts?: number;
  encoding?: Encoding;
  write(accounts: readonly ListedAccount[]): string | Uint8Array;
  /** Columns and rows that the form lacks. */
  lacks?: readonly Lacking[];
  /** Hours by which its clock is ahead of UTC. */
  clock?: number;
  options?: Partial<ImportOptions>;
}

const ofOneAccount =
  (write: (account: ListedAccount) => string) => (accounts: readonly ListedAccount[]) =>
    accounts.map(write).join('');
const myfxbook = (look: ListLook) => ofOneAccount((account) => myfxbookList(account, 'EUR', look));
const mql5 = (layout: 'orders' | 'positions', look: ListLook) =>
  ofOneAccount((account) => mql5List(account, layout, look));

const settings = { accountId: 'MT5:1', currency: 'USD' };
const ofCtrader = { accountId: 'cTrader:1' };
const byCtrader: readonly Lacking[] = ['ticket', 'magic', 'levels', 'comment', 'open', 'bookings'];
const cellsOf = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((text) => ({ text })));
const forms: readonly Form[] = [
  {
    format: 'myfxbook',
    name: 'as downloaded',
    options: { accountId: 'MT4:1' },
    traits: { isByMinute: true, hasParts: true },
    write: myfxbook({}),
  },
  {
    format: 'myfxbook',
    name: 'saved anew by a spreadsheet',
    options: { accountId: 'MT4:1' },
    traits: { isByMinute: true },
    encoding: 'utf-16le',
    write: myfxbook({ delimiter: ';', decimal: ',', thousands: '\u00a0', lineEnd: '\r\n' }),
  },
  {
    format: 'fxblue',
    name: 'two accounts',
    accounts: 2,
    options: { currency: 'USD', platform: 'MT4' },
    traits: { hasParts: true },
    write: (accounts) => fxblueList(accounts, {}),
  },
  {
    format: 'fxblue',
    name: 'one, all quoted, by tabs',
    options: settings,
    write: (accounts) =>
      fxblueList(accounts, { delimiter: '\t', isQuoted: true, thousands: "'", lineEnd: '\r\n' }),
  },
  {
    format: 'mql5',
    name: 'orders',
    options: settings,
    lacks: ['ticket', 'magic', 'open'],
    write: mql5('orders', { thousands: ' ' }),
  },
  {
    format: 'mql5',
    name: 'positions, in Russian',
    options: settings,
    encoding: 'windows-1251',
    lacks: ['ticket', 'magic', 'levels', 'comment', 'open'],
    write: mql5('positions', { words: russian, decimal: ',', isQuoted: true }),
  },
  {
    format: 'ctrader',
    name: 'as downloaded',
    options: ofCtrader,
    clock: 2,
    lacks: byCtrader,
    write: ofOneAccount((account) => ctraderList(account, 'USD', { thousands: '\u00a0' })),
  },
  {
    format: 'ctrader',
    name: 'a workbook',
    options: ofCtrader,
    clock: 2,
    lacks: byCtrader,
    write: ([account]) => mt5Xlsx(account ? cellsOf(ctraderRows(account, 'USD', {})) : []),
  },
];

const units = (amount: string | undefined): number => Math.round(Number(amount || 0) * 100);
const instant = (at: number): string => new Date(at).toISOString().replace('.000Z', 'Z');

const lists = suite('made-up lists of trades');
const directory = directoryDuring(lists);

for (const form of forms) {
  lists(`${form.format}, ${form.name}: all comes back`, async () => {
    const file = join(directory, 'list');
    for (let at = 0; at < count; at++) {
      const accounts = Array.from({ length: form.accounts ?? 1 }, (_, which) =>
        makeListedAccount(`${form.format} ${form.name} ${at} ${which}`, {
          trades: 1 + ((at * 7) % 60),
          ...form.traits,
        }),
      );
      writeFileSync(file, encodeAs(form.write(accounts), form.encoding));
      if (at === 0) assert.is((await detectImportFormat(file)).name, form.format);
      const options = { timezone: form.clock === undefined ? utc : null, ...form.options };
      const { tables, warnings } = inWords(
        await findImportFormat(form.format).importFile(file, options),
      );
      assert.equal(warnings, []);
      for (const account of accounts) {
        const id = form.options?.accountId ?? `MT4:${account.number}`;
        assert.equal(readOf(tables, id, form), toldOf(account, form), `${form.name} ${at}`);
        const tickets = (tables.trades ?? []).filter((trade) => trade.account_id === id);
        assert.is(new Set(tickets.map(({ ticket }) => ticket)).size, account.trades.length);
      }
    }
  });
}

const heading = 'Time;Type;Volume;Symbol;Price;S/L;T/P;Time;Price;Commission;Swap;Profit;Comment';
const damages: readonly { what: string; format: Form['format']; text: string; told: RegExp }[] = [
  {
    what: 'a price of closing without its time',
    format: 'mql5',
    text: `${heading}\n2024.01.06 06:17:00;Sell;2.02;EURUSD;1.09;;;;1.08;;;919.23;\n2024.01.07 06:17:00;Sell;2.02;EURUSD;1.09;;;2024.01.08 06:17:00;1.08;;;9.23;\n`,
    told: /line 2 not imported: it has a closing price but no closing time/,
  },
  {
    what: 'a quote within a cell that may be several',
    format: 'myfxbook',
    text: 'Open Date,Close Date,Symbol,Action,Units/Lots,Open Price,Close Price,Pips,Profit,Magic Number\n01/04/2024 15:37,01/05/2024 10:16,US30,Sell,0.98,39040.9,39192.0,"12.30,-1235.06,"a,7",71928\n',
    told: /quote/,
  },
];

for (const { what, format, text, told: expected } of damages) {
  lists(`${format}: ${what} is named`, async () => {
    const file = join(directory, 'damaged');
    writeFileSync(file, text);
    const options = { ...settings, timezone: utc };
    const { warnings } = inWords(await findImportFormat(format).importFile(file, options));
    assert.ok(
      warnings.some((warning) => expected.test(warning)),
      `${warnings}`,
    );
  });
}

lists('the weeks of a list propose its clock', async () => {
  const file = join(directory, 'clock');
  const week = 7 * 24 * 3600_000;
  const made = makeListedAccount('clock', { trades: 12 });
  // Monday 00:10 to Friday 23:40, in weeks of summer and winter.
  const trades = made.trades.slice(0, 12).map((trade, at) => ({
    ...trade,
    symbol: 'EURUSD',
    opened: Date.UTC(2024, 1, 5, 0, 10) + at * week,
    closed: Date.UTC(2024, 1, 9, 23, 40) + at * week,
  }));
  const account = { ...made, trades, open: [], bookings: [] };
  for (const [format, text] of [
    ['myfxbook', myfxbookList(account, 'USD', {})],
    ['fxblue', fxblueList([account], {})],
    ['mql5', mql5List(account, 'orders', {})],
  ] as const) {
    writeFileSync(file, text);
    const { importFile } = findImportFormat(format);
    const { notes, clock } = inWords(await importFile(file, { ...settings, timezone: null }));
    assert.is(clock, 'UTC', format);
    const onAthens = inWords(
      await importFile(file, {
        ...settings,
        timezone: parseTimezone('Europe/Athens'),
      }),
    );
    assert.is(onAthens.clock, 'Europe/Athens', format);
    assert.ok(
      notes.some((note) =>
        note.startsWith('the time zone is probably NY+7. With it, trades of 12'),
      ),
      `${format}: ${notes.join('\n')}`,
    );
  }
});

function encodeAs(text: string | Uint8Array, encoding: Encoding = 'utf-8'): Uint8Array {
  if (typeof text !== 'string') return text;
  return encode(
    encoding.startsWith('windows') ? text.replace(/[^\0-\x7fА-я]/g, '?') : text,
    encoding,
  );
}

/** Reads the imported rows of an account, with normalised values. */
function readOf(tables: SourceRows, id: string, { lacks = [] }: Form) {
  const ownRows = <Row extends { account_id: string }>(rows: Row[] = []) =>
    rows.filter((row) => row.account_id === id);
  const order = (row: SourceRow<'positions'> | SourceRow<'trades'>) => [
    ...(lacks.includes('ticket') ? [] : [row.ticket.replace(/-.*/, '')]),
    ...[row.symbol, row.side, units(row.volume), row.opened_at, Number(row.open_price)],
    ...(lacks.includes('levels') ? [] : [Number(row.stop_loss), Number(row.take_profit)]),
    ...[units(row.profit), units(row.commission), units(row.swap)],
    ...(lacks.includes('magic') ? [] : [Number(row.magic_number)]),
    ...(lacks.includes('comment') ? [] : [row.comment]),
  ];
  return {
    trades: ownRows(tables.trades)
      .map((row) => [...order(row), row.closed_at, Number(row.close_price)].join('|'))
      .sort(),
    positions: ownRows(tables.positions).map((row) => order(row).join('|')),
    flows: ownRows(tables.cash_flows)
      .map(({ at, amount, kind }) => `${at} ${units(amount)} ${kind}`)
      .sort(),
  };
}

/** Reads the generated rows in the same form. */
function toldOf({ trades, open, bookings }: ListedAccount, { lacks = [], clock = 0 }: Form) {
  const instantAt = (at: number) => instant(at - clock * 3600_000);
  const order = (trade: ListedTrade) => [
    ...(lacks.includes('ticket') ? [] : [trade.ticket]),
    ...[trade.symbol, trade.side, trade.volume, instantAt(trade.opened), Number(trade.openPrice)],
    ...(lacks.includes('levels') ? [] : [Number(trade.stopLoss), Number(trade.takeProfit)]),
    ...[trade.profit, trade.commission, trade.swap],
    ...(lacks.includes('magic') ? [] : [trade.magic]),
    ...(lacks.includes('comment') ? [] : [trade.comment]),
  ];
  return {
    trades: trades
      .map((trade) =>
        [...order(trade), instantAt(trade.closed ?? 0), Number(trade.closePrice)].join('|'),
      )
      .sort(),
    positions: lacks.includes('open') ? [] : open.map((trade) => order(trade).join('|')),
    flows: (lacks.includes('bookings') ? [] : bookings)
      .map(
        ({ at, amount, type }) => `${instant(at)} ${amount} ${type === 'credit' ? type : 'flow'}`,
      )
      .sort(),
  };
}

lists.run();
