import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Row } from '../../pipeline/duckdb/database.ts';
import {
  account,
  calendarEvent,
  registeredAccount,
  trade,
  withDesk,
  withWarehouse,
} from '../pipeline/desk.ts';
import { blocksOf, readDocument } from '../support/documents.ts';

const notebook = suite('the notebook for researchers');

const wide = { symbol: 'EURUSD.m', magic_number: 7 };
const gold = { symbol: 'XAUUSD', volume: 0.5, open_price: 2300 };

/**
 * First account: 1000, 1098, 1045, a deposit of 500, 1575. That is × 1.045 in April and × 1575 /
 * 1545 in May. Second account: 2000, 2200, 2090.
 */
const trades = [
  trade('north', 1, {
    ...wide,
    open_price: 1.1,
    close_price: 1.11,
    profit: 100,
    commission: -2,
    swap: 0,
    opened_at: '2024-04-08T08:00:00Z',
    closed_at: '2024-04-08T09:00:00Z',
  }),
  trade('north', 2, {
    ...wide,
    symbol: 'GBPUSD',
    side: 'sell',
    open_price: 1.25,
    close_price: 1.2525,
    profit: -50,
    commission: -2,
    swap: -1,
    opened_at: '2024-04-12T08:00:00Z',
    closed_at: '2024-04-15T10:00:00Z',
  }),
  trade('north', 3, {
    ...wide,
    open_price: 1.1,
    close_price: 1.103,
    profit: 30,
    commission: 0,
    swap: 0,
    opened_at: '2024-05-06T13:00:00Z',
    closed_at: '2024-05-06T13:20:00Z',
    magic_number: 9,
  }),
  trade('south', 1, {
    ...gold,
    close_price: 2304,
    profit: 200,
    commission: 0,
    swap: 0,
    magic_number: '',
    opened_at: '2024-05-07T09:00:00Z',
    closed_at: '2024-05-07T10:00:00Z',
  }),
  trade('south', 2, {
    ...gold,
    side: 'sell',
    close_price: 2302,
    profit: -100,
    commission: -10,
    swap: 0,
    opened_at: '2024-05-14T09:00:00Z',
    closed_at: '2024-05-14T15:00:00Z',
    magic_number: '',
  }),
  trade('south', 3, { volume: 'much', commission: 0, swap: 0, magic_number: '' }),
];

/**
 * Expected answer of each question's query: the first columns as text, amounts without trailing
 * zeros.
 */
const answers: Readonly<Record<number, readonly string[]>> = {
  1: ['north 6.5291 4.827', 'south 4.5 5 0.9'],
  2: ['south 100 100 100', 'north 60 76.5625 76.5625'],
  3: ['north 4.5 1.9417', 'south null 4.5'],
  4: ['south 2024-05-14 -5', 'north 2024-04-15 -4.827'],
  5: [],
  6: ['north 2024-04-15 null 4.827', 'south 2024-05-14 null 5'],
  7: ['north 500 0 75', 'south 0 0 90'],
  8: ['EUR XAUUSD 2 90 10', 'USD EURUSD 2 128 65', 'USD GBPUSD 1 -53 -25'],
  9: ['north 8 2 45', 'north 13 1 30', 'south 9 2 90'],
  10: [
    'north below an hour 1 30',
    'north below a day 1 98',
    'north a day or more 1 -53',
    'south below a day 2 45',
  ],
  11: ['north 1 0', 'south 0 0'],
  12: ['north 75 74.5', 'south 90 89'],
  13: ['north 3.85', 'south 5'],
  14: ['north 7 98 -53', 'north 9 30 null', 'south null 200 -110'],
  15: ['north -44.7,30,91.2 -53 98', 'south -94.5,45,184.5 -110 200'],
  16: ['north 1 -53'],
  17: ['MT5:north@Desk-Live 3 EURUSD'],
  18: ['MT5:north@Desk-Live 2024-04-13 00:00:00 -48'],
  19: ['trades'],
  20: [
    'accounts 1 2 2 0',
    'calendar_events',
    'cash_flows 1 1 1 0',
    'equity 1 1 1 0',
    'trades 1 6 5 1',
  ],
};

/** Time zones of readers, on both sides of UTC. */
const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati'];

notebook('answers its twenty questions with what was worked out by hand, in every time zone', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [
      account('north'),
      account('south', { currency: 'EUR', opening_balance: 2000 }),
    ]);
    desk.write('trades.csv', trades);
    const account_id = 'MT5:north@Desk-Live';
    desk.write('cash_flows.csv', [{ account_id, id: 1, at: '2024-05-02T00:00:00Z', amount: 500 }]);
    desk.write('equity.csv', [
      { account_id, at: '2024-04-13T00:00:00Z', balance: 1098, equity: 1050 },
    ]);
    desk.write('calendar_events.csv', [
      { ...calendarEvent, time: '2024-05-06T12:45:00Z', currency: 'USD', impact: 'high' },
    ]);
    desk.registered.push(registeredAccount('north'), registeredAccount('south'));
    await desk.run();
    const questions = blocksOf(readDocument('docs/notebook.md'), 'sql');
    assert.is(questions.length, 20);
    const { warehouse } = desk.dataDir;
    const asked: { zone: string; at: number; rows: Row[] }[] = [];
    for (const zone of zones) {
      await withWarehouse(
        warehouse,
        async (database) => {
          for (const [at, sql] of questions.entries()) {
            asked.push({ zone, at, rows: await database.rows(sql.replace(/;\n$/, '')) });
          }
        },
        zone,
      );
    }
    for (const { zone, at, rows } of asked) {
      const texts = rows.map((row) => Object.values(row).map(textOf).join(' '));
      const wanted = answers[at + 1] ?? [];
      assert.is(texts.length, wanted.length, `${at + 1} in ${zone}: ${texts}`);
      for (const [place, text] of wanted.entries()) {
        assert.ok(
          texts[place]?.startsWith(text),
          `${at + 1} in ${zone}: ${texts[place]}, not ${text}`,
        );
      }
    }
  }),
);

/** Rounds a value that has more digits than the one worked out by hand. */
function textOf(value: unknown): string {
  const text = String(value);
  return text.replaceAll(/-?\d+\.\d+/g, (number) => String(Math.round(Number(number) * 1e4) / 1e4));
}

notebook.run();
