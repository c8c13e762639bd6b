import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { createRandom } from '../../../../fixtures/demo/random.ts';
import type { World } from '../../load/world.ts';
import { makeMutant } from './mutants.ts';
import { type Sample, samplesFolder } from './samples.ts';
import { amountOf, type Entry, type Figures, total } from './second-reader.ts';
import { sheetOf } from './sheet.ts';

const made = {
  'trades-made.csv': `account_id,ticket,symbol,side,volume,open_price,close_price,opened_at,closed_at,profit,commission,swap
A,1,EURUSD,buy,0.10,1.1,1.2,2024-01-02T08:00:00Z,2024-01-02T09:00:00Z,10.50,-1.00,0
A,2,XAUUSD,sell,1.00,2000,1990,2024-02-02T08:00:00Z,2024-02-03T09:30:00Z,-1234.56,0,-0.40
A,3,EURUSD,buy,0.25,1.1,1.2,2024-03-02T08:00:00Z,2024-03-13T09:00:00Z,0.01,,
`,
  'cash_flows-made.csv': `account_id,id,at,amount,kind
A,1,2024-01-01T00:00:00Z,1000.00,
A,2,2024-02-01T00:00:00Z,-50.00,flow
A,3,2024-02-10T00:00:00Z,-3.25,adjustment
A,4,2024-02-11T00:00:00Z,100.00,credit
`,
} as const;

/** Asserts that changed source files load rightly, or that a row or file is refused. */
export async function checkSources(world: World, seed: string, count: number): Promise<void> {
  const samples = sourceSamples();
  const faults: string[] = [];
  let loaded = 0;
  for (let at = 0; at < count; at++) {
    const sample = samples[at % samples.length];
    if (sample === undefined) continue;
    const name = `${seed}: ${sample.name}: ${at}`;
    const { bytes, right, changes } = makeMutant(sample, createRandom(name));
    await world.database.run(
      'delete from trades; delete from cash_flows; delete from rejects; delete from loaded_files',
    );
    for (const table of ['trades', 'cash_flows']) world.remove(table);
    const table = sample.name.includes('cash_flows') ? 'cash_flows' : 'trades';
    world.put({ [`${table}/${at}.csv`]: bytes });
    const { failures, rowsRejected } = await world.load();
    if (failures.length > 0 || rowsRejected > 0) continue;
    loaded += 1;
    const found = await figuresOf(world, table);
    const isRight = right.some((each) =>
      Object.entries(found).every(([figure, value]) => each[figure as keyof Figures] === value),
    );
    if (!isRight) {
      faults.push(`${name}: ${changes.join(', ')}: ${JSON.stringify([found, right])}`);
    }
  }
  assert.equal(faults, [], faults.join('\n'));
  assert.ok(loaded > count / 5, `${loaded} of ${count} were loaded`);
}

function sourceSamples(): Sample[] {
  const cases = existsSync(samplesFolder)
    ? readdirSync(samplesFolder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /(trades|cash_flows)-\d+\.csv$/.test(name))
        .sort()
    : [];
  return [
    ...Object.entries(made).map(([name, text]) => sample(name, text)),
    ...cases.map((name) => sample(name, readFileSync(join(samplesFolder, name), 'utf8'))),
  ];
}

const sample = (name: string, text: string): Sample => ({
  name,
  form: 'csv',
  size: text.length,
  sheet: sheetOf(text, 'csv'),
  read: readSource,
  hasNoIds: false,
  isCalendar: false,
  order: 'day',
  unknown: [],
});

/** Reads rows of trades or bookings by the names of their columns; of one key the last counts. */
function readSource([heading = [], ...rows]: readonly (readonly string[])[]): Figures {
  const read = rows.flatMap((cells): (readonly [key: string, entry: Entry])[] => {
    const cell = (name: string) => cells[heading.indexOf(name)] ?? '';
    const key = `${cell('account_id')} ${cell('ticket')} ${cell('id')}`;
    if (cells.every((text) => text === '')) return [];
    if (!heading.includes('ticket')) {
      const kinds = { adjustment: 'charge', credit: 'credit' } as const;
      const is = kinds[cell('kind') as keyof typeof kinds] ?? 'booked';
      return [[key, { is, amount: amountOf(cell('amount')) }]];
    }
    const amount = amountOf(cell('profit')) + amountOf(cell('commission')) + amountOf(cell('swap'));
    const lots = amountOf(cell('volume'));
    const at = Date.parse(cell('closed_at').replace(/[^Z\d]$|(?<=:\d\d)$/, '$&Z'));
    return [[key, { is: 'trade', amount, lots, at }]];
  });
  return total([...new Map(read).values()]);
}

async function figuresOf(world: World, table: string): Promise<Partial<Figures>> {
  const millionths = (sum: string) => `round(coalesce(${sum}, 0) * 1000000)::bigint`;
  const [row = {}] = await world.rows(
    table === 'trades'
      ? `select count(*) as trades, ${millionths('sum(profit + coalesce(commission, 0) + coalesce(swap, 0))')} as results,
          ${millionths('sum(volume)')} as lots, coalesce(sum(epoch_ms(closed_at)), 0)::bigint as closed from trades`
      : `select ${millionths("sum(amount) filter (kind = 'flow' and amount > 0)")} as deposits,
          ${millionths("sum(amount) filter (kind = 'flow' and amount < 0)")} as withdrawals,
          ${millionths("sum(amount) filter (kind = 'adjustment')")} as charges,
          ${millionths("sum(amount) filter (kind = 'credit')")} as credit from cash_flows`,
  );
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)]));
}
