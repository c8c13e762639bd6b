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
import { CommandError } from '../../../pipeline/base/errors.ts';
import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { inEnglish } from '../../../pipeline/base/reasons/reason.ts';
import { emptyId } from '../../../pipeline/publish/snapshot/layout.ts';
import {
  currentVersion,
  filesOf,
  publishVersion,
  storedFiles,
  storedVersions,
} from '../../../pipeline/publish/snapshot/publish.ts';
import type { RunResult } from '../../../pipeline/run/recorded.ts';
import { verifySnapshot } from '../../../pipeline/run/verify.ts';
import { readEntries } from '../../support/entries.ts';
import { fieldOf } from '../../support/fields.ts';
import { collectGarbage } from '../../support/garbage.ts';
import { program } from '../../support/program.ts';
import { Stories } from '../../support/stories.ts';
import {
  account,
  asOf,
  type Desk,
  flipBit,
  idOf,
  openDesk,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../desk.ts';
import { refusal } from '../registry/world.ts';

const run = suite('run');
const day = 86_400_000;
const tomorrow = new Date(asOf.getTime() + day);
/** Time of the runs after the stories. */
const later = new Date(asOf.getTime() + 60_000);

/** Returns the SHA-256 of every part of the published version, by account and part. */
function places({ dataDir, manifest }: Desk): Record<string, string> {
  return Object.fromEntries(
    readEntries(dataDir, manifest().version).flatMap(({ id, parts }) =>
      Object.entries(parts).map(([part, index]) => [`${id} ${part}`, index.sha256]),
    ),
  );
}

/** Lists accounts and parts that changed. */
function moved(before: Record<string, string>, after: Record<string, string>): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).sort();
}

const idsOf = (names: readonly string[]) => [
  ...new Set(names.map((name) => name.slice(0, name.lastIndexOf(' ')))),
];

const faultsOf = async ({ dataDir }: Desk) => (await verifySnapshot(dataDir, {})).faults;

/** Makes a log that calls a function when a message comes. */
const onMessage = (expected: string, act: () => void): Log => ({
  ...silentLog,
  debug: (message) => (message === expected ? act() : undefined),
  info: (message) => (message === expected ? act() : undefined),
});

/** Result of a run that the stories share. */
interface SharedRun {
  readonly result: RunResult;
  /** Accounts and portfolios that it computed. */
  readonly computed: readonly string[];
  /** Errors of the runs that began at the same time. */
  readonly refused: readonly CommandError[];
}

/** Exit code and errors of a command that began while the first shared run went on. */
let attempt: readonly unknown[] = [];
let runs = 0;

/**
 * Runs three times at once, of which two are refused. Each time is a second later, by which the
 * computed accounts are known.
 */
async function runShared(desk: Desk): Promise<SharedRun> {
  runs += 1;
  const link = `${desk.dataDir.path}-link`;
  if (runs === 1) symlinkSync(desk.dataDir.path, link);
  const options = {
    asOf: new Date(asOf.getTime() + runs * 1000),
    sources: [relative(process.cwd(), desk.source)],
    keepVersions: 2,
    log: runs === 1 ? onMessage('run ended', () => tryCommand(desk)) : silentLog,
  };
  const ends = await Promise.allSettled([
    desk.run(options),
    desk.run(options),
    desk.run({ ...options, dataDir: dataDirectory(link) }),
  ]);
  const [result, ...more] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
  const refused = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []));
  if (result === undefined) throw refused[0];
  assert.is(more.length, 0, 'one run at a time');
  assert.equal(await faultsOf(desk), []);
  const rows = await desk.warehouse(`select subject_id from computed
    where as_of = '${options.asOf.toISOString().slice(0, -1)}' and subject_id <> '${emptyId}'
    order by all`);
  const computed = rows.map(({ subject_id }) => String(subject_id));
  assert.is(result.accountsComputed, computed.length);
  return { result, computed, refused };
}

function tryCommand({ dataDir }: Desk): void {
  const args = [...program('trackrecord.ts'), 'run', '--data', dataDir.path];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  attempt = [status, stderr];
}

