import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import {
  account,
  type Desk,
  idOf,
  openDesk,
  registeredAccount,
  registeredPortfolio,
  tamper,
  trade,
  withDesk,
} from '../../pipeline/desk.ts';
import { Stories } from '../../support/stories.ts';
import { partsOf } from './world.ts';

const keeping = suite('what those held back keep');

const tooMany = { profit: '100000000.12345678' };
const heldIds = async (run: Promise<Pick<RunResult, 'heldBack'>>, ids?: readonly string[]) =>
  (await run).heldBack.map(({ id }) => id).filter((id) => ids?.includes(id) ?? true);

/** Publishes accounts with a trade each, and portfolios of some. */
async function publishSome(desk: Desk): Promise<void> {
  const names = ['a', 'b', 'cut', 'm'];
  desk.write(
    'accounts.csv',
    names.map((name) => account(name)),
  );
  desk.write('trades.csv', [
    trade('a', 1, { opened_at: '2024-06-01T08:00:00Z', closed_at: '2024-06-01T09:00:00Z' }),
    trade('a', 2),
    ...['b', 'cut', 'm'].map((name) => trade(name, 1)),
  ]);
  desk.registered.push(...names.map((name) => registeredAccount(name)));
  desk.registered.push(registeredPortfolio('both', ['a', 'b']), registeredPortfolio('one', ['b']));
  desk.registered.push(registeredPortfolio('of-cut', ['cut', 'm']));
  await desk.run();
}

/** Options of the runs of the stories. */
const asOf = new Date('2024-06-15T12:00:00Z');
const runs = [
  { asOf: new Date('2024-06-14T12:00:00Z') },
  ...[false, false, false, true].map((rebuild) => ({ asOf, rebuild })),
];
const stories = new Stories<Desk, RunResult>(
  keeping,
  async () => {
    const desk = await openDesk();
    await publishSome(desk);
    return desk;
  },
  (desk) => desk.run(runs.shift()),
);

const isWhole = async ({ dataDir }: Desk) => {
  const { faults, behind } = await verifySnapshot(dataDir, {});
  assert.equal([faults, behind], [[], null]);
};

stories.add(
  'accounts recover in the next run once bad rows are removed, in any way',
  async (desk, nextRun) => {
    const ids = [idOf('m'), idOf('n'), 'portfolio:new'];
    desk.write('accounts-n.csv', [account('n')]);
    desk.write('trades-n-1.csv', [trade('n', 1), trade('n', 2)]);
    desk.write('trades-n-2.csv', [trade('n', 3, tooMany)]);
    desk.registered.push(registeredAccount('n'), registeredPortfolio('new', ['m', 'n']));
    assert.equal(await heldIds(nextRun(), ids), [idOf('n'), 'portfolio:new']);
    assert.is(partsOf(desk, idOf('n')), undefined, 'nothing was published of it');
    await isWhole(desk);
    await tamper(
      desk.dataDir.working,
      `delete from trades where account_id = '${idOf('n')}' and ticket = '3'`,
    );
    const removed = await nextRun();
    assert.equal(await heldIds(Promise.resolve(removed), ids), []);
    assert.is(removed.accountsComputed, 2, 'no other is computed well in this run');
    assert.is(desk.part(idOf('n'), 'advanced').total_trades, 2);

    desk.write('trades-n-3.csv', [trade('n', 4, tooMany)]);
    assert.equal(await heldIds(nextRun(), ids), [idOf('n'), 'portfolio:new']);
    assert.is(desk.part('portfolio:new', 'advanced').total_trades, 3);
    // The last run rebuilds everything.
    await nextRun();
    desk.write('trades-n-2.csv', [trade('n', 3)]);
    desk.write('trades-n-3.csv', []);
    assert.equal(await heldIds(nextRun(), ids), []);
    assert.is(desk.part(idOf('n'), 'advanced').total_trades, 3);
    await isWhole(desk);
  },
);

stories.add(
  'an account that gets better next to one that gets worse loses no change',
  async (desk, nextRun) => {
    const ids = [idOf('a'), idOf('b'), 'portfolio:both', 'portfolio:one'];
    /** Returns which run the kept figures are from, until there are newer ones. */
    const instants = () =>
      [idOf('a'), idOf('b')].map((id) =>
        desk.read((snapshot) => snapshot.entry(id)?.as_of ?? null),
      );
    assert.equal(instants(), [null, null]);
    desk.write('trades-2.csv', [trade('a', 3, tooMany), trade('b', 2)]);
    assert.equal(await heldIds(nextRun(), ids), [idOf('a'), 'portfolio:both']);
    assert.equal(instants(), ['2024-06-12T12:00:00.000Z', null]);
    desk.write('trades-3.csv', [trade('a', 4), trade('b', 2, tooMany)]);
    assert.equal(await heldIds(nextRun(), ids), ids);
    assert.equal(instants(), ['2024-06-12T12:00:00.000Z', '2024-06-14T12:00:00.000Z']);
    desk.write('trades-4.csv', [trade('a', 3)]);
    assert.equal(await heldIds(nextRun(), ids), [idOf('b'), 'portfolio:both', 'portfolio:one']);
    assert.equal(instants(), [null, '2024-06-14T12:00:00.000Z']);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 4, 'with what came meanwhile');
    assert.is(desk.part(idOf('b'), 'advanced').total_trades, 2);
    assert.is(desk.part('portfolio:both', 'advanced').total_trades, 3);
    desk.write('trades-5.csv', [trade('b', 2)]);
    assert.equal(await heldIds(nextRun(), ids), []);
    assert.equal(instants(), [null, null]);
    assert.is(desk.part('portfolio:both', 'advanced').total_trades, 6);
    await isWhole(desk);
  },
);

