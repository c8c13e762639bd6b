import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import { rollbackCommand } from '../../../pipeline/commands/rollback.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import {
  currentVersion,
  filesOf,
  storedVersions,
} from '../../../pipeline/publish/snapshot/publish.ts';
import { oneMachine } from '../../../pipeline/run/machines.ts';
import { within } from '../../support/within.ts';
import { account, asOf, type Desk, flipBit, idOf, preparedDesk, trade } from '../desk.ts';
import { refusal } from '../registry/world.ts';
import { createTerminal } from './terminal.ts';

const command = suite('rollback command');

async function rollBack({ dataDir }: Desk, version?: string) {
  const { io, stdout } = createTerminal(asOf);
  const options = version === undefined ? {} : { version };
  await rollbackCommand(readConfig({ TRACKRECORD_DATA: dataDir.path }), options, io);
  return stdout.join('\n');
}

/** Publishes versions with one, two and three trades. */
const withVersions = preparedDesk(async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  for (const ticket of [1, 2, 3]) {
    desk.write(`trades-${ticket}.csv`, [trade('a', ticket)]);
    await desk.run({ keepVersions: 3 });
  }
});
const afterVersions = within(command, withVersions);

const trades = (desk: Desk): number => desk.part(idOf('a'), 'advanced').total_trades;

afterVersions('puts the version before in service, or the one that is named', async (desk) => {
  const [third, second, first] = storedVersions(desk.dataDir);
  assert.match(await rollBack(desk), new RegExp(`^version ${second} is in service`));
  assert.equal([currentVersion(desk.dataDir), trades(desk)], [second, 2]);
  await rollBack(desk);
  assert.equal([currentVersion(desk.dataDir), trades(desk)], [first, 1]);
  await rollBack(desk, third);
  assert.equal([currentVersion(desk.dataDir), trades(desk)], [third, 3]);
});

afterVersions('passes over versions of killed runs, which never were in service', async (desk) => {
  const [third, second] = storedVersions(desk.dataDir);
  desk.write('trades-4.csv', [trade('a', 4)]);
  const dying: typeof oneMachine = {
    ...oneMachine,
    beginPublishing: async (options) => ({
      ...(await oneMachine.beginPublishing(options)),
      publish: async () => {
        throw new CommandError('killed');
      },
    }),
  };
  await refusal(desk.run({ machines: dying }));
  desk.write('trades-5.csv', [trade('a', 5)]);
  await desk.run({ keepVersions: 5 });
  const [fifth, fourth] = storedVersions(desk.dataDir);
  assert.ok(fourth !== third && fifth === currentVersion(desk.dataDir));
  await rollBack(desk);
  assert.is(currentVersion(desk.dataDir), third);
  await rollBack(desk);
  assert.is(currentVersion(desk.dataDir), second);
});

afterVersions("is followed by the next run's version, with a new number", async (desk) => {
  const [third] = storedVersions(desk.dataDir);
  await rollBack(desk);
  const { version } = await desk.run();
  assert.is(version.slice(0, 6), '000004');
  assert.is(version.slice(6), third?.slice(6), 'the same content');
  assert.is(trades(desk), 3);
});

afterVersions('refuses versions that are missing or damaged, and changes nothing', async (desk) => {
  const [third, second, first] = storedVersions(desk.dataDir);
  const unknown = await refusal(rollBack(desk, '000099-0123456789ab'));
  assert.is(
    unknown.message,
    `version 000099-0123456789ab is not kept; kept versions: ${third}, ${second}, ${first}`,
  );
  for (const name of ['../../etc', 'objects', '']) await refusal(rollBack(desk, name));
  const pathsOf = (version = '') => filesOf(desk.dataDir, version).map(({ path }) => path);
  const [path = ''] = pathsOf(second).filter((name) => !pathsOf(first).includes(name));
  flipBit(join(desk.dataDir.snapshots, path));
  assert.match(
    (await refusal(rollBack(desk))).message,
    new RegExp(`^${second} is not whole, nothing was changed: .*${path}`),
  );
  assert.is(currentVersion(desk.dataDir), third);
  await rollBack(desk, first);
  assert.match((await refusal(rollBack(desk))).message, /^no version before/);
});

command.run();