const stories = new Stories<Desk, SharedRun>(run, openDesk, runShared);

/** Registers accounts and writes them. */
function addAccounts(desk: Desk, file: string, names: readonly string[]): void {
  desk.registered.push(...names.map((name) => registeredAccount(name)));
  desk.write(
    file,
    names.map((name) => account(name)),
  );
}

stories.add(
  'a new trade moves only its account and the portfolios that hold it',
  async (desk, nextRun) => {
    // Luck compares with 20 accounts or with 50: no story may lead from one to the other.
    const names = Array.from({ length: 24 }, (_, number) => `n${number}`);
    addAccounts(desk, 'accounts-moved.csv', names);
    desk.write(
      'trades-moved.csv',
      names.map((name, number) => trade(name, number)),
    );
    desk.registered.push(
      registeredPortfolio('with', ['n3', 'n7']),
      registeredPortfolio('without', ['n4', 'n8']),
    );
    const ids = [...names.map(idOf), 'portfolio:with', 'portfolio:without'];
    const ours = (some: readonly string[]) => some.filter((id) => ids.includes(id));
    assert.equal(ours((await nextRun()).computed), ids.toSorted());
    const before = places(desk);
    desk.write('trades-moved-2.csv', [trade('n7', 99, { profit: 5 })]);
    const { computed } = await nextRun();
    assert.equal(ours(computed), [idOf('n7'), 'portfolio:with']);
    const changed = moved(before, places(desk));
    assert.equal(ours(idsOf(changed)), [idOf('n7'), 'portfolio:with']);
    assert.ok(changed.includes(`${idOf('n7')} trades`));
    assert.not(changed.includes(`${idOf('n7')} positions`));
  },
);

stories.add(
  'a portfolio without a rate is held back with its figures until there is one',
  async (desk, nextRun) => {
    const id = 'portfolio:rates';
    const reasons = async () => {
      const { result, computed } = await nextRun();
      return [
        result.heldBack.map(({ id, check, reason }) => [id, check, inEnglish(reason)]),
        computed.filter((found) => found === id || /rated/.test(found)),
      ];
    };
    const missing = (base: string) => [
      [id, 'missing_rates', `no rate ${base} to USD on or before 2024-06-03`],
    ];
    const summary = () => desk.read((snapshot) => String(snapshot.part(id, 'summary')));
    desk.write('accounts-rates.csv', [account('rated'), account('rated-eur', { currency: 'EUR' })]);
    desk.write('trades-rates.csv', [trade('rated', 1), trade('rated-eur', 2)]);
    const portfolio = registeredPortfolio('rates', ['rated', 'rated-eur']);
    desk.registered.push(...portfolio.members.map((name) => registeredAccount(name)), portfolio);
    assert.equal(await reasons(), [missing('EUR'), ['rated', 'rated-eur'].map(idOf).toSorted()]);
    assert.is(
      desk.read((snapshot) => snapshot.entry(id)),
      undefined,
    );

    desk.write('fx_rates.csv', [{ date: '2024-01-01', base: 'EUR', quote: 'USD', rate: 1.1 }]);
    assert.equal(await reasons(), [[], [id]]);
    assert.is(desk.part(id, 'advanced').total_trades, 2);
    const figures = summary();

    desk.write('accounts-rates-2.csv', [account('rated-gbp', { currency: 'GBP' })]);
    desk.write('trades-rates-2.csv', [trade('rated-gbp', 4), trade('rated', 5)]);
    const more = { ...portfolio, members: [...portfolio.members, 'rated-gbp'] };
    desk.registered.splice(
      desk.registered.indexOf(portfolio),
      1,
      registeredAccount('rated-gbp'),
      more,
    );
    for (const computed of [['rated', 'rated-gbp'].map(idOf).toSorted(), []]) {
      assert.equal(await reasons(), [missing('GBP'), computed]);
      assert.is(summary(), figures);
    }

    desk.write('fx_rates-2.csv', [{ date: '2024-01-01', base: 'GBP', quote: 'USD', rate: 1.3 }]);
    assert.equal(await reasons(), [[], [id]]);
    assert.is(desk.part(id, 'advanced').total_trades, 4);
  },
);

