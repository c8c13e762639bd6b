import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { openDatabase } from '../../../pipeline/duckdb/database.ts';
import { currentVersion } from '../../../pipeline/publish/snapshot/publish.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import {
  account,
  type Desk,
  idOf,
  preparedDesk,
  registeredAccount,
  registeredPortfolio,
  tamper,
  trade,
  withDesk,
} from '../../pipeline/desk.ts';
import { partsOf } from './world.ts';

const keeping = suite('what those held back keep');

const tooMany = { profit: '100000000.12345678' };
const heldIds = async (run: Promise<{ heldBack: readonly { id: string }[] }>) =>
  (await run).heldBack.map(({ id }) => id);

/** Publishes two accounts and a portfolio of one of them. */
function writeTwo(desk: Desk): void {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [
    trade('a', 1, { opened_at: '2024-06-01T08:00:00Z', closed_at: '2024-06-01T09:00:00Z' }),
    trade('a', 2),
    trade('b', 1),
  ]);
  desk.registered.push(registeredAccount('a'), registeredAccount('b'));
  desk.registered.push(registeredPortfolio('both', ['a', 'b']), registeredPortfolio('one', ['b']));
}

const withPublished = preparedDesk((desk) => {
  writeTwo(desk);
  return desk.run();
});

const isWhole = async ({ dataDir }: Desk) => {
  const { faults, behind } = await verifySnapshot(dataDir, {});
  assert.equal([faults, behind], [[], null]);
};

keeping('accounts recover in the next run once bad rows are removed, in any way', () =>
  withDesk(async (desk) => {
    writeTwo(desk);
    desk.write('trades-2.csv', [trade('a', 3, tooMany)]);
    assert.equal(await heldIds(desk.run()), [idOf('a'), 'portfolio:both']);
    assert.is(partsOf(desk, idOf('a')), undefined, 'nothing was published of it');
    await isWhole(desk);
    await tamper(desk.dataDir.working, "delete from trades where ticket = '3'");
    const removed = await desk.run({ sources: [] });
    assert.equal([removed.heldBack, removed.accountsComputed], [[], 2]);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 2);

    desk.write('trades-3.csv', [trade('a', 4, tooMany)]);
    assert.equal(await heldIds(desk.run()), [idOf('a'), 'portfolio:both']);
    assert.is(desk.part('portfolio:both', 'advanced').total_trades, 3);
    desk.write('trades-2.csv', [trade('a', 3)]);
    desk.write('trades-3.csv', []);
    assert.equal(await heldIds(desk.run({ rebuild: true })), []);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 3);
    await isWhole(desk);
  }),
);

keeping('an account that gets better next to one that gets worse loses no change', () =>
  withPublished(async (desk) => {
    const asOfNoon = (day: number) => ({ asOf: new Date(Date.UTC(2024, 5, day, 12)) });
    /** Returns which run the kept figures are from, until there are newer ones. */
    const instants = () =>
      [idOf('a'), idOf('b')].map((id) =>
        desk.read((snapshot) => snapshot.entry(id)?.as_of ?? null),
      );
    assert.equal(instants(), [null, null]);
    desk.write('trades-2.csv', [trade('a', 3, tooMany), trade('b', 2)]);
    assert.equal(await heldIds(desk.run(asOfNoon(14))), [idOf('a'), 'portfolio:both']);
    assert.equal(instants(), ['2024-06-12T12:00:00.000Z', null]);
    desk.write('trades-3.csv', [trade('a', 4), trade('b', 2, tooMany)]);
    assert.equal(await heldIds(desk.run(asOfNoon(15))), [
      idOf('a'),
      idOf('b'),
      'portfolio:both',
      'portfolio:one',
    ]);
    assert.equal(instants(), ['2024-06-12T12:00:00.000Z', '2024-06-14T12:00:00.000Z']);
    desk.write('trades-4.csv', [trade('a', 3)]);
    assert.equal(await heldIds(desk.run(asOfNoon(15))), [
      idOf('b'),
      'portfolio:both',
      'portfolio:one',
    ]);
    assert.equal(instants(), [null, '2024-06-14T12:00:00.000Z']);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 4, 'with what came meanwhile');
    assert.is(desk.part(idOf('b'), 'advanced').total_trades, 2);
    assert.is(desk.part('portfolio:both', 'advanced').total_trades, 3);
    desk.write('trades-5.csv', [trade('b', 2)]);
    assert.equal(await heldIds(desk.run(asOfNoon(15))), []);
    assert.equal(instants(), [null, null]);
    assert.is(desk.part('portfolio:both', 'advanced').total_trades, 6);
    await isWhole(desk);
  }),
);

