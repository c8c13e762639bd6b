import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import type { Command } from '../../../pipeline/commands/io.ts';
import {
  keysCreateCommand,
  keysListCommand,
  keysRevokeCommand,
} from '../../../pipeline/commands/keys.ts';
import { registryApplyCommand, registryDumpCommand } from '../../../pipeline/commands/registry.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { withDirectory } from '../../support/directory.ts';
import { now, refusal, withRegistry, world } from '../registry/world.ts';

const commands = suite('registry and keys commands');

async function call<Options>(dataDir: DataDirectory, command: Command<Options>, options: Options) {
  const stdout: string[] = [];
  const stderr: string[] = [];
  const io = {
    stdout: (line: string) => void stdout.push(line),
    stderr: (line: string) => void stderr.push(line),
    clock: () => now,
    env: {},
    program: [],
  };
  const code = await command(readConfig({ TRACKRECORD_DATA: dataDir.path }), options, io);
  return { code, stdout, stderr };
}

const onWorld = (work: (dataDir: DataDirectory) => Promise<void>) =>
  withRegistry(async (registry, dataDir) => {
    await applyRegistry(registry, world);
    await work(dataDir);
  });

commands('registry dump gives what registry apply takes', () =>
  onWorld(async (dataDir) => {
    const first = await call(dataDir, registryDumpCommand, {});
    const file = join(dataDir.path, 'dump.json');
    writeFileSync(file, first.stdout.join('\n'));
    const applied = await call(dataDir, registryApplyCommand, { file });
    assert.equal(applied.stdout, [`applied 2 owners and 3 accounts from ${file}`]);
    assert.equal(await call(dataDir, registryDumpCommand, {}), first);
  }),
);

commands('registry apply says which file is not JSON', () =>
  withDirectory(async (directory) => {
    const dataDir = dataDirectory(directory);
    const file = join(dataDir.path, 'no.json');
    writeFileSync(file, '{"owners": [');
    const { message, exitCode } = await refusal(call(dataDir, registryApplyCommand, { file }));
    assert.is(exitCode, 1);
    assert.match(
      message,
      /no\.json is not JSON: line 1, column 13: it ends too early: a value or \] is missing; nothing applied$/,
    );
    writeFileSync(file, Buffer.from([0x22, 0xff, 0x22]));
    assert.match(
      (await refusal(call(dataDir, registryApplyCommand, { file }))).message,
      /^cannot read/,
    );
  }),
);

commands('keys create prints the key alone on stdout', () =>
  onWorld(async (dataDir) => {
    const options = { owner: 'north-desk', name: 'x' };
    const { stdout, stderr } = await call(dataDir, keysCreateCommand, options);
    assert.match(stdout.join('\n'), /^tr_live_[0-9A-Za-z]{38}$/);
    assert.match(
      stderr.join('\n'),
      /^key_\w+ of north-desk \(accounts:read, public:read\): [^\n]*$/,
    );
  }),
);

commands('keys list shows neither key nor hash', () =>
  onWorld(async (dataDir) => {
    const options = { owner: 'solo', name: 'bot', scope: ['public:read'], json: true };
    const created = await call(dataDir, keysCreateCommand, options);
    const { id, key } = JSON.parse(created.stdout.join());
    const text = await call(dataDir, keysListCommand, { owner: 'solo' });
    const json = await call(dataDir, keysListCommand, { owner: 'solo', json: true });
    assert.equal(JSON.parse(json.stdout.join()), [
      {
        id,
        owner: 'solo',
        name: 'bot',
        scopes: ['public:read'],
        created_at: '2026-03-01T12:00:00Z',
        revoked_at: null,
        last_used_at: null,
        requests: 0,
      },
    ]);
    assert.match(text.stdout.join(), `${id}\tbot\tpublic:read\t`);
    assert.not.match(text.stdout.join(), key.slice(8));
    assert.not.match(text.stdout.join(), /[0-9a-f]{64}/);
  }),
);

commands('keys revoke says whether the key was valid', () =>
  onWorld(async (dataDir) => {
    const options = { owner: 'solo', name: 'bot', json: true };
    const { id } = JSON.parse((await call(dataDir, keysCreateCommand, options)).stdout.join());
    const revoke = async () => (await call(dataDir, keysRevokeCommand, { id })).stdout.join();
    assert.is(await revoke(), `revoked ${id}`);
    assert.is(await revoke(), `${id} was revoked before`);
    await call(dataDir, keysCreateCommand, options);
  }),
);

commands('keys of a connection are made, listed and revoked by the same commands', () =>
  onWorld(async (dataDir) => {
    const whose = { connection: true, account: 'north-gold' };
    const created = await call(dataDir, keysCreateCommand, { ...whose, name: 'ea', json: true });
    const { id, key } = JSON.parse(created.stdout.join());
    assert.match(key, /^tr_conn_/);
    const listed = await call(dataDir, keysListCommand, whose);
    assert.match(listed.stdout.join(), `${id}\tea\tconnection\t`);
    assert.is((await call(dataDir, keysRevokeCommand, { id })).stdout.join(), `revoked ${id}`);
    for (const wrong of [{}, { connection: true }, { ...whose, owner: 'solo' }, { account: 'x' }]) {
      const { exitCode } = await refusal(call(dataDir, keysCreateCommand, { ...wrong, name: 'x' }));
      assert.is(exitCode, 2);
    }
  }),
);

commands.run();
