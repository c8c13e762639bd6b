import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import { within } from '../../support/within.ts';
import { load, type Sent, sent } from './sent.ts';
import { type World, withWorld } from './world.ts';

const sources = suite('sources of rows');
const inWorld = within(sources, withWorld);

const header =
  'account_id,ticket,symbol,side,volume,open_price,close_price,opened_at,closed_at,profit';
const csvRow = (ticket: number, profit: number) =>
  `MT5:1@X,${ticket},EURUSD,buy,1,1.1,1.2,2024-01-01T00:00:00Z,2024-01-02T00:00:00Z,${profit}`;

const standing = async ({ rows }: World) =>
  (
    await rows(`select ticket, profit::integer as profit, source, delivery, first_source, first_delivery
      from trades order by ticket`)
  ).map((row) => Object.values(row).join(' '));

const overruled = async ({ rows }: World) =>
  (
    await rows(`select ticket, profit::integer as profit, source, delivery
      from overruled_trades order by ticket, source`)
  ).map((row) => Object.values(row).join(' '));

inWorld('are those of the delivery, never of a column in a file', async (world) => {
  world.put({
    'trades.csv': `${header},source,delivery,first_source\n${csvRow(1, 5)},broker_api,b1,broker_api\n`,
  });
  await load(world, 'run-1', [sent(2, 7, 'owner_api', 'r2')]);
  assert.equal(await standing(world), [
    '1 5 operator_file run-1 operator_file run-1',
    '2 7 owner_api r2 owner_api r2',
  ]);
});

inWorld('decide which values count, whatever comes first', async (world) => {
  const steps = [
    [sent(1, 1, 'owner_api', 'r1')],
    [sent(1, 2, 'broker_api', 'r2')],
    [sent(1, 3, 'terminal', 'r3')],
  ];
  for (const [at, lines] of steps.entries()) {
    assert.is(await load(world, `run-${at}`, lines), 1, `step ${at}`);
  }
  const expected = ['1 2 broker_api r2 owner_api r1'];
  assert.equal(await standing(world), expected);
  assert.equal(await overruled(world), ['1 1 owner_api r1', '1 3 terminal r3']);
  // The newest row of a lesser source replaces its own earlier values.
  await load(world, 'run-4', [sent(1, 9, 'owner_api', 'r4')]);
  assert.equal(await standing(world), expected);
  assert.equal(await overruled(world), ['1 9 owner_api r4', '1 3 terminal r3']);
  // A source may correct its own values.
  await load(world, 'run-5', [sent(1, 4, 'broker_api', 'r5')]);
  assert.equal(await standing(world), ['1 4 broker_api r5 owner_api r1']);
});

inWorld('count the same if all come in one load', async (world) => {
  world.put({ 'trades.csv': `${header}\n${csvRow(1, 6)}\n${csvRow(3, 8)}\n` });
  await load(world, 'run-1', [
    sent(1, 2, 'broker_api', 'r2'),
    sent(1, 3, 'terminal', 'r3'),
    sent(1, 1, 'owner_api', 'r1'),
    sent(2, 1, 'owner_api', 'r1'),
    sent(2, 5, 'owner_api', 'r4'),
  ]);
  assert.equal(
    (await standing(world)).map((row) => row.split(' ').slice(0, 4).join(' ')),
    ['1 2 broker_api r2', '2 5 owner_api r4', '3 8 operator_file run-1'],
  );
  assert.equal(await overruled(world), [
    '1 6 operator_file run-1',
    '1 1 owner_api r1',
    '1 3 terminal r3',
  ]);
});

inWorld(
  'improve if a better source confirms the same values, and never get worse',
  async (world) => {
    await load(world, 'run-1', [sent(1, 5, 'terminal', 'r1')]);
    assert.is(await load(world, 'run-2', [sent(1, 5, 'terminal', 'r2')]), 0);
    assert.equal(await standing(world), ['1 5 terminal r1 terminal r1']);
    assert.is(await load(world, 'run-3', [sent(1, 5, 'broker_api', 'r3')]), 1);
    assert.equal(await standing(world), ['1 5 broker_api r3 terminal r1']);
    assert.equal(await overruled(world), ['1 5 terminal r1']);
  },
);

