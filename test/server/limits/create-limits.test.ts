import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Log, silentLog } from '../../../pipeline/log.ts';
import { systemClock } from '../../../server/limits/clock.ts';
import { createLimits } from '../../../server/limits/create-limits.ts';
import type { Limits } from '../../../server/limits/limits.ts';
import { createMovableClock } from './clock.ts';
import { startRedis, until } from './redis-server.ts';

const sharedLimits = suite('limits shared through Redis');

async function passing(limits: Limits, client: string, requests: number): Promise<number> {
  let passed = 0;
  for (let number = 0; number < requests; number += 1) {
    if ((await limits.take('anonymous', client)).isAllowed) passed += 1;
  }
  return passed;
}

function createNotes(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const note = (message: string, fields = {}) => {
    lines.push(message + JSON.stringify(fields));
  };
  return { log: { info: note, warn: note, error: note }, lines };
}

const redis = await startRedis();
if (redis === null) {
  console.log('skipped: no redis-server on the path');
} else {
  const redisUrl = redis.url;
  // However busy the machine: what is shared is what these tests are about.
  const patience = 20_000;
  const patient = { redisUrl, log: silentLog, patience };
  const withTwo = async (work: (one: Limits, other: Limits) => Promise<void>) => {
    const two = await Promise.all([1, 2].map(() => createLimits(patient)));
    const [one, other] = two;
    try {
      if (one && other) await work(one, other);
    } finally {
      await Promise.all(two.map((limits) => limits.close()));
    }
  };

  sharedLimits.before.each(async () => {
    await redis.command('flushall');
  });
  sharedLimits.after(() => redis.close());

  sharedLimits('hold for all processes together', async () => {
    await withTwo(async (one, other) => {
      assert.is(await passing(one, 'a', 15), 15);
      assert.is(await passing(other, 'a', 15), 5);
      assert.is(await passing(one, 'a', 15), 0);
      assert.is(await passing(other, 'b', 25), 20);
      const refused = await one.take('anonymous', 'b');
      assert.is(refused.limit, 20);
      assert.is(refused.remaining, 0);
      assert.ok(refused.retryAfter >= 1 && refused.retryAfter <= 60);
      const now = Date.now() / 1000;
      assert.ok(refused.resetAt > now && refused.resetAt < now + 61);
    });
  });

  sharedLimits('hold where all of them ask at once', async () => {
    await withTwo(async (one, other) => {
      const asked = Array.from({ length: 200 }, (_, at) =>
        (at % 2 === 0 ? one : other).take('paid', 'key'),
      );
      const verdicts = await Promise.all(asked);
      assert.is(verdicts.filter(({ isAllowed }) => isAllowed).length, 120);
    });
  });

  sharedLimits('slide, and forget nothing that is in the window nor keep what is not', async () => {
    const limits = await createLimits(patient);
    try {
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
    } finally {
      await limits.close();
    }
  });

  sharedLimits('do not let what Redis refuses count in the process', async () => {
    const clock = createMovableClock();
    const limits = await createLimits({ ...patient, clock });
    const other = await createLimits(patient);
    try {
      assert.is(await passing(other, 'a', 20), 20);
      assert.is(await passing(limits, 'a', 30), 0);
      await redis.command('flushall');
      assert.is(await passing(limits, 'a', 30), 20);
    } finally {
      await Promise.all([limits.close(), other.close()]);
    }
  });

  sharedLimits('are no higher after a flush than what the process has counted', async () => {
    await withTwo(async (one) => {
      assert.is(await passing(one, 'a', 12), 12);
      await redis.command('flushall');
      assert.is(await passing(one, 'a', 20), 8);
    });
  });

  for (const fate of ['stopped', 'killed'] as const) {
    sharedLimits(
      `hold while Redis is ${fate}, without delay, and are shared again after`,
      async () => {
        const { log, lines } = createNotes();
        let ahead = 0;
        const clock = { ...systemClock, steady: () => performance.now() + ahead };
        const limits = await createLimits({ redisUrl, log, clock });
        try {
          assert.is(await passing(limits, 'a', 12), 12);
          if (fate === 'stopped') redis.signal('SIGSTOP');
          else await redis.kill();
          const started = performance.now();
          assert.is(await passing(limits, 'a', 20), 8);
          assert.is(await passing(limits, 'b', 50), 20);
          assert.is(await passing(limits, 'c', 500), 20);
          // 48 of these are let through; had each waited for Redis, it would be 12 s.
          const spent = performance.now() - started;
          assert.ok(spent < 6000, `${spent} ms`);
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
          assert.is(await redis.command('zcard', 'trackrecord:anonymous:d'), 5);
          assert.not.ok(lines.join().includes(new URL(redisUrl).password));
        } finally {
          redis.signal('SIGCONT');
          await limits.close();
        }
      },
    );
  }

  sharedLimits('never show the password, even where it is wrong', async () => {
    const { log, lines } = createNotes();
    const wrong = new URL(redisUrl);
    wrong.password = 'wrong-and-secret';
    const limits = await createLimits({ redisUrl: wrong.href, log });
    try {
      assert.is(await passing(limits, 'a', 30), 20);
      assert.is(lines.length, 1);
      assert.match(lines[0] ?? '', /WRONGPASS/);
      assert.not.match(lines.join(), /wrong-and-secret/);
    } finally {
      await limits.close();
    }
  });
}

sharedLimits('hold by the process alone where Redis was never there', async () => {
  const { log, lines } = createNotes();
  const limits = await createLimits({ redisUrl: 'redis://:secret@127.0.0.1:1', log });
  try {
    assert.is(await passing(limits, 'a', 50), 20);
    assert.is(lines.length, 1);
    assert.match(lines[0] ?? '', /^Redis is lost.*ECONNREFUSED/);
    assert.not.match(lines.join(), /secret/);
  } finally {
    await limits.close();
  }
});

sharedLimits.run();
