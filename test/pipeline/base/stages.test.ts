import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { LogFields } from '../../../pipeline/base/log.ts';
import {
  type Progress,
  type StageName,
  Stages,
  type WatchedStages,
} from '../../../pipeline/base/stages.ts';
import { stageLine } from '../../../pipeline/commands/stage-list.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { within } from '../../support/within.ts';
import { account, trade, withDesk } from '../desk.ts';
import { refusal } from '../registry/world.ts';

const stages = suite('stages');
const atDesk = within(stages, withDesk);

/** Makes stages with a clock that the test moves. Two processors are always busy. */
function withClock(progress?: Progress) {
  let seconds = 100;
  const read = () => ({ seconds, cpuSeconds: 2 * seconds });
  return {
    stages: new Stages(progress, read),
    pass: (more: number) => {
      seconds += more;
    },
  };
}

const secondsOf = ({ costs }: Stages, name: StageName) => costs[name].seconds;

stages('add up, and time between stages counts for no stage', async () => {
  const { stages, pass } = withClock();
  await stages.time('load', () => pass(3));
  pass(10);
  await stages.time('load', () => pass(0.25));
  assert.equal(stages.look('publish'), {
    seconds: 0,
    cpuSeconds: 0,
    peakMegabytes: 0,
    state: 'waiting',
  });
  const { seconds, cpuSeconds, peakMegabytes } = stages.costs.load;
  assert.equal([seconds, cpuSeconds], [3.25, 6.5]);
  assert.ok(peakMegabytes > 10);
});

stages('that overlap count time once, for the stage entered last', async () => {
  const { stages, pass } = withClock();
  let finish = () => {};
  const packed = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const writing = stages.time('write', () => packed);
  pass(1);
  await stages.time('statistics', () => {
    assert.equal(
      [stages.look('write').state, stages.look('statistics').state],
      ['running', 'running'],
    );
    pass(4);
  });
  pass(2);
  finish();
  await writing;
  pass(8);
  assert.equal([secondsOf(stages, 'write'), secondsOf(stages, 'statistics')], [3, 4]);
  assert.is(stages.look('write').state, 'waiting');
});

stages('count what is done, and the total', () => {
  const { stages } = withClock();
  stages.advance('load', { rows: 5 });
  stages.advance('load', { rows: 2 });
  stages.expect(4);
  stages.advance('write', { accounts: 3 });
  const { load, statistics, write, publish } = stages.costs;
  assert.is(load.rows, 7);
  assert.equal([statistics.accounts, statistics.of], [0, 4]);
  assert.equal([write.accounts, write.of], [3, 4]);
  assert.not('rows' in publish || 'of' in publish);
});

stages('estimate the time left from the chunks that are done, and count it down', async () => {
  const { stages, pass } = withClock();
  await stages.time('load', () => pass(50));
  assert.is(stages.secondsLeft('statistics'), null);
  await stages.time('statistics', () => pass(7));
  assert.is(stages.secondsLeft('statistics'), null);
  await stages.time('write', () => pass(3));
  stages.finishChunk(4);
  assert.is(stages.secondsLeft('statistics'), 40);
  await stages.time('statistics', () => {
    pass(12);
    assert.is(stages.secondsLeft('statistics'), 28);
    pass(8);
  });
  // Two chunks took 30 seconds. One was halved, so four remain.
  stages.finishChunk(4);
  assert.is(stages.secondsLeft('statistics'), 60);
  await stages.time('statistics', () => {
    pass(60);
    assert.is(stages.secondsLeft('statistics'), 0);
    pass(5);
    assert.is(stages.secondsLeft('statistics'), 0);
  });
  stages.finishChunk(0);
  assert.is(stages.secondsLeft('statistics'), 0);
});

stages('estimate the time left of load from the bytes that are read and merged', async () => {
  const { stages, pass } = withClock();
  await stages.time('load', () => {
    // Finding the files is no part of the work.
    pass(30);
    stages.expectBytes(1000);
    pass(1);
    assert.is(stages.secondsLeft('load'), null);
    // A hundredth of the work is 30: each byte takes 2 to read and 1 to merge.
    stages.noteRead(2, 14);
    assert.is(stages.secondsLeft('load'), null);
    pass(1);
    stages.noteRead(5, 86);
    // 200 of 3,000 took 2 s.
    assert.is(stages.secondsLeft('load'), 28);
    pass(8);
    assert.is(stages.secondsLeft('load'), 20);
    pass(10);
    stages.noteRead(90, 900);
    // 2,000 took 20 s, and 1,000 are left to merge.
    assert.is(stages.secondsLeft('load'), 10);
    pass(4);
    stages.noteMerged(400);
    assert.is(stages.secondsLeft('load'), 6);
    stages.noteMerged(600);
    assert.is(stages.secondsLeft('load'), 0);
  });
  assert.equal([stages.costs.load.rows, stages.secondsLeft('write')], [97, null]);
});

