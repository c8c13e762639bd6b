import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import {
  currentVersion,
  publishVersion,
  storedVersions,
} from '../../../pipeline/publish/snapshot/publish.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { readEntries } from '../../support/entries.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { program } from '../../support/program.ts';
import {
  account,
  asOf,
  type Desk,
  flipBit,
  idOf,
  preparedDesk,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
  withTwo,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

const run = suite('run');
const day = 86_400_000;
const tomorrow = new Date(asOf.getTime() + day);

/** Returns the location of every part of the published version, by account and part. */
function places({ dataDir, manifest }: Desk): Record<string, string> {
  const { version, files } = manifest();
  return Object.fromEntries(
    readEntries(dataDir, version).flatMap(({ id, parts }) =>
      Object.entries(parts).map(([part, [file, ...place]]) => [
        `${id} ${part}`,
        [files[file]?.path, ...place].join(' '),
      ]),
    ),
  );
}

/** Lists accounts and parts that moved to another place. */
function moved(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

const idsOf = (names: readonly string[]) => [
  ...new Set(names.map((name) => name.slice(0, name.lastIndexOf(' ')))),
];

const faultsOf = async ({ dataDir }: Desk) => (await verifySnapshot(dataDir, {})).faults;

function writeTwo(desk: Desk): void {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
}

let first: RunResult | undefined;

/** Publishes two accounts with a trade each, then one more trade. */
const withThree = preparedDesk(async (desk) => {
  writeTwo(desk);
  first = await desk.run();
  desk.write('trades-2.csv', [trade('a', 3)]);
  await desk.run();
});

run('the same files again change nothing and compute nothing', () =>
  withThree(async (desk) => {
    assert.equal([first?.isNew, first?.accountsComputed, first?.load.rowsLoaded], [true, 2, 4]);
    const { version } = desk.manifest();
    const before = readdirSync(desk.dataDir.packs);
    const again = await desk.run();
    assert.equal(
      [again.version, again.isNew, again.accountsComputed, again.load.skipped],
      [version, false, 0, 3],
    );
    assert.equal(readdirSync(desk.dataDir.packs), before);
    assert.not(existsSync(desk.dataDir.temporary));
  }),
);

run('a new trade moves only its account and the portfolios that hold it', () =>
  withDesk(async (desk) => {
    const names = Array.from({ length: 30 }, (_, number) => `n${number}`);
    desk.write(
      'accounts.csv',
      names.map((name) => account(name)),
    );
    desk.write(
      'trades.csv',
      names.map((name, number) => trade(name, number)),
    );
    desk.registered.push(
      ...names.map((name) => registeredAccount(name)),
      registeredPortfolio('with', ['n3', 'n7']),
      registeredPortfolio('without', ['n4', 'n8']),
    );
    await desk.run();
    const before = places(desk);
    desk.write('trades-2.csv', [trade('n7', 99, { profit: 5 })]);
    const second = await desk.run();
    assert.is(second.accountsComputed, 2);
    const changed = moved(before, places(desk));
    assert.equal(idsOf(changed), [idOf('n7'), 'portfolio:with']);
    assert.ok(changed.includes(`${idOf('n7')} trades`));
    assert.not(changed.includes(`${idOf('n7')} positions`));
    assert.equal(await faultsOf(desk), []);
  }),
);

run('accounts change when bookings enter or leave their periods, and no others', () =>
  withDesk(async (desk) => {
    writeTwo(desk);
    const opened_at = '2024-06-12T07:00:00Z';
    desk.write('trades-2.csv', [
      trade('a', 3, { opened_at, closed_at: '2024-06-12T08:00:00Z' }),
      trade('b', 4, { opened_at, closed_at: '2024-06-12T14:00:00Z' }),
    ]);
    const trades = () =>
      ['a', 'b'].map((name) => desk.part(idOf(name), 'monthly').period_returns.today.trades_count);
    await desk.run();
    assert.equal(trades(), [1, 0], 'the other closes after the run');
    const before = new Date('2024-06-12T13:59:59Z');
    const early = await desk.run({ sources: [], asOf: before });
    assert.equal([early.accountsComputed, early.isNew], [0, false]);
    const passed = await desk.run({ sources: [], asOf: new Date('2024-06-12T14:00:01Z') });
    assert.equal([passed.accountsComputed, passed.isNew, trades()], [1, true, [1, 1]]);
    const lay = places(desk);
    const later = await desk.run({ sources: [], asOf: tomorrow });
    assert.is(later.accountsComputed, 2, 'what has none traded earlier this month');
    assert.equal([later.isNew, trades()], [true, [0, 0]]);
    assert.equal(
      moved(lay, places(desk)),
      ['a', 'b'].map((name) => `${idOf(name)} monthly`),
    );
    const earlier = await desk.run({ sources: [], asOf });
    assert.equal([earlier.isNew, trades()], [true, [1, 0]], 'as of an earlier instant');
  }),
);

run('a portfolio without a rate is held back with its figures until there is one', () =>
  withDesk(async (desk) => {
    const reasons = async (sources: readonly string[] = [desk.source]) => {
      const { heldBack, accountsComputed } = await desk.run({ sources });
      assert.equal(await faultsOf(desk), []);
      return [
        heldBack.map(({ id, check, reason }) => [id, check, inEnglish(reason)]),
        accountsComputed,
      ];
    };
    const missing = (base: string) => [
      ['portfolio:all', 'missing_rates', `no rate ${base} to USD on or before 2024-06-03`],
    ];
    desk.write('accounts.csv', [account('a'), account('c', { currency: 'EUR' })]);
    desk.write('trades.csv', [trade('a', 1), trade('c', 2)]);
    desk.registered.push(registeredAccount('a'), registeredAccount('c'));
    desk.registered.push(registeredPortfolio('all', ['a', 'c']));
    assert.equal(await reasons(), [missing('EUR'), 2]);
    assert.is(
      desk.read((snapshot) => snapshot.entry('portfolio:all')),
      undefined,
    );

    desk.write('fx_rates.csv', [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
    assert.equal(await reasons(), [[], 1]);
    assert.is(desk.part('portfolio:all', 'advanced').total_trades, 2);
    const figures = desk.read((snapshot) => String(snapshot.part('portfolio:all', 'summary')));

    desk.write('accounts-2.csv', [account('d', { currency: 'GBP' })]);
    desk.write('trades-2.csv', [trade('d', 4), trade('a', 5)]);
    desk.registered.splice(
      2,
      1,
      registeredAccount('d'),
      registeredPortfolio('all', ['a', 'c', 'd']),
    );
    for (const sources of [[desk.source], []]) {
      assert.equal((await reasons(sources))[0], missing('GBP'));
      assert.is(
        desk.read((snapshot) => String(snapshot.part('portfolio:all', 'summary'))),
        figures,
      );
    }

    desk.write('fx_rates-2.csv', [{ date: '2024-01-01', base: 'GBP', quote: 'USD', rate: 1.3 }]);
    assert.equal(await reasons(), [[], 1]);
    assert.is(desk.part('portfolio:all', 'advanced').total_trades, 4);
  }),
);

run('an account that no row of accounts describes waits for one, and every run says so', () =>
  withDesk(async (desk) => {
    desk.registered.push(registeredAccount('a'), registeredAccount('late'));
    desk.registered.push(registeredPortfolio('all', ['a', 'late']));
    desk.write('accounts.csv', [account('a')]);
    desk.write('trades.csv', [trade('a', 1), trade('late', 2)]);
    const line = `${idOf('late')}: no row of the table accounts describes it; its data waits until one arrives`;
    const first = await desk.run();
    assert.equal(first.warnings, [line]);
    const quiet = await desk.run();
    assert.equal([quiet.warnings, quiet.accountsComputed, quiet.isNew], [[line], 0, false]);
    rmSync(desk.dataDir.current);
    assert.equal((await desk.run({ sources: [] })).warnings, [line], 'once where all is computed');
    desk.write('trades-2.csv', [trade('late', 3)]);
    const more = await desk.run();
    assert.equal([more.warnings, more.accountsComputed], [[line], 0]);

    desk.write('accounts-2.csv', [account('late')]);
    const described = await desk.run();
    assert.equal([described.warnings, described.accountsComputed], [[], 2]);
    assert.is(desk.part(idOf('late'), 'advanced').total_trades, 2);
    assert.is(desk.part('portfolio:all', 'advanced').total_trades, 3);
    const after = await desk.run();
    assert.equal([after.warnings, after.accountsComputed], [[], 0]);
    assert.equal(await faultsOf(desk), []);
  }),
);

run('what a killed run left behind is cleared away', () =>
  withTwo(async (desk) => {
    const { temporary, packs, current } = desk.dataDir;
    mkdirSync(join(temporary, 'spill', 'deep'), { recursive: true });
    writeFileSync(join(temporary, 'sections.json'), 'half');
    writeFileSync(join(packs, 'orphan.json'), 'never used');
    writeFileSync(`${current}.tmp`, 'half');
    desk.write('trades-2.csv', [trade('a', 3)]);
    await desk.run();
    assert.not(existsSync(temporary));
    assert.not(readdirSync(packs).includes('orphan.json'));
    assert.not(existsSync(`${current}.tmp`));
    assert.equal(await faultsOf(desk), []);
  }),
);

/** Makes a log that calls a function when a message comes. */
const onMessage = (expected: string, act: () => void): Log => ({
  ...silentLog,
  debug: (message) => (message === expected ? act() : undefined),
  info: (message) => (message === expected ? act() : undefined),
});

run('a second run ends at once while the first one runs', () =>
  withTwo(async (desk) => {
    const attempts: (string | number | null)[][] = [];
    const attempt = () => {
      const { status, stderr } = spawnSync(
        process.execPath,
        [...program('trackrecord.ts'), 'run', '--data', desk.dataDir.path],
        { encoding: 'utf8' },
      );
      attempts.push([status, stderr]);
    };
    await desk.run({ log: onMessage('run ended', attempt) });
    const line = `another run holds ${desk.dataDir.path} (process ${process.pid}); wait for it to end`;
    assert.equal(attempts, [[75, `${line}\n`]]);

    const link = `${desk.dataDir.path}-link`;
    symlinkSync(desk.dataDir.path, link);
    desk.write('trades-2.csv', [trade('a', 3)]);
    const ended = await Promise.allSettled([
      desk.run(),
      desk.run(),
      desk.run({ dataDir: dataDirectory(link) }),
    ]);
    const reasons = ended.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
    assert.is(reasons.length, 2);
    for (const reason of reasons) {
      assert.is(reason.exitCode, 75);
      assert.match(reason.message, `(process ${process.pid}); wait for it to end`);
    }
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 2);
    assert.equal(await faultsOf(desk), []);
  }),
);

const losses: Record<string, (desk: Desk, first: string, second: string) => void> = {
  'was killed before the pointer moved': ({ dataDir }, first) => publishVersion(dataDir, first),
  'lost its version': ({ dataDir }, _, second) =>
    rmSync(dataDir.version(second), { recursive: true }),
  'lost its pointer': ({ dataDir }) => rmSync(dataDir.current),
  'lost a pack': (desk) =>
    rmSync(join(desk.dataDir.snapshots, desk.manifest().files[0]?.path ?? '')),
};

for (const [loss, lose] of Object.entries(losses)) {
  run(`the next run computes again what a run that ${loss} lost`, () =>
    withThree(async (desk) => {
      const [second = '', first = ''] = storedVersions(desk.dataDir);
      lose(desk, first, second);
      const third = await desk.run();
      assert.is(third.accountsComputed, 2);
      assert.is(third.version.slice(7), second.slice(7));
      assert.is(currentVersion(desk.dataDir), third.version);
      assert.equal(await faultsOf(desk), []);
    }),
  );
}

run('after an aborted --full run the next run computes everything', () =>
  withTwo(async (desk) => {
    let chunks = 0;
    const log = onMessage('computing', () => {
      chunks += 1;
      if (chunks === 2) throw new Error('broke off');
    });
    await desk.run({ full: true, chunkTrades: 1, log }).then(
      () => assert.unreachable('it must break off'),
      (error) => assert.is(error.message, 'broke off'),
    );
    desk.write('trades-2.csv', [trade('a', 3)]);
    assert.is((await desk.run()).accountsComputed, 2);
    const [row] = await desk.warehouse('select count(*) as rows from summary');
    assert.is(row?.rows, '3');
    assert.equal(await faultsOf(desk), []);
  }),
);

run('a source may be relative; a missing one ends the run; none computes all with --full', () =>
  withDesk(async (desk) => {
    writeTwo(desk);
    const source = relative(process.cwd(), desk.source);
    const loaded = await desk.run({ sources: [source] });
    assert.is(loaded.load.files[0]?.file, join(source, 'accounts.csv'));
    const missing = join(desk.source, 'nowhere');
    const error = await refusal(desk.run({ sources: [desk.source, missing] }));
    assert.is(error.exitCode, 2);
    assert.is(
      error.message,
      `source ${missing} is not a directory; name one that exists with --source`,
    );
    flipBit(join(desk.dataDir.snapshots, desk.manifest().files[0]?.path ?? ''));
    assert.is((await faultsOf(desk)).length, 1);
    const none = await desk.run({ sources: [], full: true });
    assert.equal([none.isNew, none.accountsComputed, none.load.files], [true, 2, []]);
    assert.equal(await faultsOf(desk), [], 'a damaged pack is written anew');
  }),
);

run('as many versions are kept as configured', () =>
  withTwo(async (desk) => {
    const versions = [desk.manifest().version];
    for (const ticket of [10, 11]) {
      desk.write(`trades-${ticket}.csv`, [trade('a', ticket)]);
      versions.push((await desk.run({ keepVersions: 2 })).version);
    }
    const { snapshots } = desk.dataDir;
    assert.equal(
      readdirSync(snapshots).filter((name) => /^\d/.test(name)),
      versions.slice(1),
    );
  }),
);

run('what the registry decides counts at the next run', () =>
  withDesk(async (desk) => {
    writeTwo(desk);
    desk.write('trades-2.csv', [trade('a', 3, { closed_at: '2024-06-05T09:00:00Z' })]);
    desk.registered.push(registeredAccount('a'), registeredPortfolio('all', ['a']));
    await desk.run();
    desk.registered[0] = registeredAccount('a', { history_cut_at: '2024-06-04' });
    const cut = await desk.run({ sources: [] });
    assert.is(cut.accountsComputed, 2);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 1);
    desk.registered.push(registeredAccount('b'));
    const published = await desk.run({ sources: [] });
    assert.equal([published.isNew, published.accountsComputed], [false, 0]);
    const shared = await desk.warehouse('select slug from shared_summary order by slug');
    assert.equal(
      shared.map(({ slug }) => slug),
      ['a', 'all', 'b'],
    );
    desk.registered.splice(1, 1);
    const gone = await desk.run({ sources: [] });
    assert.is(gone.isNew, true);
    assert.is(
      desk.read((snapshot) => snapshot.entry('portfolio:all')),
      undefined,
    );
    assert.equal(await faultsOf(desk), []);
  }),
);

run('a run that ends has closed all its files', async () => {
  // Registries opened by tests in this process are not files of a run.
  await collectGarbage();
  await withTwo(async (desk) => {
    if (!existsSync('/proc/self/fd')) return console.log('skipped: no /proc to see open files in');
    const open = readdirSync('/proc/self/fd').flatMap((descriptor) => {
      try {
        return [readlinkSync(`/proc/self/fd/${descriptor}`)];
      } catch {
        return [];
      }
    });
    // Desks of all earlier runs, whether they still exist or not.
    const desks = dirname(dirname(desk.dataDir.path));
    assert.equal(
      open.filter((path) => path.startsWith(join(desks, 'trackrecord-desk-'))),
      [],
    );
  });
});

run('--strict refuses before anything is published, and nothing of the files stays', () =>
  withTwo(async (desk) => {
    const good = desk.manifest();
    desk.write('trades-2.csv', [trade('a', 3), trade('a', 4, { side: 'up' })]);
    const error = await refusal(desk.run({ strict: true }));
    assert.is(error.exitCode, 1);
    assert.is(currentVersion(desk.dataDir), good.version);
    const partly = await desk.run();
    assert.equal([partly.load.rowsLoaded, partly.load.rowsRejected], [1, 1]);
    assert.is(desk.part(idOf('a'), 'advanced').total_trades, 2);
  }),
);

run.run();
