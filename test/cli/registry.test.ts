import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { eurusd, withDirectory, world } from '../pipeline/registry/world.ts';
import { trackrecord } from './trackrecord.ts';

const registry = suite('registry and keys on the command line');

const write = (directory: string, name: string, json: unknown) => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
};

registry('apply puts a file in force and dump gives it back', () =>
  withDirectory(async (directory) => {
    const env = { TRACKRECORD_DATA: join(directory, 'data') };
    const file = write(directory, 'world.json', world);
    const applied = await trackrecord(['registry', 'apply', file], env);
    assert.is(applied.code, 0, applied.stderr);
    assert.is(applied.stdout, `applied 2 owners and 3 accounts from ${file}\n`);
    assert.match(
      applied.stderr,
      /^warning: accounts\[0\] "north-eurusd": volume is hidden, but .*\n$/,
    );

    const dumped = await trackrecord(['registry', 'dump'], env);
    assert.equal([dumped.code, dumped.stderr], [0, '']);
    const again = write(directory, 'again.json', JSON.parse(dumped.stdout));
    await trackrecord(['registry', 'apply', again, '--data', env.TRACKRECORD_DATA]);
    assert.is((await trackrecord(['registry', 'dump'], env)).stdout, dumped.stdout);
  }),
);

registry('apply names every refused entry and exits with 1', () =>
  withDirectory(async (directory) => {
    const env = { TRACKRECORD_DATA: directory };
    const file = write(directory, 'bad.json', { accounts: [{ ...eurusd, hide: ['x'] }, 7] });
    const { code, stdout, stderr } = await trackrecord(['registry', 'apply', file], env);
    assert.equal([code, stdout], [1, '']);
    assert.match(
      stderr,
      /^refused, nothing applied: accounts\[0\] "north-eurusd": hide\[0\] "x" must be one of .*\nrefused, nothing applied: accounts\[1\]: must be object\n$/,
    );

    const noJson = join(directory, 'no.json');
    writeFileSync(noJson, '{"owners": [');
    const broken = await trackrecord(['registry', 'apply', noJson], env);
    assert.is(broken.code, 1);
    assert.match(broken.stderr, /^\S+no\.json is not JSON: [^\n]*; nothing applied\n$/);
  }),
);

registry('keys are created, listed without themselves, and revoked', () =>
  withDirectory(async (directory) => {
    const env = { TRACKRECORD_DATA: directory };
    const registry = await openRegistry({ dataDir: directory, clock: () => new Date() });
    await applyRegistry(registry, world);
    await registry.close();
    const [json, plain] = await Promise.all([
      trackrecord(
        ['keys', 'create', '--owner', 'solo', '--name', 'bot', '--scope', 'public:read', '--json'],
        env,
      ),
      trackrecord(['keys', 'create', '--owner', 'north-desk', '--name', 'x'], env),
    ]);
    assert.is(json.code, 0, json.stderr);
    assert.match(json.stdout, /^\{[^\n]*\}\n$/);
    const created = JSON.parse(json.stdout);
    assert.equal(Object.keys(created), ['id', 'key', 'name', 'owner', 'scopes', 'created_at']);
    assert.equal(created.scopes, ['public:read']);

    assert.match(plain.stdout, /^tr_live_[0-9A-Za-z]{38}\n$/);
    assert.match(plain.stderr, /^key_\w+ of north-desk \(accounts:read, public:read\): [^\n]*\n$/);

    const list = ['keys', 'list', '--owner', 'solo'];
    const [full, ...lists] = await Promise.all([
      trackrecord(['keys', 'create', '--owner', 'solo', '--name', 'two'], env),
      trackrecord(list, env),
      trackrecord([...list, '--json'], env),
    ]);
    assert.is(full.code, 1);
    assert.match(full.stderr, /^owner "solo": the free plan allows 1 active key[^\n]*\n$/);
    for (const listed of lists) {
      assert.is(listed.code, 0);
      assert.match(listed.stdout, created.id);
      assert.not.match(listed.stdout, created.key.slice(8));
      assert.not.match(listed.stdout, /[0-9a-f]{64}/);
    }

    const revoke = () => trackrecord(['keys', 'revoke', created.id], env);
    assert.equal(await revoke(), { code: 0, stdout: `revoked ${created.id}\n`, stderr: '' });
    assert.equal(await revoke(), {
      code: 0,
      stdout: `${created.id} was revoked before\n`,
      stderr: '',
    });
    const [unknown, next] = await Promise.all([
      trackrecord(['keys', 'revoke', 'key_nope'], env),
      trackrecord(['keys', 'create', '--owner', 'solo', '--name', 'two'], env),
    ]);
    assert.is(unknown.code, 1);
    assert.match(unknown.stderr, /^key "key_nope" does not exist[^\n]*\n$/);
    assert.is(next.code, 0, next.stderr);
  }),
);

registry('an unusable data directory is one line and exit code 1', () =>
  withDirectory(async (directory) => {
    const path = write(directory, 'file', 'x');
    const { code, stderr } = await trackrecord(['registry', 'dump', '--data', path]);
    assert.is(code, 1);
    assert.match(stderr, /^registry: cannot open [^\n]+\n$/);
  }),
);

registry.run();