stages('are drawn with the time left in rounded-up words, until little is left', () => {
  const cost = { rows: 30_000, accounts: 1200, of: 5000, seconds: 12.34 };
  const end = (left: number | null) =>
    stageLine('statistics', cost, true, left).replace(
      'statistics  ██░░░░░░░░ 1,200 of 5,000 accounts, 30,000 rows, 12.3 s',
      '',
    );
  const ends = [null, 0, 0.9, 1, 40.2, 90, 90.1, 5400, 5400.1, 7500].map(end);
  assert.equal(ends, [
    ...['', '', ''],
    ...[', about 1 s left', ', about 41 s left', ', about 90 s left', ', about 2 min left'],
    ...[', about 90 min left', ', about 1 h 31 min left', ', about 2 h 5 min left'],
  ]);
  assert.is(stageLine('write', { seconds: 0 }, true, null), 'write');
  const bars = [0, 1, 9, 10].map((accounts) =>
    stageLine('write', { accounts, of: 10, seconds: 0 }, true, null).slice(12, 22),
  );
  assert.equal(bars, ['░░░░░░░░░░', '█░░░░░░░░░', '█████████░', '██████████']);
  const done = { accounts: 10, of: 10, seconds: 0 };
  assert.is(stageLine('write', done, false, null), 'write       10 of 10 accounts');
});

atDesk('of a run say after each chunk how many are left', async (desk) => {
  desk.write('accounts.csv', [account('a'), account('b'), account('c')]);
  desk.write('trades.csv', [trade('a', 1), trade('b', 1), trade('c', 1)]);
  let watched: WatchedStages | undefined;
  const estimates: boolean[] = [];
  const log = {
    ...keptLog().log,
    debug: (message: string) => {
      if (message === 'computing') estimates.push(watched?.secondsLeft('statistics') !== null);
    },
  };
  const begin = (stages: WatchedStages) => {
    watched = stages;
  };
  await desk.run({ log, chunkTrades: 1, progress: { begin, end: () => {} } });
  assert.equal([estimates, watched?.secondsLeft('statistics')], [[false, true, true], 0]);
});

stages('can be watched from the first to the last', async () => {
  let begun = 0;
  const begin = () => {
    begun += 1;
  };
  const { stages, pass } = withClock({ begin, end: () => {} });
  assert.is(begun, 0);
  await stages.time('load', () => {
    pass(1.5);
    assert.equal([begun, stages.look('load').seconds], [1, 1.5]);
  });
  await stages.time('publish', () => {});
  assert.is(begun, 1);
});

stages('name the innermost stage in which an error occurred', async () => {
  const ends: string[] = [];
  const { stages } = withClock({
    begin: () => {},
    end: (stage, state) => void ends.push(`${stage} ${state}`),
  });
  const error = new Error('no room');
  const work = () =>
    stages.time('statistics', () =>
      stages.time('write', () => {
        throw error;
      }),
    );
  assert.is(await work().catch((thrown) => thrown), error);
  stages.finish('load');
  stages.fail(new Error('another'));
  stages.fail(error);
  assert.equal(ends, ['load done', 'write failed']);
  assert.is(stages.look('write').state, 'failed');
});

type Line = [level: string, message: string, fields: LogFields];

function keptLog() {
  const lines: Line[] = [];
  const note =
    (level: string) =>
    (message: string, fields: LogFields = {}) =>
      void lines.push([level, message, fields]);
  const log = {
    debug: note('debug'),
    info: note('info'),
    warn: note('warn'),
    error: note('error'),
  };
  return { log, lines };
}

atDesk('of a run are one log line each; those of a chunk are debug lines', async (desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  desk.write('trades.csv', [trade('a', 1), trade('a', 2), trade('b', 1, { side: 'up' })]);
  const { log, lines } = keptLog();
  const { version, costs } = await desk.run({ log, chunkTrades: 1 });
  const at = (wanted: string) =>
    lines.filter(([level]) => level === wanted).map(([, message, { stage }]) => stage ?? message);
  assert.equal(at('info'), [
    'load',
    'statistics',
    'write',
    'published',
    'warehouse',
    'publish',
    'run ended',
  ]);
  assert.equal(at('debug'), ['computing', 'computing', 'copying the warehouse']);
  const done = new Map(lines.map(([, , fields]) => [fields.stage, fields]));
  const { cpuSeconds, seconds } = costs.load;
  assert.equal(done.get('load'), { stage: 'load', seconds, cpu_seconds: cpuSeconds, rows: 5 });
  for (const stage of ['statistics', 'write']) {
    const { rows, accounts, of } = done.get(stage) ?? {};
    assert.equal([rows, accounts, of], [2, 2, 2], stage);
  }
  assert.equal(lines.find(([, message]) => message === 'published')?.[2], { version });
});

atDesk('of a failed run are recorded with the work that was done', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1, { side: 'up' })]);
  const { log, lines } = keptLog();
  await refusal(desk.run({ log, strict: true }));
  const said = lines.map(([level, message, { stage }]) => [level, message, stage]);
  assert.equal(said, [
    ['warn', 'stage failed', 'load'],
    ['info', 'run ended', undefined],
  ]);
  const [record] = lastRuns(desk.dataDir, 1);
  assert.is(record?.stages?.load.rows, 2);
  assert.ok((record?.stages?.load.seconds ?? 0) > 0);
  assert.is(record?.stages?.write.seconds, 0);
});

stages.run();
