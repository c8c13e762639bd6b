import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../../pipeline/base/log.ts';
import {
  createLimits,
  type LimitsOptions,
  systemClock,
} from '../../../../server/callers/limits/create-limits.ts';
import type { Limits } from '../../../../server/callers/limits/limits.ts';
import { notedLog } from '../../../support/noted-log.ts';
import { until } from '../../../support/until.ts';
import { whileOpen } from '../../../support/while-open.ts';
import { within } from '../../../support/within.ts';
import { createMovableClock } from './clock.ts';
import { startRedis } from './redis-server.ts';

const sharedLimits = suite('limits shared through Redis');

async function passing(limits: Limits, client: string, requests: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < requests; number += 1) {
    if ((await limits.take('anonymous', client)).isAllowed) passed += 1;
  }
  return passed;
}

const redis = await startRedis();
if (redis === null) {
  console.log('skipped: no redis-server on the path');
} else {
  const redisUrl = redis.url;
  // Long enough for a busy machine, since these tests are about shared counts.
  const timeout = 20_000;
  const waiting = { redisUrl, log: silentLog, timeout };
  const countOf = (client: string) => redis.command('zcard', `trackrecord:anonymous:${client}`);
  /**
   * Makes limits that are connected to Redis. A busy machine may need longer than their own
   * timeout.
   */
  const createReaching = async (options: LimitsOptions): Promise<Limits> => {
    for (;;) {
      const limits = await createLimits(options);
      const before = Number(await countOf('reached'));
      await limits.take('anonymous', 'reached');
      if (Number(await countOf('reached')) > before) return limits;
      await limits.close();
    }
  };
  const withTwo = async (work: (first: Limits, second: Limits) => Promise<void>) => {
    const [one, other] = [await createReaching(waiting), await createReaching(waiting)];
    try {
      await work(one, other);
    } finally {
      await Promise.all([one.close(), other.close()]);
    }
  };
  const onTwo = within(sharedLimits, withTwo);

  sharedLimits.before.each(async () => {
    await redis.command('flushall');
  });
  sharedLimits.after(() => redis.close());

  onTwo('hold for all processes together', async (first, second) => {
    assert.is(await passing(first, 'a', 15), 15);
    assert.is(await passing(second, 'a', 15), 5);
    assert.is(await passing(first, 'a', 15), 0);
    assert.is(await passing(second, 'b', 25), 20);
    const refused = await first.take('anonymous', 'b');
    assert.is(refused.limit, 20);
    assert.is(refused.remaining, 0);
    assert.ok(refused.retryAfter >= 1 && refused.retryAfter <= 60);
    const now = Date.now() / 1000;
    assert.ok(refused.resetAt > now && refused.resetAt < now + 61);
  });

  onTwo('hold where all of them ask at once', async (first, second) => {
    const asked = Array.from({ length: 200 }, (_, at) =>
      (at % 2 === 0 ? first : second).take('paid', 'key'),
    );
    const verdicts = await Promise.all(asked);
    assert.is(verdicts.filter(({ isAllowed }) => isAllowed).length, 120);
  });

  sharedLimits('slide: they count every request of the window, and no other', () =>
    whileOpen(createReaching(waiting), async (limits) => {
      const key = 'trackrecord:anonymous:old';
      const now = Date.now() * 1000;
      const ago = (seconds: number) => String(now - seconds * 1_000_000);
      for (let number = 0; number < 19; number += 1) {
        await redis.command('zadd', key, ago(50), `in ${number}`);
        await redis.command('zadd', key, ago(61), `out ${number}`);
        await redis.command('zadd', key, ago(-3600), `of a clock set back ${number}`);
      }
      const first = await limits.take('anonymous', 'old');
      assert.ok(first.isAllowed);
      assert.is(first.remaining, 0);
      const refused = await limits.take('anonymous', 'old');
      assert.not(refused.isAllowed);
      const spent = (Date.now() - now / 1000) / 1000;
      const { retryAfter } = refused;
      assert.ok(retryAfter >= 10 - spent && retryAfter <= 11, `${retryAfter} after ${spent} s`);
      assert.is(await redis.command('zcard', key), 20);
      const life = Number(await redis.command('pttl', key));
      assert.ok(life > 50_000 && life <= 60_000);
    }),
  );

  onTwo('continue if Redis has lost the script', async (first, second) => {
    assert.is(await passing(first, 'a', 15), 15);
    await redis.command('script', 'flush');
    assert.is(await passing(first, 'a', 3), 3);
    assert.is(await passing(second, 'a', 3), 2);
    assert.is(await countOf('a'), 20);
  });

  sharedLimits('do not let what Redis refuses count in the process', async () => {
    const clock = createMovableClock();
    const limits = await createReaching({ ...waiting, clock });
    const otherLimits = await createReaching(waiting);
    try {
      assert.is(await passing(otherLimits, 'a', 20), 20);
      assert.is(await passing(limits, 'a', 30), 0);
      await redis.command('flushall');
      assert.is(await passing(limits, 'a', 30), 20);
    } finally {
      await Promise.all([limits.close(), otherLimits.close()]);
    }
  });

  onTwo('are no higher after a flush than what the process has counted', async (limits) => {
    assert.is(await passing(limits, 'a', 12), 12);
    await redis.command('flushall');
    assert.is(await passing(limits, 'a', 20), 8);
  });

  for (const fate of ['stopped', 'killed'] as const) {
    sharedLimits(
      `hold while Redis is ${fate}, without delay, and are shared again after`,
      async () => {
        const { log, lines } = notedLog();
        let ahead = 0;
        const clock = { ...systemClock, steady: () => performance.now() + ahead };
        const limits = await createReaching({ redisUrl, log, clock });
        lines.length = 0;
        let waits = 0;
        const counting: Limits = {
          ...limits,
          take(...asked) {
            const verdict = limits.take(...asked);
            if (verdict instanceof Promise) waits += 1;
            return verdict;
          },
        };
        try {
          assert.is(await passing(limits, 'a', 12), 12);
          if (fate === 'stopped') redis.signal('SIGSTOP');
          else await redis.kill();
          assert.is(await passing(counting, 'a', 20), 8);
          assert.is(await passing(counting, 'b', 50), 20);
          assert.is(await passing(counting, 'c', 500), 20);
          assert.ok(waits <= 3, `${waits} of the 48 that are let through waited for Redis`);
          assert.is(lines.length, 1, lines.join('\n'));
          assert.match(lines[0] ?? '', /^Redis is lost/);

          if (fate === 'stopped') redis.signal('SIGCONT');
          else await redis.start();
          let probes = 0;
          await until(async () => {
            probes += 1;
            ahead += 1000;
            await limits.take('anonymous', `probe ${probes}`);
            return lines.length > 1;
          });
          assert.is(lines.length, 2);
          assert.match(lines[1] ?? '', /^Redis is back/);
          assert.is(await passing(limits, 'd', 5), 5);
          assert.is(await countOf('d'), 5);
          assert.not.ok(lines.join().includes(new URL(redisUrl).password));
        } finally {
          redis.signal('SIGCONT');
          await limits.close();
        }
      },
    );
  }

  sharedLimits('never show the password, even where it is wrong', async () => {
    const { log, lines } = notedLog();
    const wrong = new URL(redisUrl);
    wrong.password = 'wrong-and-secret';
    await whileOpen(createLimits({ redisUrl: wrong.href, log }), async (limits) => {
      assert.is(await passing(limits, 'a', 30), 20);
      assert.is(lines.length, 1);
      assert.match(lines[0] ?? '', /WRONGPASS/);
      assert.not.match(lines.join(), /wrong-and-secret/);
    });
  });
}

sharedLimits('hold within the process if Redis was never reachable', async () => {
  const { log, lines } = notedLog();
  await whileOpen(
    createLimits({ redisUrl: 'redis://:secret@127.0.0.1:1', log }),
    async (limits) => {
      const notice = [
        'Redis is lost; each process counts limits by itself; see that Redis runs and that REDIS_URL is right {"reason":"nothing listens at 127.0.0.1:1"}',
      ];
      assert.equal(lines, notice, 'at the start');
      assert.is(await passing(limits, 'a', 50), 20);
      assert.equal(lines, notice, 'once');
    },
  );
});

sharedLimits.run();
