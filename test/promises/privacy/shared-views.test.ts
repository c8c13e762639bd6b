import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { type Database, openDatabase } from '../../../pipeline/duckdb/database.ts';
import { sharedViews } from '../../../pipeline/duckdb/views.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { hidables } from '../../../pipeline/registry/words.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { neutralise } from '../../../server/accounts/privacy.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import { openServer } from '../../server/open-server.ts';
import { isInFull } from '../../support/in-full.ts';
import { runAt } from '../../support/run-at.ts';
import { whileOpen } from '../../support/while-open.ts';
import { flatAnswers, readFlat } from './flat.ts';
import { type Entry, type HidingWorld, hidingWorld } from './hiding-world.ts';
import { clock, type PublishedWorld, publishHiding } from './published-world.ts';
import { pick, type Random, randomFrom, someNames, someOf } from './random.ts';
import { comparedViews, inColumns, readAnswers, readViews, type SharedRows } from './shared.ts';

const shared = suite<{ published: PublishedWorld }>('shared views');

const seed = 22;
const views = comparedViews;
/** Number of rounds of decisions, each with a run. */
const rounds = isInFull ? 5 : 2;

shared.before(async (context) => {
  context.published = await publishHiding(withBadges(hidingWorld(seed, 14)));
});

shared.after(({ published }) => published.remove());

/** Calls the work with the warehouse as a researcher opens it. */
async function inWarehouse<Result>(
  { dataDir }: Pick<PublishedWorld, 'dataDir'>,
  work: (database: Database) => Promise<Result>,
): Promise<Result> {
  return whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(`attach '${dataDir.warehouse}' as warehouse (read_only)`);
    await database.run('use warehouse');
    return await work(database);
  });
}

/** Views with a row for each entry of a list. */
const flatViews = sharedViews.filter((view) => !views.includes(view)).toSorted();

/** Gives badges to accounts and portfolios, published or not, in every combination. */
const withBadges = ({ parts, portfolios, ...world }: HidingWorld): HidingWorld => {
  const badged = <Part extends Entry | null>(entry: Part, at: number): Part =>
    entry && { ...entry, verified: { identity: at % 2 === 0, track_record: at % 3 === 0 } };
  return {
    ...world,
    parts: parts.map((part, at) => ({ ...part, entry: badged(part.entry, at) })),
    portfolios: portfolios.map((entry, at) => badged(entry, at)),
  };
};

const viewsOf = (published: PublishedWorld): Promise<SharedRows> =>
  inWarehouse(published, (database) => readViews(database, views));

/** Requests every slug with a stranger's key for public data. */
async function answersOf({ dataDir, keys, world }: PublishedWorld): Promise<SharedRows> {
  return whileOpen(openServer({ dataDir, clock, log: silentLog }), async (server) => {
    const slugs = entriesOf(world).map(({ slug }) => slug);
    return await readAnswers(
      async (caller, url) => {
        const headers = { authorization: `Bearer ${keys.get(caller)}` };
        const response = await server.app.inject({ url, headers });
        return { status: response.statusCode, body: response.json() };
      },
      'publicOnly',
      slugs,
    );
  });
}

const entriesOf = ({ parts, portfolios }: HidingWorld): Entry[] => [
  ...parts.flatMap(({ entry }) => entry ?? []),
  ...portfolios,
];

/** Makes new decisions for an owner: what is hidden, whether it is published, and the members. */
function decideAnew(entry: Entry, random: Random): Entry {
  const hide = pick(random, [[], [], someNames(random, hidables), [pick(random, hidables)]]);
  const published = random() < 0.7;
  const verified = { identity: random() < 0.5, track_record: random() < 0.5 };
  if (entry.type === 'account') return { ...entry, hide, published, verified };
  const left = someOf(random, entry.members ?? []);
  const members = left.length > 0 ? left : (entry.members ?? []);
  return { ...entry, hide, published, verified, members };
}

async function decide({ dataDir }: PublishedWorld, accounts: readonly Entry[]): Promise<RunResult> {
  return whileOpen(openRegistry({ dataDir, clock }), async (registry) => {
    await applyRegistry(registry, { accounts });
    return await runAt(clock(), { dataDir, registry });
  });
}

shared('hold what a stranger with a key reads, and nothing else', async ({ published }) => {
  const expected = await answersOf(published);
  for (const list of ['shared_trades', 'shared_positions']) {
    const types = new Set((expected[list] ?? []).map(({ type }) => type));
    assert.equal([...types].sort(), ['account', 'portfolio'], list);
  }
  const facts = expected.shared_summary ?? [];
  assert.ok(facts.length < entriesOf(published.world).length);
  assert.ok(facts.some(({ currency }) => currency === null));
  assert.ok(facts.some(({ history_cut_at }) => history_cut_at !== null));
  assert.equal(await viewsOf(published), expected);
  const flat = await inWarehouse(published, readFlat);
  assert.equal(Object.keys(flat).sort(), flatViews);
  assert.equal(flat, flatAnswers(expected));
  for (const [view, rows] of Object.entries(flat)) assert.ok(rows.length > 0, view);
});

shared('have no row that the view of all accounts lacks', async ({ published }) => {
  await inWarehouse(published, async (database) => {
    for (const view of flatViews) {
      const [lacking] = await database.rows(
        `select slug, count(*) as rows from ${view} inner join shown_subjects using (slug, type)
        group by slug, shown_subjects.subject_id
        having count(*) > (
          select count(*) from ${view.slice('shared_'.length)} as every
          where every.subject_id = shown_subjects.subject_id)
        limit 1`,
      );
      assert.is(lacking, undefined, view);
    }
  });
});

