import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { account, calendarEvent, trade } from '../../pipeline/desk.ts';
import { asOf, type Decided, decisions } from './decisions.ts';

type Rows = readonly Readonly<Record<string, string | number | null>>[];

/** Changes before a run: new files, decisions of owners, the day. */
interface Change {
  readonly files?: Readonly<Record<string, Rows>>;
  readonly decided?: Partial<Decided>;
  readonly asOf?: string;
  readonly isFull?: true;
}

/** A change, with all decisions up to it. */
export interface Step {
  readonly number: number;
  readonly name: string;
  readonly files: Readonly<Record<string, Rows>>;
  readonly decisions: object;
  readonly asOf: string;
  readonly isFull: boolean;
}

const names = ['a', 'b', 'c'];
const perAccount = 40;

/** Makes trades of an account over ten days of June, by ticket. */
const tradesOf = (name: string, first: number, count: number): Rows =>
  Array.from({ length: count }, (_, at) => {
    const ticket = first + at;
    const day = String(2 + (ticket % 9)).padStart(2, '0');
    return trade(name, ticket, {
      opened_at: `2024-06-${day}T08:00:00Z`,
      closed_at: `2024-06-${day}T09:${String(ticket % 60).padStart(2, '0')}:00Z`,
      profit: ((ticket * 37) % 101) - 40,
      comment: `ticket ${ticket}`,
    });
  });

const positions = (count: number, hour: number): Rows =>
  Array.from({ length: count }, (_, at) => ({
    account_id: trade('a', 1).account_id ?? '',
    ticket: 9000 + at,
    symbol: 'GBPUSD',
    side: 'sell',
    volume: 0.2,
    open_price: 1.25,
    opened_at: '2024-06-11T08:00:00Z',
    profit: 3 - at,
    reported_at: `2024-06-12T${hour}:00:00Z`,
  }));

const events = (actual: string, count: number): Rows => [
  { ...calendarEvent, forecast: '0.2%', previous: '0.1%', actual },
  ...Array.from({ length: count }, (_, at) => ({
    ...calendarEvent,
    time: `2024-06-${13 + at}T08:00:00Z`,
    title: `Survey ${at}`,
    forecast: '',
    previous: '',
    actual: '',
  })),
];

const changes: Readonly<Record<string, Change>> = {
  'everything for the first time': {
    files: {
      accounts: [...names, 'd'].map((name) =>
        account(name, { currency: name === 'c' ? 'EUR' : 'USD' }),
      ),
      trades: names.flatMap((name, at) => tradesOf(name, 1000 * at, perAccount)),
      fx_rates: [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }],
      positions: positions(2, 9),
      calendar_events: events('', 3),
    },
  },
  'new trades and an actual': {
    files: { trades: tradesOf('a', 5000, 5), calendar_events: events('0.3%', 3) },
  },
  'a history cut': { decided: { cuts: { a: '2024-06-05' } } },
  'late trades from before and after the cut': {
    files: { trades: [...tradesOf('a', 5100, 9), ...tradesOf('b', 5200, 2)] },
  },
  'the next month': { asOf: '2024-07-01T12:00:00Z' },
  'other positions and more events': {
    files: { positions: positions(1, 10), calendar_events: events('0.4%', 5) },
  },
  'a cut of another account and other members': {
    decided: { cuts: { a: '2024-06-05', b: '2024-06-07' }, members: ['b', 'c'] },
  },
  'cuts further on': { decided: { cuts: { a: '2024-06-07', b: '2024-06-08' } } },
  'everything anew': { isFull: true },
  'nothing at all': {},
};

/** History of a small world: each kind of change that a run must handle, once. */
export const steps: readonly Step[] = Object.entries(changes).map(([name, change], number) => {
  const before = Object.values(changes).slice(0, number + 1);
  return {
    number,
    name,
    files: change.files ?? {},
    decisions: decisions(Object.assign({}, ...before.map(({ decided }) => decided))),
    asOf: before.findLast((slice) => slice.asOf !== undefined)?.asOf ?? asOf,
    isFull: change.isFull ?? false,
  };
});

/** Writes the files of a step into a source that has the files of earlier steps. */
export function writeFiles(source: string, { number, files }: Step): void {
  mkdirSync(source, { recursive: true });
  for (const [table, rows] of Object.entries(files)) {
    writeFileSync(join(source, `${table}-${number}.csv`), stringify([...rows], { header: true }));
  }
}