/** Makes an equity report of a delivery, which claims a better source than it has. */
const equity = (day: number, amount: number, source: Sent['source']): Sent => ({
  table: 'equity',
  source,
  delivery: 'r',
  line: JSON.stringify({
    account_id: 'MT5:1@X',
    at: `2024-01-0${day}T00:00:00Z`,
    balance: 1,
    equity: amount,
    data_source: 'broker_api',
  }),
});

const reported = async ({ rows }: World) =>
  (
    await rows(
      'select day("at") as day, equity::integer as equity, data_source from equity order by 1',
    )
  ).map((row) => Object.values(row).join(' '));

inWorld(
  'keep an equity report of a better source, in one load and one after another',
  async (world) => {
    const sent = [equity(1, 5, 'terminal'), equity(1, 9, 'owner_api'), equity(2, 8, 'owner_api')];
    assert.is(await load(world, 'run-1', sent), 1);
    assert.equal(await reported(world), ['1 5 terminal', '2 8 owner_api']);
    assert.is(await load(world, 'run-2', [equity(1, 7, 'owner_api')]), 0);
    assert.equal(await reported(world), ['1 5 terminal', '2 8 owner_api']);
    // The source itself may correct its report, and a better one confirm or replace it.
    const later = [equity(1, 6, 'terminal'), equity(2, 8, 'broker_api')];
    assert.is(await load(world, 'run-3', later), 1);
    assert.equal(await reported(world), ['1 6 terminal', '2 8 broker_api']);
  },
);

const delivered = fc.record({
  ticket: fc.integer({ min: 1, max: 3 }),
  profit: fc.constantFrom(5, 6),
  source: fc.constantFrom('owner_api', 'owner_statement', 'terminal', 'broker_api' as const),
  endsLoad: fc.boolean(),
});

type Delivered = Pick<Sent, 'source'> & { readonly ticket: number; readonly profit: number };

/** Newest row of each source by ticket, the best source first. */
function newestOf(rows: readonly Delivered[]) {
  const newest = new Map(rows.map((row) => [`${row.ticket} ${row.source}`, row]));
  return [...newest.values()].sort(
    (a, b) => a.ticket - b.ticket || sourceNames.indexOf(a.source) - sourceNames.indexOf(b.source),
  );
}

const text = ({ ticket, profit, source }: Delivered) => `${ticket} ${profit} ${source}`;

sources('count in any order and number of loads, of which each changes what is new', () =>
  fc.assert(
    fc.asyncProperty(fc.array(delivered, { minLength: 1, maxLength: 12 }), (rows) =>
      withWorld(async (world) => {
        let [from, before] = [0, '[]'];
        for (const [at, { endsLoad }] of rows.entries()) {
          if (!endsLoad && at < rows.length - 1) continue;
          const lines = rows.slice(from, at + 1).map(({ ticket, profit, source }, place) => {
            return sent(ticket, profit, source, `r${from + place}`);
          });
          from = at + 1;
          const touched = await load(world, `run-${at}`, lines);
          const newest = newestOf(rows.slice(0, from));
          const best = newest.filter(({ ticket }, place) => newest[place - 1]?.ticket !== ticket);
          const columns = 'select ticket, profit::integer as profit, source';
          const stored = await world.rows(`${columns} from trades order by ticket`);
          const lesser = await world.rows(`${columns} from overruled_trades`);
          const expected = newest.filter((row) => !best.includes(row)).map(text);
          const found = (some: typeof stored) => some.map((row) => Object.values(row).join(' '));
          assert.equal(found(stored), best.map(text));
          assert.equal(found(lesser).sort(), expected.sort());
          assert.is(touched, JSON.stringify(newest.map(text)) === before ? 0 : 1);
          before = JSON.stringify(newest.map(text));
        }
      }),
    ),
    { numRuns: 8, seed: 1 },
  ),
);

sources.run();