const waitsFor = (name: string): string =>
  `${idOf(name)}: no row of the table accounts describes it; its data waits until one arrives`;

/** Leaves out what a run says of accounts of other stories. */
const waitingIn = (warnings: readonly string[]) =>
  warnings.filter((line) => line.endsWith('its data waits until one arrives'));

stories.add(
  'an account that no row of accounts describes waits for one, and every run says so',
  async (desk, nextRun) => {
    desk.registered.push(registeredAccount('late'), registeredAccount('never'));
    addAccounts(desk, 'accounts-waiting.csv', ['early']);
    desk.registered.push(registeredPortfolio('waiting', ['early', 'late']));
    desk.write('trades-waiting.csv', [trade('early', 1), trade('late', 2), trade('never', 1)]);
    const ids = [idOf('early'), idOf('late'), idOf('never'), 'portfolio:waiting'];
    const next = async () => {
      const { result, computed } = await nextRun();
      return [waitingIn(result.warnings), computed.filter((id) => ids.includes(id))];
    };
    const both = [waitsFor('late'), waitsFor('never')];
    assert.equal(await next(), [both, [idOf('early'), 'portfolio:waiting']]);
    assert.equal(await next(), [both, []]);
    desk.write('trades-waiting-2.csv', [trade('late', 3)]);
    assert.equal(await next(), [both, []]);

    desk.write('accounts-waiting-2.csv', [account('late')]);
    assert.equal(await next(), [[waitsFor('never')], [idOf('late'), 'portfolio:waiting']]);
    assert.is(desk.part(idOf('late'), 'advanced').total_trades, 2);
    assert.is(desk.part('portfolio:waiting', 'advanced').total_trades, 3);
    assert.equal(await next(), [[waitsFor('never')], []]);
  },
);

stories.add('what a killed run left behind is cleared away', async (desk, nextRun) => {
  await nextRun();
  const { temporary, snapshots, current } = desk.dataDir;
  mkdirSync(join(temporary, 'spill', 'deep'), { recursive: true });
  writeFileSync(join(temporary, 'sections.json'), 'half');
  mkdirSync(join(snapshots, 'objects/00'), { recursive: true });
  writeFileSync(join(snapshots, 'objects/00/orphan'), 'never used');
  writeFileSync(`${current}.tmp`, 'half');
  await nextRun();
  assert.not(existsSync(temporary));
  assert.not(existsSync(join(snapshots, 'objects/00/orphan')));
  assert.not(existsSync(`${current}.tmp`));
});

stories.add('a second run ends at once while the first one runs', async (desk, nextRun) => {
  for (const { refused } of [await nextRun(), await nextRun()]) {
    assert.is(refused.length, 2);
    for (const error of refused) {
      assert.instance(error, CommandError);
      assert.is(error.exitCode, 75);
      assert.match(error.message, `(process ${process.pid}); wait for it to end`);
    }
  }
  const line = `another run holds ${desk.dataDir.path} (process ${process.pid}); wait for it to end`;
  assert.equal(attempt, [75, `${line}\n`]);
});

stories.add('a source may be relative, and a missing one ends the run', async (desk, nextRun) => {
  const { load } = (await nextRun()).result;
  const source = relative(process.cwd(), desk.source);
  assert.ok(load.files.map(({ file }) => file).includes(join(source, 'accounts-moved.csv')));
  const missing = join(desk.source, 'nowhere');
  const error = await refusal(desk.run({ sources: [desk.source, missing] }));
  assert.equal(
    [error.exitCode, error.message],
    [2, `source ${missing} is not a directory; name one that exists with --source`],
  );
});