keeping('nothing that an owner cut off stays in the version or in the marts', () =>
  withPublished(async (desk) => {
    desk.write('trades-2.csv', [trade('a', 3, tooMany)]);
    desk.registered[0] = registeredAccount('a', { history_cut_at: '2024-06-02' });
    const { heldBack } = await desk.run();
    assert.equal(
      heldBack.map(({ id, isPublished }) => [id, isPublished]),
      [
        [idOf('a'), false],
        ['portfolio:both', false],
      ],
    );
    assert.equal(
      [partsOf(desk, idOf('a')), partsOf(desk, 'portfolio:both')],
      [undefined, undefined],
    );
    const subjects = await desk.warehouse('select subject_id from twr order by all');
    assert.equal(
      subjects.map(({ subject_id }) => subject_id),
      ['', idOf('b'), 'portfolio:one'],
    );
    await isWhole(desk);
  }),
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

keeping('figures of a run that was killed are never those of an account held back', () =>
  withPublished(async (desk) => {
    desk.write('trades-2.csv', [trade('a', 3)]);
    const broken = desk.run({ chunkTrades: 1, log: endingAt('computing', 2) });
    assert.is(await broken.catch(String), 'Error: broke off');
    desk.write('trades-3.csv', [trade('a', 4, tooMany)]);
    assert.equal(await heldIds(desk.run()), [idOf('a'), 'portfolio:both']);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 2);
    const [mart] = await desk.warehouse(
      `select count(*) as rows from advanced where subject_id = '${idOf('a')}'`,
    );
    assert.is(mart?.rows, '0', 'rather none than those that were never published');
    await isWhole(desk);
    desk.write('trades-3.csv', [trade('a', 4)]);
    assert.equal(await heldIds(desk.run()), []);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 4);
    await isWhole(desk);
  }),
);

keeping(
  'an account that cannot be computed at all is found by halves, with the words of DuckDB',
  () =>
    withDesk(async (desk) => {
      const names = Array.from({ length: 13 }, (_, at) => `n${at}`);
      desk.write('accounts.csv', [
        ...names.map((name) => account(name)),
        account('far', { currency: 'EUR' }),
      ]);
      desk.write(
        'trades.csv',
        [...names, 'far'].map((name, at) => trade(name, at)),
      );
      desk.write('equity.csv', [
        { account_id: idOf('far'), at: '2024-06-04T00:00:00Z', balance: 1, equity: 1000 },
      ]);
      desk.write('fx_rates.csv', [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
      desk.registered.push(...[...names, 'far'].map((name) => registeredAccount(name)));
      desk.registered.push(registeredPortfolio('afar', ['far', 'n1']));
      desk.registered.push(registeredPortfolio('near', ['n1', 'n2']));
      await desk.run();
      // A rate that is in no file any more.
      await tamper(
        desk.dataDir.working,
        `update fx_rates set rate = 1e306; insert into pending_changes values ('symbols', null)`,
      );
      const computed: number[] = [];
      const log: Log = {
        ...silentLog,
        debug: (said, fields) => {
          if (said === 'computing') computed.push(Number(fields?.accounts));
        },
      };
      const { heldBack } = await desk.run({ sources: [], log });
      assert.is(heldBack.length, 1);
      assert.equal([heldBack[0]?.id, heldBack[0]?.check], ['portfolio:afar', 'statistics']);
      assert.match(
        heldBack[0] ? inEnglish(heldBack[0].reason) : '',
        /^(Conversion|Out of Range) Error: [^\n]+$/,
      );
      assert.equal(computed.slice(0, 3), [16, 8, 8], 'halves, the first of which is well');
      assert.is(desk.part('portfolio:near', 'advanced').total_trades, 2);
      await isWhole(desk);
      await tamper(desk.dataDir.working, 'update fx_rates set rate = 1.2');
      assert.equal(await heldIds(desk.run({ sources: [] })), []);
      await isWhole(desk);
    }),
);

keeping('the copy that a killed run owes researchers is made before anything else', () =>
  withPublished(async (desk) => {
    desk.write('trades-2.csv', [trade('a', 3)]);
    const killed = desk.run({ log: endingAt('copying the warehouse') });
    assert.is(await killed.catch(String), 'Error: broke off');
    const { behind, faults } = await verifySnapshot(desk.dataDir, {});
    assert.equal(faults, []);
    assert.match(behind ?? '', /warehouse\.duckdb still belongs to version 000001-/);
    desk.write('trades-3.csv', [trade('a', 4)]);
    const again = desk.run({ log: endingAt('computing') });
    assert.is(await again.catch(String), 'Error: broke off');
    await isWhole(desk);
    const { warehouse } = desk.dataDir;
    const database = await openDatabase(warehouse);
    const [state] = await database.rows('select version from published_state');
    database.close();
    assert.is(state?.version, currentVersion(desk.dataDir));
    await desk.run();
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 4);
    await isWhole(desk);
  }),
);

keeping.run();
