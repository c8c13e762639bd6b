import type { Test } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../support/within.ts';
import type { Running } from './running.ts';

type WithExpert = (
  work: (running: Running) => Promise<void>,
  inputs?: Record<string, string>,
) => Promise<void>;

/** Adds tests to a suite: how its running Expert Advisor shows a code that confirms the account. */
export function addCodes(
  expert: Test,
  withExpert: WithExpert,
  begin: (ea: Running['ea']) => Promise<unknown>,
): void {
  const byExpert = within(expert, withExpert);
  const asked = (server: Running['server']) =>
    server.take().filter(({ path }) => path === '/connect/v1/code');
  const onChart = (ea: Running['ea']) => ea.takeLog().filter((line) => line.startsWith('[chart]'));

  byExpert('asks for no code unless its user wants one', async ({ ea, server }) => {
    server.code = 'ABCDE-23456';
    await begin(ea);
    await ea.say('pass 1300');
    assert.equal(asked(server), []);
    assert.equal(onChart(ea), []);
  });

  byExpert(
    'shows a code after it has sent its data, another every ten minutes, and then none',
    { InpShowCode: '1' },
    async ({ ea, server }) => {
      server.code = 'ABCDE-23456';
      await begin(ea);
      await ea.say('pass 30');
      const paths = server.take().map(({ path }) => path);
      assert.ok(paths.indexOf('/connect/v1/facts') < paths.indexOf('/connect/v1/code'));
      assert.equal(onChart(ea), [
        `[chart] trackrecord: type the code ABCDE-23456 at ${server.url}/me, on the page of this account. It is good for 10 minutes. Never tell it to anybody.`,
      ]);
      server.code = 'FGHJK-23456';
      await ea.say('pass 620');
      const [sent, ...more] = asked(server);
      assert.is(more.length, 0);
      assert.is(sent?.sent?.account.number, 5001);
      assert.is(sent?.sent?.account.server, 'Simulated-Live');
      assert.match(onChart(ea)[0] ?? '', 'FGHJK-23456');
      server.code = null;
      await ea.say('pass 1900');
      assert.is(asked(server).length, 1);
      assert.equal(onChart(ea), ['[chart] trackrecord: this account is confirmed as yours.']);
      await ea.say('deinit');
      assert.equal(onChart(ea), ['[chart] ']);
    },
  );

  byExpert(
    'shows no code of the account that its terminal has left',
    { InpShowCode: '1' },
    async ({ ea, server }) => {
      server.code = 'ABCDE-23456';
      await begin(ea);
      await ea.say('pass 30');
      server.take();
      ea.takeLog();
      server.mood = 'down';
      await ea.say('account 5002 USD 1000 1000', 'pass 10');
      assert.equal(onChart(ea), ['[chart] ']);
    },
  );
}
