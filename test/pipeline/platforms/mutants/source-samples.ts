import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Sample, samplesFolder } from './samples.ts';
import { amountOf, type Entry, type Figures, total } from './second-reader.ts';
import { sheetOf } from './sheet.ts';

type Cell = (name: string) => string;

/** Table of source files, read as a person would. */
interface SourceTable {
  readonly key: readonly string[];
  readonly read: (cell: Cell) => Entry;
  /** Computes the same figures from the loaded rows. */
  readonly figures: string;
  readonly made: string;
}

const millionths = (sum: string) => `round(coalesce(${sum}, 0) * 1000000)::bigint`;
const timeOf = (text: string): number =>
  Date.parse(/Z$|[+-]\d\d:\d\d$/.test(text) ? text : `${text}Z`);

/** Tables whose files are changed. Values of reports are added up as if they were trades. */
export const sourceTables: Readonly<Record<string, SourceTable>> = {
  trades: {
    key: ['account_id', 'ticket'],
    read: (cell) => ({
      is: 'trade',
      amount: amountOf(cell('profit')) + amountOf(cell('commission')) + amountOf(cell('swap')),
      lots: amountOf(cell('volume')),
      at: timeOf(cell('closed_at')),
    }),
    figures: `count(*) as trades,
      ${millionths('sum(profit + coalesce(commission, 0) + coalesce(swap, 0))')} as results,
      ${millionths('sum(volume)')} as lots, coalesce(sum(epoch_ms(closed_at)), 0)::bigint as closed`,
    made: `account_id,ticket,symbol,side,volume,open_price,close_price,opened_at,closed_at,profit,commission,swap
A,1,EURUSD,buy,0.10,1.1,1.2,2024-01-02T08:00:00Z,2024-01-02T09:00:00Z,10.50,-1.00,0
A,2,XAUUSD,sell,1.00,2000,1990,2024-02-02T08:00:00Z,2024-02-03T09:30:00Z,-1234.56,0,-0.40
A,3,EURUSD,buy,0.25,1.1,1.2,2024-03-02T08:00:00Z,2024-03-13T09:00:00Z,0.01,,
`,
  },
  cash_flows: {
    key: ['account_id', 'id'],
    read(cell) {
      const kinds = { adjustment: 'charge', credit: 'credit' } as const;
      const is = kinds[cell('kind') as keyof typeof kinds] ?? 'booked';
      return { is, amount: amountOf(cell('amount')) };
    },
    figures: `${millionths("sum(amount) filter (kind = 'flow' and amount > 0)")} as deposits,
      ${millionths("sum(amount) filter (kind = 'flow' and amount < 0)")} as withdrawals,
      ${millionths("sum(amount) filter (kind = 'adjustment')")} as charges,
      ${millionths("sum(amount) filter (kind = 'credit')")} as credit`,
    made: `account_id,id,at,amount,kind
A,1,2024-01-01T00:00:00Z,1000.00,
A,2,2024-02-01T00:00:00Z,-50.00,flow
A,3,2024-02-10T00:00:00Z,-3.25,adjustment
A,4,2024-02-11T00:00:00Z,100.00,credit
`,
  },
  equity: {
    key: ['account_id', 'at'],
    read: (cell) => ({
      is: 'trade',
      amount: amountOf(cell('equity')),
      lots: amountOf(cell('balance')),
      at: timeOf(cell('at')),
    }),
    figures: `count(*) as trades, ${millionths('sum(equity)')} as results,
      ${millionths('sum(balance)')} as lots, coalesce(sum(epoch_ms("at")), 0)::bigint as closed`,
    made: `account_id,at,balance,equity,margin
A,2024-01-02T12:00:00Z,5000,4990.25,
A,2024-01-03T12:00:00Z,5100.50,5120,100.00
A,2024-01-13T12:00:00+02:00,9800,4970,
`,
  },
  symbols: {
    key: ['symbol', 'server'],
    read: (cell) => ({ is: 'trade', amount: amountOf(cell('pip_size')) }),
    figures: `count(*) as trades, ${millionths('sum(pip_size)')} as results`,
    made: `symbol,pip_size,server
XAUUSD,0.1,
XAUUSD,0.01,Example-Live
US30,1,
EURUSD.m,0.0001,Example-Live
`,
  },
  calendar_events: {
    key: ['time', 'currency', 'title'],
    read: (cell) => ({ is: 'event', at: timeOf(cell('time')) }),
    figures: 'count(*) as events, coalesce(sum(epoch_ms(time)), 0)::bigint as times',
    made: `time,currency,impact,title,forecast,previous,actual
2024-01-02T09:00:00Z,EUR,high,"Example ""Flash"" CPI, y/y","1,234.5",2.0%,
2024-01-13T10:00:00Z,USD,low,"Line one
line two",,,0
2024-01-14T00:00:00Z,All,holiday,Example Day,,,
`,
  },
};

/** Returns the table that a source file is of. */
export const tableOf = ({ name }: Pick<Sample, 'name'>): string =>
  Object.keys(sourceTables).find((table) => name.split('/').at(-1)?.startsWith(`${table}-`)) ?? '';

/** Returns a made file of each table, and the files of cases. */
export function sourceSamples(): Sample[] {
  const cases = existsSync(samplesFolder)
    ? readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /-\d+\.csv$/.test(name) && tableOf({ name }) !== '')
        .sort()
    : [];
  return [
    ...Object.entries(sourceTables).map(([table, { made }]) => sample(`${table}-made.csv`, made)),
    ...cases.map((name) => sample(name, readFileSync(join(samplesFolder, name), 'utf8'))),
  ];
}

const sample = (name: string, text: string): Sample => ({
  name,
  form: 'csv',
  size: text.length,
  encoding: 'utf8',
  sheet: sheetOf(text, 'csv'),
  read: (rows) => readSource(rows, sourceTables[tableOf({ name })]),
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
  totals: [],
});

/** Reads rows by the names of their columns; of one key the last counts. */
function readSource(
  [heading = [], ...rows]: readonly (readonly string[])[],
  table: SourceTable | undefined,
): Figures {
  const byKey = new Map<string, Entry>();
  for (const cells of rows) {
    if (table === undefined || cells.every((text) => text === '')) continue;
    const cell = (name: string) => cells[heading.indexOf(name)] ?? '';
    const key = table.key.map((name) =>
      /^(at|time)$/.test(name) ? timeOf(cell(name)) : cell(name),
    );
    byKey.set(key.join('\n'), table.read(cell));
  }
  return total([...byKey.values()]);
}
