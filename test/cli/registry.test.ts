import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eurusd, withDirectory, world } from '../pipeline/registry/world.ts';
import { trackrecord } from './trackrecord.ts';

const registry = suite('registry and keys on the command line');

const write = (directory: string, name: string, json: unknown) => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
};

registry('a file is applied, dumped, and a key made and looked for', () =>
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

    const create = ['keys', 'create', '--owner', 'solo', '--name', 'bot', '--json'];
    const [dumped, created, unknown] = await Promise.all([
      trackrecord(['registry', 'dump', '--data', env.TRACKRECORD_DATA]),
      trackrecord([...create, '--scope', 'public:read'], env),
      trackrecord(['keys', 'revoke', 'key_nope'], env),
    ]);
    assert.equal([dumped.code, dumped.stderr], [0, '']);
    assert.is(JSON.parse(dumped.stdout).accounts.length, 3);
    assert.is(created.code, 0, created.stderr);
    assert.match(created.stdout, /^\{[^\n]*\}\n$/);
    const key = JSON.parse(created.stdout);
    assert.equal(Object.keys(key), ['id', 'key', 'name', 'owner', 'scopes', 'created_at']);
    assert.equal(key.scopes, ['public:read']);
    assert.is(unknown.code, 1);
    assert.match(unknown.stderr, /^key "key_nope" does not exist[^\n]*\n$/);

    const full = await trackrecord(create, env);
    assert.equal([full.code, full.stdout], [1, '']);
    assert.match(full.stderr, /^owner "solo": the free plan allows 1 active key[^\n]*\n$/);
  }),
);

registry('every refused entry has its line, with exit code 1', () =>
  withDirectory(async (directory) => {
    const file = write(directory, 'bad.json', { accounts: [{ ...eurusd, hide: ['x'] }, 7] });
    const [refused, unusable] = await Promise.all([
      trackrecord(['registry', 'apply', file, '--data', directory]),
      trackrecord(['registry', 'dump', '--data', file]),
    ]);
    assert.equal([refused.code, refused.stdout], [1, '']);
    assert.match(
      refused.stderr,
      /^refused, nothing applied: accounts\[0\] "north-eurusd": hide\[0\] "x" must be one of .*\nrefused, nothing applied: accounts\[1\]: must be object\n$/,
    );
    assert.is(unusable.code, 1);
    assert.match(unusable.stderr, /^registry: cannot open [^\n]+\n$/);
  }),
);

registry.run();