stories.add(
  '--strict refuses before anything is published, and nothing of the files stays',
  async (desk, nextRun) => {
    addAccounts(desk, 'accounts-strict.csv', ['strict']);
    desk.write('trades-strict.csv', [trade('strict', 1)]);
    await nextRun();
    const good = desk.manifest();
    desk.write('trades-strict-2.csv', [trade('strict', 3), trade('strict', 4, { side: 'up' })]);
    const error = await refusal(desk.run({ strict: true }));
    assert.is(error.exitCode, 1);
    assert.is(currentVersion(desk.dataDir), good.version);
    const { result, computed } = await nextRun();
    assert.is(result.load.rowsRejected, 1);
    assert.ok(computed.includes(idOf('strict')));
    assert.is(desk.part(idOf('strict'), 'advanced').total_trades, 2);
  },
);

stories.add('what the registry decides counts at the next run', async (desk, nextRun) => {
  desk.write('accounts-cut.csv', [account('cut'), account('shared')]);
  desk.write('trades-cut.csv', [
    trade('cut', 1),
    trade('shared', 2),
    trade('cut', 3, { closed_at: '2024-06-05T09:00:00Z' }),
  ]);
  const registered = registeredAccount('cut');
  desk.registered.push(registered, registeredPortfolio('cuts', ['cut']));
  await nextRun();
  await nextRun();
  // From now on older versions are gone: no other story may need one of the first two.
  desk.registered[desk.registered.indexOf(registered)] = registeredAccount('cut', {
    history_cut_at: '2024-06-04',
  });
  const { computed } = await nextRun();
  assert.equal(
    computed.filter((id) => /cut/.test(id)),
    [idOf('cut'), 'portfolio:cuts'],
  );
  assert.is(desk.part(idOf('cut'), 'advanced').total_trades, 1);
});

stories.add('as many versions are kept as configured', async (desk, nextRun) => {
  const versions: string[] = [];
  for (let count = 0; count < 5; count += 1) {
    const { result } = await nextRun();
    assert.is(result.isNew, true);
    versions.push(result.version);
  }
  assert.equal(
    readdirSync(desk.dataDir.versions),
    versions.slice(-2).map((version) => `${version}.json`),
  );
});

/** Counts the accounts and portfolios that have figures. */
const subjectsOf = async ({ warehouse }: Desk): Promise<number> => {
  const [row] = await warehouse(`select count(*) as subjects from computed
    where subject_id <> '${emptyId}'`);
  const subjects = Number(row?.subjects);
  assert.ok(subjects > 20, `${subjects}`);
  return subjects;
};

stories.addAfterAll('the same files again change nothing and compute nothing', async (desk) => {
  // Such a decision needs no new version.
  desk.registered.push(registeredAccount('shared'));
  const { version } = desk.manifest();
  const before = storedFiles(desk.dataDir);
  const again = await desk.run({ asOf: later });
  assert.equal(
    [again.version, again.isNew, again.accountsComputed, again.load.skipped],
    [version, false, 0, readdirSync(desk.source).length],
  );
  assert.equal(storedFiles(desk.dataDir), before);
  assert.not(existsSync(desk.dataDir.temporary));
  const slugs = await desk.warehouse(
    "select slug from shared_summary where slug in ('cut', 'cuts', 'shared') order by slug",
  );
  assert.equal(fieldOf(slugs, 'slug'), ['cut', 'cuts', 'shared']);
});

stories.addAfterAll('a portfolio that is no longer registered is not published', async (desk) => {
  const at = desk.registered.findIndex(({ slug }) => slug === 'cuts');
  desk.registered.splice(at, 1);
  const gone = await desk.run({ asOf: later, sources: [] });
  assert.equal([gone.isNew, gone.accountsComputed], [true, 0]);
  assert.is(
    desk.read((snapshot) => snapshot.entry('portfolio:cuts')),
    undefined,
  );
  assert.equal(await faultsOf(desk), []);
});

const losses: Record<string, (desk: Desk, first: string, second: string) => void> = {
  'was killed before the pointer moved': ({ dataDir }, first) => publishVersion(dataDir, first),
  'lost its version': ({ dataDir }, _, second) => rmSync(dataDir.manifest(second)),
  'lost its pointer': ({ dataDir }) => rmSync(dataDir.current),
  'lost an object': (desk) =>
    rmSync(
      join(
        desk.dataDir.snapshots,
        filesOf(desk.dataDir, desk.manifest().version).at(-1)?.path ?? '',
      ),
    ),
};

