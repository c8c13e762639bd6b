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
import type { SourceRows } from '../../../pipeline/platforms/source/source-tables.ts';
import { parseTimezone, utc } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { inWords } from './in-words.ts';
import { assertRows, instant } from './same-rows.ts';

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
        assertWritten(tables, id, account, form);
        const tickets = (tables.trades ?? []).filter((trade) => trade.account_id === id);
        assert.is(new Set(tickets.map(({ ticket }) => ticket)).size, account.trades.length);
      }
    }
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

/** Asserts that all rows of an account came back, as far as the form has them. */
function assertWritten(tables: SourceRows, id: string, account: ListedAccount, form: Form) {
  const { lacks = [], clock = 0, name } = form;
  const ownRows = (rows: readonly { account_id: string }[] = []) =>
    rows.filter((row) => row.account_id === id).map((row) => ({ ...row, ...positionIn(row) }));
  const instantAt = (at: number) => instant(at - clock * 3600_000);
  const order = (trade: ListedTrade) => ({
    ...(!lacks.includes('ticket') && { position: trade.ticket }),
    symbol: trade.symbol,
    side: trade.side,
    volume: trade.volume / 100,
    opened_at: instantAt(trade.opened),
    open_price: Number(trade.openPrice),
    ...(!lacks.includes('levels') && {
      stop_loss: Number(trade.stopLoss),
      take_profit: Number(trade.takeProfit),
    }),
    profit: trade.profit / 100,
    commission: trade.commission / 100,
    swap: trade.swap / 100,
    ...(!lacks.includes('magic') && { magic_number: trade.magic }),
    ...(!lacks.includes('comment') && { comment: trade.comment }),
  });
  const trades = account.trades.map((trade) => ({
    ...order(trade),
    closed_at: instantAt(trade.closed ?? 0),
    close_price: Number(trade.closePrice),
  }));
  const flows = account.bookings.map(({ at, amount, type }) => ({
    at: instant(at),
    amount: amount / 100,
    kind: type === 'credit' ? type : 'flow',
  }));
  assertRows(ownRows(tables.trades), trades, name);
  assertRows(
    ownRows(tables.positions),
    lacks.includes('open') ? [] : account.open.map(order),
    name,
  );
  assertRows(ownRows(tables.cash_flows), lacks.includes('bookings') ? [] : flows, name);
}

/** Returns the ticket of the position, which its later parts share. */
const positionIn = (row: object) =>
  'ticket' in row && { position: String(row.ticket).replace(/-.*/, '') };

lists.run();
