import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { within } from '../../support/within.ts';
import { load, type Sent, sent } from './sent.ts';
import { type World, withWorld } from './world.ts';

// A trade is late if an owner's source brought it, changed its result, or moved it, more than 72
// hours after it closed. All trades here closed on 2 January 2024 at midnight.
const late = suite('trades that came late');
const inWorld = within(late, withWorld);

const lateOf = async ({ rows }: World) =>
  (await rows('select ticket from trades where came_late order by ticket')).map(({ ticket }) =>
    Number(ticket),
  );

inWorld(
  'are those received more than 72 hours after closing from a source of their owner',
  async (world) => {
    await load(world, 'run-1', [
      sent(1, 5, 'owner_api', 'r1', '2024-01-05T00:00:00Z'),
      sent(2, 5, 'owner_api', 'r1', '2024-01-05T00:00:01Z'),
      sent(3, 5, 'terminal', 'r2', '2024-01-05T00:00:00.001Z'),
      sent(4, 5, 'owner_statement', 'r3', '2024-02-01T00:00:00Z'),
      sent(5, 5, 'broker_api', 'r4', '2024-02-01T00:00:00Z'),
      sent(6, 5, 'operator_file', 'r5'),
    ]);
    assert.equal(await lateOf(world), [2, 3, 4]);
  },
);

inWorld(
  'are those whose result an owner changed later, and no others that came again',
  async (world) => {
    const inTime = '2024-01-02T01:00:00Z';
    await load(
      world,
      'run-1',
      [1, 2, 3, 4].map((ticket) => sent(ticket, 5, 'owner_statement', 'r1', inTime)),
    );
    assert.equal(await lateOf(world), []);
    await load(world, 'run-2', [
      sent(1, 5, 'owner_statement', 'r2', '2024-03-01T00:00:00Z'),
      sent(2, 6, 'owner_statement', 'r2', '2024-03-01T00:00:00Z'),
      sent(3, 7, 'broker_api', 'r3', '2024-03-01T00:00:00Z'),
      // A worse source changes nothing.
      sent(4, 8, 'owner_api', 'r4', '2024-03-01T00:00:00Z'),
    ]);
    assert.equal(await lateOf(world), [2]);
    // To change it back leaves it late.
    await load(world, 'run-3', [sent(2, 5, 'owner_statement', 'r5', '2024-03-02T00:00:00Z')]);
    assert.equal(await lateOf(world), [2]);
  },
);

inWorld('are those that came late even if a better source has them later', async (world) => {
  const received = '2024-02-01T00:00:00Z';
  await load(world, 'run-1', [sent(1, 5, 'owner_statement', 'r1', received)]);
  await load(world, 'run-2', [sent(1, 5, 'broker_api', 'r2', '2024-02-02T00:00:00Z')]);
  assert.equal(await lateOf(world), [1]);
});

const atNight = '2024-01-02T01:00:00Z';

inWorld('are those that an owner moved by more than 72 hours', async (world) => {
  const moved = (ticket: number, closed_at: string, source: Sent['source'], received: string) => {
    const { line, ...row } = sent(ticket, 5, source, received, received);
    return { ...row, line: JSON.stringify({ ...JSON.parse(line), closed_at }) };
  };
  const tickets = [1, 2, 3, 4];
  await load(
    world,
    'run-1',
    tickets.map((ticket) => sent(ticket, 5, 'owner_statement', 'r1', atNight)),
  );
  const received = '2024-01-05T02:00:00Z';
  await load(world, 'run-2', [
    moved(1, '2024-01-05T00:00:01Z', 'owner_statement', received),
    moved(2, '2024-01-01T00:00:00Z', 'owner_statement', received),
    moved(3, '2024-01-05T00:00:00Z', 'owner_statement', received),
    moved(4, '2024-02-01T00:00:00Z', 'broker_api', received),
  ]);
  assert.equal(await lateOf(world), [1]);
});

inWorld('are found among bookings too: by time, amount and kind', async (world) => {
  const flow = (id: string, changes: object, receivedAt: string): Sent => ({
    source: 'owner_api',
    delivery: receivedAt,
    receivedAt,
    table: 'cash_flows',
    line: JSON.stringify({
      account_id: 'MT5:1@X',
      id,
      at: '2024-01-02T00:00:00Z',
      amount: 5,
      ...changes,
    }),
  });
  await load(
    world,
    'run-1',
    ['same', 'amount', 'kind', 'named'].map((id) => flow(id, {}, atNight)),
  );
  const later = '2024-02-01T00:00:00Z';
  await load(world, 'run-2', [
    flow('same', {}, later),
    flow('amount', { amount: 6 }, later),
    flow('kind', { kind: 'adjustment' }, later),
    flow('named', { kind: 'flow' }, later),
    flow('new', {}, later),
  ]);
  const rows = await world.rows('select id from cash_flows where came_late order by id');
  assert.equal(
    rows.map(({ id }) => id),
    ['amount', 'kind', 'new'],
  );
});

const ranks: readonly string[] = sourceNames;

const delivered = fc.record({
  ticket: fc.integer({ min: 1, max: 3 }),
  profit: fc.constantFrom(5, 6),
  source: fc.constantFrom('owner_api', 'owner_statement', 'terminal', 'broker_api' as const),
  hours: fc.nat(60),
});

/** Tells which trades are late, by all that was received so far, one row after another. */
function lateAmong(
  rows: readonly { ticket: number; profit: number; source: string; at: number }[],
) {
  const known = new Map<number, { profit: number; rank: number; isLate: boolean }>();
  for (const { ticket, profit, source, at } of rows) {
    const rank = ranks.indexOf(source);
    const before = known.get(ticket);
    if (before !== undefined && rank > before.rank) continue;
    const isChange = before === undefined || before.profit !== profit;
    const isLate = isChange && source !== 'broker_api' && at > 72;
    known.set(ticket, { profit, rank, isLate: isLate || before?.isLate === true });
  }
  return [...known].flatMap(([ticket, { isLate }]) => (isLate ? [ticket] : [])).sort();
}

late('are the same whether deliveries are loaded one by one or all at once', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(delivered, { minLength: 1, maxLength: 9 }),
      fc.array(fc.boolean(), { minLength: 9, maxLength: 9 }),
      async (some, ends) => {
        let at = 0;
        const rows = some.map(({ hours, ...row }) => {
          at += hours;
          return { ...row, at };
        });
        const runs: Sent[][] = [[]];
        for (const [place, { ticket, profit, source, at: hours }] of rows.entries()) {
          const received = new Date(Date.UTC(2024, 0, 2, hours)).toISOString();
          runs.at(-1)?.push(sent(ticket, profit, source, `r${place}`, received));
          if (ends[place]) runs.push([]);
        }
        await withWorld(async (world) => {
          for (const [run, lines] of runs.entries()) await load(world, `run-${run}`, lines);
          assert.equal(await lateOf(world), lateAmong(rows), JSON.stringify(runs));
        });
      },
    ),
    { numRuns: 20, seed: 1 },
  ),
);

late.run();