for (const [loss, lose] of Object.entries(losses)) {
  stories.addAfterAll(`the next run computes again what a run that ${loss} lost`, async (desk) => {
    const [second = '', first = ''] = storedVersions(desk.dataDir);
    lose(desk, first, second);
    const third = await desk.run({ asOf: later });
    assert.is(third.accountsComputed, await subjectsOf(desk));
    assert.is(third.version.slice(7), second.slice(7));
    assert.is(currentVersion(desk.dataDir), third.version);
    assert.equal(waitingIn(third.warnings), [waitsFor('never')], 'once where all is computed');
    assert.equal(await faultsOf(desk), []);
  });
}

stories.addAfterAll(
  'without a source --full computes all, and writes a damaged object anew',
  async (desk) => {
    flipBit(
      join(
        desk.dataDir.snapshots,
        filesOf(desk.dataDir, desk.manifest().version).at(-1)?.path ?? '',
      ),
    );
    assert.is((await faultsOf(desk)).length, 1);
    const full = await desk.run({ asOf: later, sources: [], full: true });
    assert.equal(
      [full.isNew, full.accountsComputed, full.load.files],
      [true, await subjectsOf(desk), []],
    );
    assert.equal(await faultsOf(desk), []);
  },
);

stories.addAfterAll(
  'after an aborted --full run the next run computes everything',
  async (desk) => {
    const subjects = await subjectsOf(desk);
    let chunks = 0;
    const log = onMessage('computing', () => {
      chunks += 1;
      if (chunks === 2) throw new Error('broke off');
    });
    await desk.run({ asOf: later, full: true, chunkTrades: 1, log }).then(
      () => assert.unreachable('it must break off'),
      (error) => assert.is(error.message, 'broke off'),
    );
    desk.write('trades-after.csv', [trade('early', 9)]);
    assert.is((await desk.run({ asOf: later })).accountsComputed, subjects);
    const [row] = await desk.warehouse('select count(*) as rows from summary');
    // One row is of the account without data, which stands for all such.
    assert.is(row?.rows, `${subjects + 1}`);
    assert.equal(await faultsOf(desk), []);
  },
);

stories.addAfterAll('a run that ends has closed all its files', async (desk) => {
  // Registries opened by tests in this process are not files of a run.
  await collectGarbage();
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

run('accounts change when bookings enter or leave their periods, and no others', () =>
  withDesk(async (desk) => {
    desk.write('accounts.csv', [account('a'), account('b')]);
    desk.write('trades.csv', [trade('a', 1), trade('b', 2)]);
    const opened_at = '2024-06-12T07:00:00Z';
    desk.write('trades-2.csv', [
      trade('a', 3, { opened_at, closed_at: '2024-06-12T08:00:00Z' }),
      trade('b', 4, { opened_at, closed_at: '2024-06-12T14:00:00Z' }),
    ]);
    const trades = () =>
      ['a', 'b'].map((name) => desk.part(idOf(name), 'monthly').period_returns.today.trades_count);
    await desk.run();
    assert.equal(trades(), [1, null], 'the other closes after the run, and its data ends before');
    const before = new Date('2024-06-12T13:59:59Z');
    const early = await desk.run({ sources: [], asOf: before });
    assert.equal([early.accountsComputed, early.isNew], [0, false]);
    const passed = await desk.run({ sources: [], asOf: new Date('2024-06-12T14:00:01Z') });
    assert.equal([passed.accountsComputed, passed.isNew, trades()], [1, true, [1, 1]]);
    const lay = places(desk);
    const later = await desk.run({ sources: [], asOf: tomorrow });
    assert.is(later.accountsComputed, 2, 'what has none traded earlier this month');
    assert.equal([later.isNew, trades()], [true, [null, null]]);
    assert.equal(
      moved(lay, places(desk)),
      ['a', 'b'].map((name) => `${idOf(name)} monthly`),
    );
    const earlier = await desk.run({ sources: [], asOf });
    assert.equal([earlier.isNew, trades()], [true, [1, null]], 'as of an earlier instant');
  }),
);

run.run();
