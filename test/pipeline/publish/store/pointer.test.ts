import { fork } from 'node:child_process';
import { once } from 'node:events';
import pg from 'pg';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import type { Lease } from '../../../../pipeline/publish/store/lease.ts';
import { openPointer, type Pointer } from '../../../../pipeline/publish/store/pointer.ts';
import { until } from '../../../support/until.ts';
import { type TestDatabase, withPostgres } from '../../registry/postgres-server.ts';

const pointing = suite('pointer');
const manifest = { sha256: 'a'.repeat(64), bytes: 10 };

await withPostgres(pointing, declare);

function declare({ url }: TestDatabase): void {
  let pointer: Pointer;
  let client: pg.Client;

  pointing.before(async () => {
    const [one, other] = await Promise.all([openPointer(url), openPointer(url)]);
    await other.close();
    pointer = one;
    client = new pg.Client({ connectionString: url });
    await client.connect();
  });

  pointing.after(async () => {
    await client.end();
    await pointer.close();
  });

  const taken = async (seconds = 60): Promise<Lease> => {
    await client.query(
      "update published_lease set until = clock_timestamp() - interval '1 second'",
    );
    const lease = await pointer.lease('test', seconds);
    if (lease === null) throw new Error('the lease is held');
    return lease;
  };

  pointing('a deletion is done once every partition in service has removed it', async () => {
    await client.query('update published_set set partitions = 2');
    const [one, other] = await Promise.all(
      [0, 1].map((index) => openPointer(url, undefined, { index, count: 2 })),
    );
    try {
      assert.equal(await one?.unremoved(['a', 'b']), ['a', 'b']);
      assert.equal(await one?.removed(['a', 'b']), []);
      assert.equal(await one?.unremoved(['a', 'b', 'c']), ['c'], 'it is not removed twice');
      assert.equal(await other?.unremoved(['a', 'b']), ['a', 'b']);
      assert.equal(await other?.removed(['a']), ['a']);
      assert.equal(await other?.unremoved(['a', 'b']), ['a', 'b'], 'a may be deleted again');
      assert.equal(await other?.removed(['b']), ['b']);
    } finally {
      await one?.close();
      await other?.close();
      await client.query('update published_set set partitions = 1');
    }
  });

  pointing('begins at serial 0, and every publication has the next, a rollback too', async () => {
    assert.is((await pointer.read()).serial, 0);
    const lease = await taken();
    for (const [at, version] of ['one', 'two', 'one'].entries()) {
      assert.is(await lease.move(at, version, manifest), at + 1);
    }
    const { serial, version, manifest: pointed, ageSeconds } = await pointer.read();
    assert.equal([serial, version, pointed], [3, 'one', manifest]);
    assert.ok(ageSeconds >= 0 && ageSeconds < 10);
  });

  pointing(
    'nobody else has the lease while it lasts; the next holder has the next epoch',
    async () => {
      const lease = await taken();
      assert.is(await pointer.lease('other', 60), null);
      assert.ok(await lease.renew(60));
      const { seconds, ...held } = (await pointer.activeLease()) ?? { seconds: 0 };
      assert.equal(held, { holder: 'test', epoch: lease.epoch });
      assert.ok(seconds > 50 && seconds <= 60);
      await lease.release();
      assert.is(await pointer.activeLease(), null);
      const next = await pointer.lease('other', 60);
      assert.is(next?.epoch, lease.epoch + 1);
      assert.not(await lease.renew(60));
    },
  );

  pointing('a killed machine takes its lease again at once, with the next epoch', async () => {
    const killed = await taken();
    const again = await pointer.lease('test', 60);
    assert.is(again?.epoch, killed.epoch + 1);
    const { serial } = await pointer.read();
    assert.is(await killed.move(serial, 'late', manifest), null);
  });

  pointing('the calendar has a row, a lease and a state of its own', async () => {
    const { calendar } = pointer;
    const accounts = await taken();
    const before = await pointer.read();
    const lease = await calendar.lease('test', 60);
    if (lease === null) throw new Error('the lease of the accounts is no other');
    assert.is(await calendar.lease('other', 60), null);
    assert.equal([await calendar.holder(), (await calendar.read()).state], ['test', null]);
    assert.is(await lease.move(0, 'events', manifest, [lease.keep({ number: 1 })]), 1);
    assert.is(await lease.move(0, 'late', manifest, [lease.keep({ number: 2 })]), null);
    const { serial, version, state } = await calendar.read();
    assert.equal([serial, version, state], [1, 'events', { number: 1 }]);
    const { ageSeconds, ...after } = await pointer.read();
    const { ageSeconds: _, ...unmoved } = before;
    assert.equal(after, unmoved);
    assert.ok(ageSeconds >= 0 && (await accounts.renew(60)));
  });

  pointing('keeps the runs of every machine, a month and the last that published', async () => {
    const { runs } = pointer;
    assert.equal([await runs.last(5), await runs.lastGood(['0/1'])], [[], []]);
    const ran = (outcome: string, at: number) => ({ outcome, at });
    const days = (count: number) =>
      client.query(`update published_runs set ended_at = ended_at - interval '${count} days'`);
    await runs.add('one', '0/1', ran('published', 1));
    await runs.add('two', '0/1', ran('published', 2));
    await runs.add('one', '0/1', ran('failed', 3));
    assert.equal(await runs.last(2), [
      { machine: 'one', partition: '0/1', run: ran('failed', 3) },
      { machine: 'two', partition: '0/1', run: ran('published', 2) },
    ]);
    assert.equal(await runs.lastGood(['0/1']), [
      { machine: 'two', partition: '0/1', run: ran('published', 2) },
    ]);
    await days(31);
    await runs.add('one', '0/1', ran('failed', 4));
    const numbers = async () => (await runs.last(9)).map(({ run }) => Object(run).at);
    assert.equal(await numbers(), [4, 3, 2]);
    await runs.add('one', '0/1', ran('published', 5));
    await days(29);
    await runs.add('one', '0/1', ran('failed', 6));
    assert.equal(await numbers(), [6, 5, 4]);
  });

  pointing('keeps the last run of each partition that published', async () => {
    const { runs } = pointer;
    await client.query('delete from published_runs');
    const days = (count: number) =>
      client.query(`update published_runs set ended_at = ended_at - interval '${count} days'`);
    await runs.add('one', '0/2', { outcome: 'published', at: 1 });
    await runs.add('two', '1/2', { outcome: 'published', at: 2 });
    await runs.add('one', '0/2', { outcome: 'failed', at: 3 });
    await days(31);
    await runs.add('two', '1/2', { outcome: 'published', at: 4 });
    const good = async (...names: string[]) =>
      (await runs.lastGood(names)).map(({ run }) => Object(run).at);
    assert.equal(await good('0/2', '1/2', '2/3'), [4, 1]);
    assert.equal(await good('0/2'), [1]);
    await runs.add('two', '1/2', { outcome: 'published', at: 5 });
    const remaining = (await runs.last(9)).map(({ run }) => Object(run).at);
    assert.equal(remaining, [5, 4, 3, 1], 'an earlier one of 1/2 is deleted');
  });

  pointing('a confirmed version counts as up to date, and is no publication', async () => {
    const lease = await taken();
    await client.query(
      "update published_pointer set confirmed_at = clock_timestamp() - interval '1 hour'",
    );
    const before = await pointer.read();
    assert.ok(before.ageSeconds >= 3600);
    await lease.confirm(before.serial);
    const after = await pointer.read();
    assert.is(after.serial, before.serial);
    assert.ok(after.ageSeconds < 10);
  });

  pointing(
    'a publisher that was stopped and goes on later is refused, 10 of 10 times',
    async () => {
      const stopped = fork(inPackage('dist/test/pipeline/publish/store/stopped-publisher.js'), [
        url,
      ]);
      const answer = async () => (await once(stopped, 'message'))[0];
      try {
        assert.is(await answer(), 'ready');
        for (let round = 1; round <= 10; round += 1) {
          await client.query('delete from published_lease');
          await client.query('update published_pointer set epoch = 0');
          stopped.send('old');
          assert.is(await answer(), 1);
          stopped.kill('SIGSTOP');
          const over: Lease[] = [];
          await until(async () => {
            const lease = await pointer.lease('next', 60);
            if (lease) over.push(lease);
            return lease !== null;
          });
          const { serial } = await pointer.read();
          assert.is(await over[0]?.move(serial, `new-${round}`, manifest), serial + 1);
          stopped.kill('SIGCONT');
          stopped.send('go on');
          assert.is(await answer(), null);
          const now = await pointer.read();
          assert.equal([now.serial, now.version], [serial + 1, `new-${round}`]);
        }
      } finally {
        stopped.kill('SIGKILL');
      }
    },
  );

  pointing('without a lease, a version computed from an older one is refused', async () => {
    const firstLease = await taken();
    for (let round = 1; round <= 10; round += 1) {
      const { serial } = await pointer.read();
      const answers = await Promise.all(
        ['a', 'b', 'c'].map((version) => firstLease.move(serial, version, manifest)),
      );
      assert.equal(
        answers.filter((answer) => answer !== null),
        [serial + 1],
      );
      assert.is(await firstLease.move(serial, 'late', manifest), null);
    }
  });

  pointing(
    "an earlier epoch can't publish after a later one, even if the lease is lost",
    async () => {
      const [early, late] = [await taken(), await taken()];
      const { serial } = await pointer.read();
      assert.is(await late.move(serial, 'late', manifest), serial + 1);
      await client.query('update published_lease set epoch = $1', [early.epoch]);
      assert.is(await early.move(serial + 1, 'early', manifest), null);
    },
  );

  pointing('says in one line that its row is lost', async () => {
    await client.query("delete from published_pointer where name = 'accounts'");
    assert.is(
      await pointer.read().then(() => 'it is there', String),
      'CommandError: PostgreSQL, published versions: published_pointer has no row accounts; restore PostgreSQL from a backup',
    );
  });

  pointing('says in one line that it is out of reach', async () => {
    const { message } = await openPointer('postgres://127.0.0.1:1/none').then(
      () => new Error('it is open'),
      (error) => error,
    );
    assert.match(message, /^PostgreSQL, published versions: [^\n]+$/);
  });
}

pointing.run();
