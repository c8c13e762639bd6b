import { writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { eurusd, world } from '../pipeline/registry/world.ts';
import { withDirectory } from '../support/directory.ts';
import { within } from '../support/within.ts';
import { trackrecord } from './trackrecord.ts';

const registry = suite('registry and keys on the command line');
const inDirectory = within(registry, withDirectory);

const write = (directory: string, name: string, json: unknown) => {
  const path = join(directory, name);
  writeFileSync(path, JSON.stringify(json));
  return path;
};

inDirectory('apply and dump a file, create a key and find it', async (directory) => {
  const env = { TRACKRECORD_DATA: join(directory, 'data') };
  const file = write(directory, 'world.json', world);
  const applied = await trackrecord(['registry', 'apply', file], env);
  assert.is(applied.code, 0, applied.stderr);
  assert.match(
    applied.stdout,
    /^shows more: account north-eurusd is marked: identity .*\nshows more: account north-eurusd is marked: track_record .*\nshows more: account north-eurusd is published, hiding volume, comment\napplied 2 owners and 3 accounts from [^\n]*world.json\n$/,
  );
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

  const audited = await trackrecord(['registry', 'audit', '--slug', 'solo'], env);
  assert.match(
    audited.stdout,
    `  keys create (${userInfo().username})  owner solo: keys.${key.id} from null to {"name":"bot","scopes":["public:read"]}\n`,
  );

  const full = await trackrecord(create, env);
  assert.equal([full.code, full.stdout], [1, '']);
  assert.match(full.stderr, /^owner "solo": the free plan allows 1 active key[^\n]*\n$/);
});

inDirectory('check a file without a change, and list past changes', async (directory) => {
  const env = { TRACKRECORD_DATA: join(directory, 'data') };
  await trackrecord(['registry', 'apply', write(directory, 'world.json', world)], env);
  const change = { slug: 'north-eurusd', hide: ['comment'] };
  const file = write(directory, 'change.json', { accounts: [change] });
  const bad = write(directory, 'bad.json', { accounts: [{ ...change, hide: ['x'] }] });
  const [checked, refused] = await Promise.all([
    trackrecord(['registry', 'apply', '--check', file], env),
    trackrecord(['registry', 'apply', bad, '--check'], env),
  ]);
  assert.equal(
    [checked.code, checked.stdout],
    [
      0,
      `would change: account north-eurusd: hide from ["volume","comment"] to ["comment"]
would show more: account north-eurusd no longer hides volume
nothing applied: 0 owners and 1 account from ${file} would change 1 field, and 1 of them would show more
`,
    ],
  );
  assert.equal([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^refused, nothing applied: accounts\[0\] [^\n]*\n$/);

  const before = await trackrecord(['registry', 'audit', '--json'], env);
  const applied = await trackrecord(['registry', 'apply', file], env);
  assert.match(
    applied.stdout,
    /^shows more: account north-eurusd no longer hides volume\napplied /,
  );
  const after = await trackrecord(['registry', 'audit', '--slug', 'north-eurusd', '--json'], env);
  const { at, number, ...last } = JSON.parse(after.stdout).at(-1);
  assert.is(number, JSON.parse(before.stdout).length + 1);
  assert.equal(last, {
    actor: `registry apply (${userInfo().username})`,
    kind: 'account',
    entry: 'north-eurusd',
    field: 'hide',
    from: ['volume', 'comment'],
    to: ['comment'],
    shows: 'no longer hides volume',
  });
  const words = await trackrecord(['registry', 'audit'], env);
  assert.is(
    words.stdout.trim().split('\n').at(-1),
    `${at}  ${last.actor}  account north-eurusd: hide from ["volume","comment"] to ["comment"] (shows more: no longer hides volume)`,
  );
});

inDirectory('add the first operator, with a link to sign in', async (directory) => {
  const env = { TRACKRECORD_DATA: join(directory, 'data'), BASE_URL: 'https://records.example' };
  const add = ['owners', 'add', 'boss', '--operator'];
  const added = await trackrecord(add, env);
  assert.is(added.code, 0, added.stderr);
  assert.match(added.stdout, /^https:\/\/records\.example\/me\/invite\/tr_invite_[\w-]+\n$/);
  assert.match(
    added.stderr,
    /^Anyone with this link can sign in as boss\. It works once and expires on \d+ \w+ \d{4}, \d\d:\d\d UTC\.\n$/,
  );
  const [again, wrong, json, dumped] = [
    await trackrecord(add, env),
    await trackrecord(['owners', 'add', 'Solo', '--name', 'x', '--plan', 'gold'], env),
    await trackrecord(['owners', 'add', 'solo', '--name', 'S', '--plan', 'pro', '--json'], env),
    await trackrecord(['registry', 'dump'], env),
  ];
  assert.equal([again.code, again.stdout], [1, '']);
  assert.match(again.stderr, /^owner "boss" exists already; owners invite [^\n]*\n$/);
  assert.equal([wrong.code, wrong.stdout], [2, '']);
  assert.match(
    wrong.stderr,
    /^owners add: slug "Solo" must be [^\n]*; plan "gold" must be [^\n]*\n$/,
  );
  assert.equal(Object.keys(JSON.parse(json.stdout)), ['owner', 'url', 'expires_at']);
  const nothing = { about: null, link: null };
  assert.equal(JSON.parse(dumped.stdout).owners, [
    { slug: 'boss', name: null, plan: 'free', plan_until: null, role: 'operator', ...nothing },
    { slug: 'solo', name: 'S', plan: 'pro', plan_until: null, role: 'owner', ...nothing },
  ]);
});

inDirectory('list owners, and remove one with all accounts', async (directory) => {
  const env = { TRACKRECORD_DATA: join(directory, 'data'), BASE_URL: 'https://records.example' };
  await trackrecord(['owners', 'add', 'boss', '--operator'], env);
  const world = join(directory, 'world.json');
  const account = { slug: 'gold', type: 'account', account_id: 'MT5:1@X', owner: 'north' };
  const accounts = [{ ...account, name: 'Gold', published: true }];
  writeFileSync(
    world,
    JSON.stringify({ owners: [{ slug: 'north', name: 'N', plan: 'pro' }], accounts }),
  );
  assert.is((await trackrecord(['registry', 'apply', world], env)).code, 0);
  const list = await trackrecord(['owners', 'list'], env);
  const boss = 'boss\t\tfree\toperator\t0 accounts, 0 published\thas no password yet\n';
  const north = 'north\tN\tpro\towner\t1 account, 1 published\thas no password yet\n';
  assert.is(list.stdout, boss + north);
  const [asked, unknown, removed, after] = [
    await trackrecord(['owners', 'remove', 'north'], env),
    await trackrecord(['owners', 'remove', 'nobody', '--yes'], env),
    await trackrecord(['owners', 'remove', 'north', '--yes'], env),
    await trackrecord(['owners', 'list', '--json'], env),
  ];
  const what = 'north with 1 account (1 published), keys and sent data';
  assert.equal([asked.code, asked.stderr], [2, `would remove ${what}, for ever; add --yes\n`]);
  assert.is(unknown.code, 1);
  assert.match(unknown.stderr, /^owner "nobody" is not in the registry;/);
  assert.equal([removed.code, removed.stdout], [0, `removed ${what}\n`]);
  assert.equal(JSON.parse(after.stdout), [
    {
      slug: 'boss',
      name: null,
      plan: 'free',
      role: 'operator',
      accounts: 0,
      published: 0,
      signs_in: false,
    },
  ]);
  assert.equal(JSON.parse((await trackrecord(['registry', 'dump'], env)).stdout).accounts, []);
});

inDirectory('every refused entry has its line, with exit code 1', async (directory) => {
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
  assert.match(
    unusable.stderr,
    /^cannot read the data directory [^\n]+ is a file, not a folder; [^\n]+\n$/,
  );
});

registry.run();
