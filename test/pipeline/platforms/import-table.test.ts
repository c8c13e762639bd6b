import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type ListedTrade, makeListedAccount } from '../../../fixtures/statements/history.ts';
import { listNumber, listText } from '../../../fixtures/statements/lists.ts';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { importCommand } from '../../../pipeline/commands/import.ts';
import { importTable } from '../../../pipeline/platforms/import-table.ts';
import { utc } from '../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../support/directory.ts';
import { inWords } from './in-words.ts';
import { runImport } from './run-import.ts';
import { assertRows, instant } from './same-rows.ts';

const count = Number(process.env.ACCOUNTS ?? 30);

const table = suite('import table');
const directory = directoryDuring(table);

async function read(text: string, map: object | null, options = {}) {
  const file = join(directory, 'table');
  const mapFile = join(directory, 'map.json');
  writeFileSync(file, text);
  if (map !== null) writeFileSync(mapFile, JSON.stringify(map));
  const settings = { accountId: 'MT5:1', currency: 'USD', timezone: utc, ...options };
  return inWords(
    await importTable(file, { ...settings, ...(map === null ? {} : { map: mapFile }) }),
  );
}

async function refusalOf(importing: Promise<unknown>): Promise<CommandError> {
  try {
    await importing;
  } catch (error) {
    if (error instanceof CommandError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** A table with the year last in dates, net profits, its own words and a decimal comma. */
function writtenOf(trades: readonly ListedTrade[]): string {
  const look = { delimiter: ';', decimal: ',' } as const;
  const date = (at: number) => instant(at).replace(/^(\d+)-(\d+)-(\d+)T([\d:]+)Z$/, '$3.$2.$1 $4');
  return listText(
    [
      [
        'Nr',
        'Instrument',
        'Long/Short',
        'Lots',
        'Entry',
        'Exit',
        'In',
        'Out',
        'P&L',
        'Fee',
        'Swap',
      ],
      ...trades.map((trade) => [
        ...[trade.ticket, trade.symbol, trade.side === 'buy' ? 'L' : 'Kurz'],
        ...[listNumber(trade.volume, look), trade.openPrice, trade.closePrice],
        ...[date(trade.opened), date(trade.closed ?? 0)],
        listNumber(trade.profit + trade.commission + trade.swap, look),
        ...[listNumber(trade.commission, look), listNumber(trade.swap, look)],
      ]),
    ],
    look,
  );
}

const map = {
  holds: 'trades',
  profit: 'net',
  dates: 'day first',
  words: { L: 'buy', Kurz: 'sell' },
  columns: {
    ticket: 'Nr',
    symbol: 'Instrument',
    side: 'Long/Short',
    volume: 'Lots',
    swap: 'Swap',
    open_price: 'Entry',
    close_price: 'Exit',
    opened_at: 'In',
    closed_at: 'Out',
    profit: 'P&L',
    commission: 'Fee',
  },
};

table('trades come back by a map, whatever they are called', async () => {
  for (let at = 0; at < count; at++) {
    const { trades } = makeListedAccount(`table ${at}`, { trades: 1 + ((at * 7) % 60) });
    const { tables, warnings } = await read(writtenOf(trades), map);
    assert.equal(warnings, []);
    assertRows(
      tables.trades,
      trades.map((trade) => ({
        ticket: trade.ticket,
        symbol: trade.symbol,
        side: trade.side,
        volume: trade.volume / 100,
        opened_at: instant(trade.opened),
        closed_at: instant(trade.closed ?? 0),
        profit: trade.profit / 100,
        commission: trade.commission / 100,
        swap: trade.swap / 100,
      })),
      `table ${at}`,
    );
  }
});

table('without a map one is proposed, and nothing is written', async () => {
  const file = join(directory, 'mt4.csv');
  writeFileSync(
    file,
    'Ticket,Open Time,Type,Size,Item,Price,S / L,T / P,Close Time,Price,Commission,Taxes,Swap,Profit\n' +
      '1,2020.09.21 21:16:54,balance,Deposit,,,,,,,,,,100 000.00\n' +
      '2,2020.09.21 21:26:53,buy,0.1,eurusd,1.17542,0,0,2020.09.22 09:36:00,1.1735,0,0,0,-19.2\n',
  );
  const said: string[] = [];
  const io = { stdout: (line: string) => said.push(line), stderr: () => undefined };
  const out = join(directory, 'out');
  const refusal = await refusalOf(importCommand({}, { format: 'table', file, out }, io));
  assert.is(refusal.exitCode, 2);
  assert.match(refusal.message, /mt4\.csv: save the proposed map/);
  assert.not.ok(existsSync(out));
  const proposed = join(directory, 'proposed.json');
  writeFileSync(proposed, said.join('\n'));
  const options = {
    format: 'table',
    file,
    out,
    map: proposed,
    accountId: 'MT4:1',
    currency: 'USD',
  };
  assert.is((await runImport(options)).code, 0);
  const trades = readdirSync(out).find((name) => name.startsWith('trades')) ?? '';
  assert.match(readFileSync(join(out, trades), 'utf8'), 'eurusd,buy,0.1,1.17542,1.1735,');
  const flows = readdirSync(out).find((name) => name.startsWith('cash_flows')) ?? '';
  assert.match(readFileSync(join(out, flows), 'utf8'), '2020-09-21T21:16:54Z,100000.00,flow');
});

/** Map of objects. Their members have the names of fields. */
const plainMap = {
  holds: 'trades',
  dates: 'year first',
  columns: Object.fromEntries(
    [
      ...['ticket', 'symbol', 'side', 'volume', 'open_price', 'close_price', 'opened_at'],
      ...['closed_at', 'profit', 'commission', 'swap'],
    ].map((name) => [name, name]),
  ),
};

const plainTrade = (ticket: unknown, more: object = {}) => ({
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: 0.1,
  open_price: 1.1,
  close_price: 1.2,
  opened_at: '2024-01-02 10:00',
  closed_at: '2024-01-02 11:00',
  profit: 10,
  ...more,
});

table('objects whose last has a member that no other has lose nothing of it', async () => {
  const trades = Array.from({ length: 300 }, (_, at) => plainTrade(`${at}`));
  const last = plainTrade('300', { commission: -7.5, swap: -0.25 });
  const { tables, warnings } = await read(JSON.stringify([...trades, last]), plainMap);
  assert.equal([tables.trades?.length, warnings], [301, []]);
  const row = tables.trades?.find(({ ticket }) => ticket === '300');
  assert.equal([row?.commission, row?.swap], ['-7.5', '-0.25']);
});

table.run();
