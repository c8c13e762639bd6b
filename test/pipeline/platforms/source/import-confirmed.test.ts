import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../../pipeline/base/errors.ts';
import { inEnglish } from '../../../../pipeline/base/reasons/reason.ts';
import type { Imported } from '../../../../pipeline/platforms/source/format.ts';
import {
  importConfirmed,
  moveBetween,
  moveWords,
} from '../../../../pipeline/platforms/source/import-confirmed.ts';
import {
  accountRow,
  type ClosedOrder,
  instant,
  tradeRow,
} from '../../../../pipeline/platforms/source/orders.ts';
import { rowCount } from '../../../../pipeline/platforms/source/row-count.ts';
import {
  splitByAccount,
  writeSourceFiles,
} from '../../../../pipeline/platforms/source/source-files.ts';
import type { SourceRow, SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';
import { parseTimezone, type Timezone, utc } from '../../../../pipeline/read/timezone.ts';

// What was confirmed for an account is read from the files of earlier imports, which anybody edits.
const confirmed = suite<{ out: string }>('what was confirmed for an account');

confirmed.before.each((context) => {
  context.out = mkdtempSync(join(tmpdir(), 'trackrecord-confirmed-'));
});
confirmed.after.each(({ out }) => rmSync(out, { recursive: true, force: true }));

const order = (ticket: string, opened: number, closed: number): ClosedOrder => ({
  ticket,
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.1',
  openPrice: '1.1',
  closePrice: '1.2',
  stopLoss: '',
  takeProfit: '',
  profit: '1',
  commission: '',
  swap: '',
  comment: '',
  opened,
  closed,
});
const noon = Date.parse('2024-06-03T12:00:00Z');
const hour = 3_600_000;
const orders = [order('1', noon, noon + hour), order('2', noon + hour, noon + 2 * hour)];

interface Told {
  currency?: string;
  demo?: 'true' | 'false' | '';
  statement?: string;
  ends?: number;
  /** True if the file says its own clock. */
  hasClock?: boolean;
}

/** An export whose file says no time zone, as it is read by one. */
function readBy(timezone: Timezone | null, told: Told = {}): Imported {
  const { currency = 'USD', demo = '', statement = 'a'.repeat(32), ends = noon } = told;
  const clock = told.hasClock ? {} : { clock: timezone?.name ?? 'UTC' };
  const at = instant(ends);
  const account = accountRow({
    account_id: 'A',
    platform: 'MT4',
    currency,
    demo,
    created_at: at,
    updated_at: at,
    statement,
  });
  const trades = orders.map((each) => tradeRow(each, 'A', (timezone ?? utc).toUtc));
  const words = { findings: [], notes: [], warnings: [] };
  const rows = rowCount({ read: trades.length });
  return { tables: { accounts: [account], trades }, rows, ...clock, ...words };
}

/** Imports an export and writes its files. Returns the account as it is now, and the notes. */
async function importTo(
  out: string,
  { zone, confirm = false, ...told }: Told & { zone?: string; confirm?: boolean } = {},
) {
  const timezone = zone === undefined ? null : parseTimezone(zone);
  const read = async (clock: Timezone | null) => readBy(clock, told);
  const { tables, notes } = await importConfirmed(read, { file: 'x.htm', out, timezone, confirm });
  await writeSourceFiles(out, splitByAccount(tables as SourceRows));
  const { trades } = tables as { trades: SourceRow<'trades'>[] };
  return {
    zone: tables.accounts?.[0]?.timezone,
    opened: trades[0]?.opened_at,
    notes: notes.map(inEnglish),
  };
}

const faultOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'imported',
    (error: unknown) => {
      if (!(error instanceof CommandError)) throw error;
      assert.not.match(error.message, '\n');
      return error.message;
    },
  );

const accountFile = (out: string): string =>
  join(out, readdirSync(out).find((name) => name.startsWith('accounts-')) ?? '');

confirmed('is the clock of the next export, until another one is confirmed', async ({ out }) => {
  assert.is((await importTo(out)).zone, 'UTC');
  assert.is((await importTo(out, { zone: 'Europe/Athens', confirm: true })).zone, 'Europe/Athens');
  const next = await importTo(out, { statement: 'b'.repeat(32), ends: noon + hour });
  assert.equal([next.zone, next.opened], ['Europe/Athens', '2024-06-03T09:00:00Z']);
  assert.equal(next.notes, ['times are on Europe/Athens, as in earlier imports of A']);
  // An export that says its own clock leaves what was confirmed for others.
  const withClock = { hasClock: true, statement: 'd'.repeat(32), ends: noon + 2 * hour };
  assert.is((await importTo(out, withClock)).zone, '');
  const fault = await faultOf(importTo(out, { zone: 'UTC' }));
  assert.match(fault, /--tz UTC would move 2 trades by 3 hours\. Leave --tz out/);
  // The same clock by another name moves nothing, and is the account's from now on.
  const renamed = await importTo(out, { zone: '+03:00', statement: 'c'.repeat(32) });
  assert.is(renamed.zone, '+03:00');
});