stories.add(
  'nothing that an owner cut off stays in the version or in the marts',
  async (desk, nextRun) => {
    const ids = [idOf('cut'), 'portfolio:of-cut'];
    desk.write('trades-cut.csv', [trade('cut', 3, tooMany)]);
    const at = desk.registered.findIndex(({ slug }) => slug === 'cut');
    desk.registered[at] = registeredAccount('cut', { history_cut_at: '2024-06-02' });
    const { heldBack } = await nextRun();
    assert.equal(
      heldBack.filter(({ id }) => ids.includes(id)).map(({ id, isPublished }) => [id, isPublished]),
      ids.map((id) => [id, false]),
    );
    assert.equal(
      ids.map((id) => partsOf(desk, id)),
      [undefined, undefined],
    );
    const subjects = await desk.warehouse('select subject_id from twr order by all');
    // Others that are held back were published, and keep their figures.
    assert.equal(
      subjects.map(({ subject_id }) => subject_id),
      ['', ...['a', 'b', 'm'].map(idOf), 'portfolio:both', 'portfolio:one'],
    );
    await isWhole(desk);
  },
);

/** Makes a log that stops the run at a message. */
const endingAt = (message: string, count = 1): Log => {
  let left = count;
  return {
    ...silentLog,
    debug(said) {
      if (said !== message) return;
      left -= 1;
      if (left === 0) throw new Error('broke off');
    },
  };
};

keeping(
  'an account that cannot be computed at all is found by halves, with the words of DuckDB',
  () =>
    withDesk(async (desk) => {
      desk.write('accounts.csv', [account('near'), account('far', { currency: 'EUR' })]);
      desk.write('trades.csv', [trade('near', 1), trade('far', 1)]);
      desk.write('equity.csv', [
        { account_id: idOf('far'), at: '2024-06-04T00:00:00Z', balance: 1, equity: 1000 },
      ]);
      desk.write('fx_rates.csv', [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
      desk.registered.push(
        ...['near', 'far'].map((name) => registeredAccount(name)),
        registeredPortfolio('both', ['far', 'near']),
        registeredPortfolio('nearby', ['near']),
      );
      await desk.run();
      // A rate that is in no file any more.
      await tamper(
        desk.dataDir.working,
        `update fx_rates set rate = 1e306; update computed set input = null`,
      );
      const computed: number[] = [];
      const halved: unknown[] = [];
      const log: Log = {
        ...silentLog,
        debug: (said, fields) => {
          if (said === 'computing') computed.push(Number(fields?.accounts));
        },
        warn: (said, fields) => {
          if (said === 'computing a chunk in halves') halved.push(fields?.accounts);
        },
      };
      const { heldBack } = await desk.run({ sources: [], log });
      assert.is(heldBack.length, 1);
      assert.equal([heldBack[0]?.id, heldBack[0]?.check], ['portfolio:both', 'statistics']);
      assert.match(
        heldBack[0] ? inEnglish(heldBack[0].reason) : '',
        /^(Conversion|Out of Range) Error: [^\n]+$/,
      );
      assert.equal(computed.slice(0, 3), [4, 2, 2], 'halves, the first of which is well');
      assert.equal(halved, [4, 2], 'the operator is told');
      assert.is(desk.part('portfolio:nearby', 'advanced').total_trades, 1);
      await isWhole(desk);
      await tamper(desk.dataDir.working, 'update fx_rates set rate = 1.2');
      assert.equal(await heldIds(desk.run({ sources: [] })), []);
      await isWhole(desk);
    }),
);

stories.addAfterAll(
  'a killed run owes researchers a copy, and gives an account held back no figures',
  async (desk) => {
    const ids = [idOf('a'), 'portfolio:both'];
    const before = currentVersion(desk.dataDir);
    desk.write('trades-6.csv', [trade('a', 5)]);
    const killed = desk.run({ asOf, log: endingAt('copying the warehouse') });
    assert.is(await killed.catch(String), 'Error: broke off');
    const isBehind = async () => {
      const { behind, faults } = await verifySnapshot(desk.dataDir, {});
      assert.equal(faults, []);
      assert.match(behind ?? '', `warehouse.duckdb still belongs to version ${before}`);
    };
    await isBehind();
    desk.write('trades-7.csv', [trade('a', 6)]);
    // By then the account is computed, and its portfolio is not.
    const again = desk.run({ asOf, chunkTrades: 1, log: endingAt('computing', 3) });
    assert.is(await again.catch(String), 'Error: broke off');
    await isBehind();

    desk.write('trades-8.csv', [trade('a', 7, tooMany)]);
    assert.equal(await heldIds(desk.run({ asOf }), ids), ids);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 5);
    const [mart] = await desk.warehouse(
      `select count(*) as rows from advanced where subject_id = '${idOf('a')}'`,
    );
    assert.is(mart?.rows, '0', 'rather none than those that were never published');
    await isWhole(desk);
    desk.write('trades-8.csv', [trade('a', 7)]);
    assert.equal(await heldIds(desk.run({ asOf }), ids), []);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 7);
    await isWhole(desk);
  },
);

keeping.run();
