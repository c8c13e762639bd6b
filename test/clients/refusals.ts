import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../support/within.ts';
import { noon, type Running } from './running.ts';

type WithExpert = (work: (running: Running) => Promise<void>) => Promise<void>;

/** Adds tests to a suite: how its running Expert Advisor handles refusals of a server. */
export function addRefusals(
  expert: Test,
  withExpert: WithExpert,
  begin: (ea: Running['ea']) => Promise<unknown>,
): void {
  const byExpert = within(expert, withExpert);
  byExpert(
    'does not take the page of a network that asks to sign in for an answer',
    async ({ ea, server }) => {
      await begin(ea);
      server.take();
      ea.takeLog();
      for (const [status, body] of [
        [200, '<html>Welcome</html>'],
        [200, '{"receipt":"r","deals":5}'],
        [202, '{"ok":true}'],
        [204, ''],
      ] as const) {
        server.fixed = { status, body };
        await ea.say('pass 130');
      }
      const log = ea.takeLog();
      assert.is(log.length, 1);
      assert.match(log[0] ?? '', /^Something other than trackrecord answers at http/);
      server.fixed = null;
      await ea.say('pass 64');
      const [facts] = server.takeSent();
      assert.ok((facts?.equity.length ?? 0) >= 8, 'every minute was kept');
    },
  );

  byExpert(
    'stops where the server refuses the account, and says why in its words',
    async ({ ea, server }) => {
      const operator = 'The operator loads this account. Set "owner_data": true.';
      const quota = 'The free plan allows 2,000,000 rows of data (limit: rows). Ask.';
      for (const [status, detail] of [
        [409, operator],
        [413, quota],
      ] as const) {
        server.fixed = { status, body: JSON.stringify({ type: 'x', status, detail }) };
        server.asked = 0;
        await begin(ea);
        await ea.say('pass 7200');
        assert.is(server.asked, 1);
        assert.is(
          ea.takeLog().at(-1),
          `The server answered ${status}: ${detail} Nothing more is sent until you start this Expert Advisor again.`,
        );
        await ea.say('deinit');
      }
      server.fixed = null;
      await begin(ea);
      assert.ok(server.takeSent().length > 0, 'it sends again once it is started');
    },
  );

  byExpert(
    'waits for midnight UTC where the bytes of the day are used up',
    async ({ ea, server }) => {
      const detail =
        'The free plan allows 64 MiB (limit: bytes_a_day). Send the rest after midnight UTC.';
      server.fixed = { status: 413, body: JSON.stringify({ detail }) };
      await begin(ea);
      await ea.say('pass 43100');
      assert.is(server.asked, 1);
      assert.is(ea.takeLog().at(-1), `The server answered 413: ${detail}`);
      await ea.say('pass 100');
      assert.is(server.asked, 2);
    },
  );

  byExpert(
    'reads a Retry-After that is a date, and goes on where it is nothing of use',
    async ({ ea, server }) => {
      const until = async (value: string) => {
        server.asked = 0;
        server.fixed = { status: 429, body: '{}', headers: { 'retry-after': value } };
        await begin(ea);
        const asked: number[] = [];
        for (let at = 0; at < 20; at += 1) {
          await ea.say('pass 30');
          asked.push(server.asked);
        }
        await ea.say('deinit', `gmt ${noon}`);
        return asked.findIndex((count) => count > 1) * 30;
      };
      assert.is(await until('Mon, 04 Mar 2024 12:05:00 GMT'), 270);
      assert.is(await until('120'), 90);
      for (const value of [
        'Mon, 04 Mar 2024 11:00:00 GMT',
        'Mon, 04 Foo 2024 13:00:00 GMT',
        'soon',
        '-5',
      ]) {
        assert.is(await until(value), 0, value);
      }
    },
  );
}