confirmed('that is unreadable is reported in one line with its path', async ({ out }) => {
  await importTo(out, { zone: 'Europe/Athens' });
  const path = accountFile(out);
  const text = readFileSync(path, 'utf8');
  const damages: readonly (readonly [change: (text: string) => string, told: string])[] = [
    [
      (all) => all.replace('Europe/Athens', 'Mars/Phobos'),
      'timezone `Mars/Phobos` is no time zone',
    ],
    [(all) => all.replace('Europe/Athens', '+99:00'), '`+99:00` is no time zone'],
    [(all) => all.replace('currency', 'curency'), 'currency or updated_at is missing'],
    [(all) => all.replace(',USD,', ',,'), 'currency or updated_at is missing'],
    [(all) => all.replaceAll('2024-06-03', '2024-16-03'), 'updated_at is missing'],
    [(all) => `${all}A,MT4\n`, 'move it away'],
    [(all) => all.replace('MT4', '"MT4'), 'move it away'],
    [(all) => all.slice(0, -8), 'no time zone'],
    [(all) => all.replaceAll(',', ';'), 'is missing; move it away'],
  ];
  for (const [change, told] of damages) {
    const changed = change(text);
    assert.is.not(changed, text);
    writeFileSync(path, changed);
    for (const zone of [undefined, 'UTC']) {
      const fault = await faultOf(importTo(out, zone ? { zone } : {}));
      assert.match(fault, told);
      assert.match(fault, path);
    }
  }
  // A byte-order mark, ends of lines of Windows, columns in another order and a further one.
  const [head = '', row = ''] = text.split('\n');
  const turned = (line: string, more: string) => [...line.split(',').reverse(), more].join();
  writeFileSync(path, `\ufeff${turned(head, 'mine')}\r\n${turned(row, '7')}\r\n`);
  assert.is((await importTo(out)).zone, 'Europe/Athens');
});

confirmed(
  'keeps an account in its currency, and its type until told otherwise',
  async ({ out }) => {
    await importTo(out, { demo: 'true' });
    for (const confirm of [false, true]) {
      const fault = await faultOf(importTo(out, { currency: 'EUR', confirm }));
      assert.match(
        fault,
        /accounts-A-20240603-a+\.csv: A is in USD there and in EUR in this export/,
      );
    }
    assert.match(
      await faultOf(importTo(out, { demo: 'false' })),
      /as a demo account, and .* a real/,
    );
    assert.is((await importTo(out, { demo: '', statement: 'b'.repeat(32) })).zone, 'UTC');
    assert.match(await faultOf(importTo(out, { demo: 'false' })), /as a demo account/, 'still');
    const real = {
      demo: 'false',
      confirm: true,
      statement: 'c'.repeat(32),
      ends: noon + hour,
    } as const;
    assert.is((await importTo(out, real)).zone, 'UTC');
    assert.match(
      await faultOf(importTo(out, { demo: 'true' })),
      /as a real account, and .* a demo/,
    );
  },
);

const named = fc.uniqueArray(fc.integer({ min: 1, max: 99 }), { minLength: 1, maxLength: 8 });

confirmed('says how far a clock moves each trade, whichever rows the clocks refuse', async () => {
  const moves = fc.record({
    tickets: named,
    hours: fc.array(fc.integer({ min: -12, max: 12 }), { minLength: 8, maxLength: 8 }),
    refused: fc.array(fc.constantFrom('no', 'no', 'before', 'after'), {
      minLength: 8,
      maxLength: 8,
    }),
  });
  await fc.assert(
    fc.asyncProperty(moves, async ({ tickets, hours, refused }) => {
      const rowsOf = (refuses: string, isMoved: boolean): SourceRows => ({
        trades: tickets.flatMap((ticket, at) => {
          const shift = isMoved ? (hours[at] ?? 0) * hour : 0;
          const each = order(`${ticket}`, noon + shift, noon + hour + shift);
          return refused[at] === refuses ? [] : [tradeRow(each, 'A', utc.toUtc)];
        }),
      });
      const both = tickets.flatMap((_, at) =>
        refused[at] === 'no' ? [Math.abs(hours[at] ?? 0)] : [],
      );
      const moved = both.filter((each) => each > 0);
      const move = moveBetween(rowsOf('before', false), rowsOf('after', true));
      assert.is(move.trades, moved.length);
      if (moved.length === 0) return;
      assert.equal([move.min / hour, move.max / hour], [Math.min(...moved), Math.max(...moved)]);
    }),
  );
  assert.is(moveWords({ trades: 1, min: hour, max: hour }), '1 trade by 1 hour');
  assert.is(moveWords({ trades: 3, min: 0, max: hour / 2 }), '3 trades by 0 to 0.5 hours');
});

confirmed.run();
