import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { quotedReason } from '../../../pipeline/base/reasons/reason.ts';
import { createFreshness } from '../../../server/operations/freshness.ts';
import { sharedRuns } from '../../../server/operations/runs-holder.ts';

const test = suite('runs of all machines');

const ran = (outcome: string, accounts_held_back: number) => ({
  machine: 'one',
  partition: '0/1',
  run: { outcome, accounts_held_back, ended_at: '2024-06-12T12:00:00Z' },
});

test('are reported as last known, with the last good one', async () => {
  let answers = { last: [ran('failed', 0)], good: [ran('published', 3)] };
  let isAway = false;
  const errors: string[] = [];
  const answer = async <Result>(result: Result): Promise<Result> => {
    if (isAway) throw new Error('PostgreSQL is away');
    return result;
  };
  const holder = sharedRuns(
    { last: () => answer(answers.last), lastGood: () => answer(answers.good) },
    { ageSeconds: () => 7, partitions: () => [{ index: 0, count: 1 }] },
    { error: (message) => void errors.push(message) },
  );
  const noCalendar = { current: () => null, isBehind: () => false };
  const freshness = createFreshness(holder, noCalendar, () => new Date());
  assert.is(freshness.ageSeconds(), 7);
  assert.equal([freshness.lastRun(), freshness.withheldCount()], [null, null]);
  await holder.refresh();
  assert.equal([freshness.lastRun()?.outcome, freshness.withheldCount()], ['failed', 3]);
  isAway = true;
  await holder.refresh();
  await holder.refresh();
  assert.equal([freshness.lastRun()?.outcome, freshness.withheldCount()], ['failed', 3]);
  assert.equal(errors, ['cannot read the log of runs; using the runs read last']);
  isAway = false;
  answers = { last: [ran('published', 1), ran('failed', 0)], good: [ran('published', 1)] };
  await holder.refresh();
  assert.equal([freshness.runs().length, freshness.withheldCount()], [2, 1]);
});

test('of partitions tell what each of them held back', async () => {
  const asked: (readonly string[])[] = [];
  const waitingIn = (id: string) => [{ id, reason: quotedReason('is away') }];
  const good = ['0/2', '1/2'].map((partition, at) => ({
    machine: `machine ${at}`,
    partition,
    run: { accounts_held_back: at + 1, accounts_waiting: 1, waiting: waitingIn(`account ${at}`) },
  }));
  const holder = sharedRuns(
    {
      last: async () => [ran('failed', 0)],
      async lastGood(partitions) {
        asked.push(partitions);
        return good;
      },
    },
    { ageSeconds: () => 7, partitions: () => [0, 1].map((index) => ({ index, count: 2 })) },
    { error: () => {} },
  );
  await holder.refresh();
  const noCalendar = { current: () => null, isBehind: () => false };
  const freshness = createFreshness(holder, noCalendar, () => new Date());
  assert.equal(asked, [['0/2', '1/2']]);
  assert.equal([freshness.withheldCount(), freshness.waitingCount()], [3, 2]);
  assert.equal([...freshness.waitingAccounts().keys()], ['account 0', 'account 1']);
});

test.run();