shared('show values that follow from a trade', async ({ published }) => {
  const answers = await answersOf(published);
  const of = (view: string, slug: string) =>
    (answers[view] ?? []).find((row) => row.slug === slug) ?? {};
  const { trades, pips } = await inWarehouse(published, async (database) => ({
    trades: await database.rows(`select slug, currency, duration_seconds,
      epoch_ms(closed_at) - epoch_ms(opened_at) as milliseconds from shared_trades`),
    pips: await database.rows(`select slug, symbol, sum(pips) as pips, count(*)::int as trades
      from shared_trades group by all`),
  }));
  assert.ok(trades.length > 20);
  for (const { slug, currency, duration_seconds, milliseconds } of trades) {
    assert.is(currency, of('shared_summary', String(slug)).currency);
    assert.is(duration_seconds, Number(milliseconds) / 1000);
  }
  let compared = 0;
  for (const { slug, symbol, pips: sum, trades: listed } of pips) {
    const entry = of('shared_by_symbol', String(slug)).value?.[String(symbol)];
    // Lists leave out fields that members hide.
    if (entry?.total.trades !== listed || entry.total.pips === null) continue;
    compared += 1;
    assert.ok(Math.abs(Number(sum) - Number(entry.total.pips)) <= 0.0501, `${slug} ${symbol}`);
  }
  assert.ok(compared > 0);
});

shared('follow whatever owners decide with the next run', async ({ published }) => {
  const random = randomFrom(seed);
  const before = new Set([JSON.stringify(await viewsOf(published))]);
  for (let round = 0; round < rounds; round += 1) {
    await decide(
      published,
      entriesOf(published.world).map((entry) => decideAnew(entry, random)),
    );
    const expected = await answersOf(published);
    assert.equal(await viewsOf(published), expected, `round ${round}`);
    before.add(JSON.stringify(expected));
  }
  assert.is(before.size, 1 + rounds, 'every round shows other things');
});

shared('need no computation if only visibility changed', async ({ published }) => {
  const open = entriesOf(published.world).map((entry): Entry => {
    return { ...entry, published: true, hide: [] };
  });
  await decide(published, open);
  const [first, ...others] = open;
  if (first === undefined) throw new Error('a world without accounts');
  for (const change of [{ hide: hidables }, { published: false }, { published: true }]) {
    const { accountsComputed, isNew } = await decide(published, [
      { ...first, ...change },
      ...others,
    ]);
    assert.equal([accountsComputed, isNew], [0, false]);
    assert.equal(await viewsOf(published), await answersOf(published), JSON.stringify(change));
  }
});

shared('hide by each flag what the rules of the API say', ({ published }) =>
  whileOpen(openDatabase(':memory:', { threads: 1 }), async (database) => {
    await database.run(`attach '${published.dataDir.warehouse}' as published (read_only);
      copy from database published to memory;
      detach published`);
    const hideAll = (flags: readonly string[]) =>
      database.run(
        `update shown_subjects set hidden = $flags::varchar[];
        update shown_members set hidden = $flags::varchar[]`.replaceAll(
          '$flags',
          `['${flags.join("', '")}']`,
        ),
      );
    await hideAll(['none']);
    const open = await readViews(database, views);
    for (const flag of hidables) {
      await hideAll([flag]);
      const hidden = await readViews(database, views);
      assert.equal(await readFlat(database), flatAnswers(hidden), `lists without ${flag}`);
      for (const section of sectionNames) {
        const neutral = (open[`shared_${section}`] ?? []).map((row) => {
          const text = neutralise(section, JSON.stringify(row.value), new Set([flag]));
          return { ...row, value: inColumns(section, JSON.parse(text)) };
        });
        assert.equal(hidden[`shared_${section}`], neutral, `${section} without ${flag}`);
      }
      for (const [list, resource] of [
        ['trades', 'trade'],
        ['positions', 'position'],
      ] as const) {
        const neutral = (open[`shared_${list}`] ?? []).map((row) =>
          JSON.parse(neutralise(resource, JSON.stringify(row), new Set([flag]))),
        );
        assert.equal(hidden[`shared_${list}`], neutral, `${list} without ${flag}`);
      }
    }
  }),
);

shared('have instants and dates as such, and the same of what is hidden', async ({ published }) => {
  const types = await inWarehouse(published, async (database) => {
    const [row] = await database.rows(`select
      any_value(typeof(created_at)) as created_at, any_value(typeof(updated_at)) as updated_at,
      any_value(typeof(performance.since)) as since,
      (select any_value(typeof(best_day.date)) from shared_advanced) as best_day,
      (select any_value(typeof(best_trade_profit.date)) from shared_advanced) as best_trade,
      (select any_value(typeof(trades.at)) from shared_exposure) as most_at,
      (select any_value(typeof(found_at)) from shared_restatements) as found_at
    from shared_summary`);
    return row;
  });
  const instant = 'TIMESTAMP WITH TIME ZONE';
  assert.equal(types, {
    created_at: instant,
    updated_at: instant,
    since: 'DATE',
    best_day: 'DATE',
    best_trade: instant,
    most_at: instant,
    found_at: instant,
  });
});

shared.run();
