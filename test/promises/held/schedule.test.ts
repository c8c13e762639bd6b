import { existsSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { lastRuns } from '../../../pipeline/run/run-log.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { account, asOf, type Desk, idOf, trade, withDesk } from '../../pipeline/desk.ts';
import { startCommand } from '../../server/commands/process.ts';

const schedule = suite('held back by the schedule');

const entry = (slug: string) => ({
  slug,
  type: 'account',
  account_id: idOf(slug),
  owner: 'desk',
  name: 'Some account',
  published: true,
});

async function register({ dataDir }: Desk): Promise<void> {
  const registry = await openRegistry({ dataDir, clock: () => asOf });
  await applyRegistry(registry, {
    owners: [{ slug: 'desk', name: 'Desk' }],
    accounts: [
      ...['well', 'sick', 'unseen'].map(entry),
      {
        slug: 'both',
        type: 'portfolio',
        owner: 'desk',
        name: 'Some account',
        currency: 'USD',
        members: ['well', 'sick'],
        published: true,
      },
    ],
  });
  await registry.close();
}

const every = 'include=equity_curve,twr,monthly,by_symbol,by_magic_number,advanced';

schedule('is told to operators alone, alarms nobody, and is over once the rows are repaired', () =>
  withDesk(async (desk) => {
    await register(desk);
    desk.write('accounts.csv', [account('well'), account('sick')]);
    desk.write('trades.csv', [trade('well', 1), trade('sick', 1, { profit: '1e8' })]);
    desk.write('trades-2.csv', [trade('sick', 2, { profit: '0.00000001' })]);
    const note = `${desk.dataDir.path}.note`;
    const { child, output, answers, ended } = startCommand(
      ['serve', '--with-schedule', '--source', desk.source],
      desk.dataDir,
      { TRACKRECORD_CRON: '*/4 * * * * *', TRACKRECORD_ON_FAILURE: `touch '${note}'` },
    );
    const { url } = await answers;
    const ask = async (path: string) => (await fetch(`${url}${path}`)).text();
    const until = async (held: number): Promise<void> => {
      while (lastRuns(desk.dataDir, 1)[0]?.accounts_held_back !== held) {
        await new Promise((resolve) => wait(resolve, 100));
      }
    };
    await until(2);
    // Logged when its process has ended, which is after the run is recorded.
    const done = /"job":"accounts".*"msg":"job done, some input was refused or held back"/;
    while (!done.test(output.stderr)) await new Promise((resolve) => wait(resolve, 100));
    const line = `${idOf('sick')} is held back by amounts_are_exact (amounts bookings, decimals 8, largest 100001000`;
    assert.ok(output.stderr.includes(line), output.stderr);

    const said: Record<string, string> = {};
    for (const slug of ['well', 'sick', 'unseen', 'both']) {
      said[slug] = await ask(`/api/v1/accounts/${slug}?${every}`);
    }
    assert.is(JSON.parse(said.well ?? '').advanced.total_trades, 1);
    assert.is(said.sick, said.unseen?.replaceAll('unseen', 'sick'), 'as one that no source names');
    const page = await ask('/account/sick');
    const strangers = [
      ...Object.values(said),
      page,
      await ask('/api/v1/search/accounts'),
      await ask('/'),
      await ask('/readyz'),
    ];
    for (const answer of strangers) assert.not.match(answer, /held|amounts_are_exact|@Desk-Live/);

    const status = await trackrecord(['status', '--data', desk.dataDir.path]);
    assert.is(status.code, 0);
    assert.match(
      status.stdout,
      /is held back by amounts_are_exact \(.*\); it stays unpublished, since \d{4}-.*\nportfolio:both is held back by member_held_back \(MT5:sick@Desk-Live held back\)/,
    );
    const json = JSON.parse(
      (await trackrecord(['status', '--json', '--data', desk.dataDir.path])).stdout,
    );
    assert.equal(
      json.held_back.map(({ id }: { id: string }) => id),
      [idOf('sick'), 'portfolio:both'],
    );
    assert.is(json.runs[0].accounts_held_back, 2);
    const verified = await trackrecord(['verify', '--data', desk.dataDir.path]);
    assert.equal([verified.code, verified.stderr], [0, '']);
    assert.match(verified.stdout, /totals agree with the warehouse\n.*is held back by/);

    desk.write('trades-2.csv', [trade('sick', 2, { profit: '0.01' })]);
    await until(0);
    const trades = async (): Promise<number> =>
      JSON.parse(await ask('/api/v1/accounts/both?include=advanced')).advanced?.total_trades;
    while ((await trades()) !== 3) await new Promise((resolve) => wait(resolve, 100));
    assert.not(existsSync(note));
    child.kill('SIGTERM');
    assert.is(await ended, 0);
  }),
);

schedule.run();
