import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS, type Setting } from '../../../pipeline/config/settings.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { deployFile, root } from './installed.ts';

const compose = suite('compose file');

const text = deployFile('docker/compose.yaml');
const settings: readonly Setting<unknown>[] = Object.values(SETTINGS);
const known = settings.map(({ variable }) => variable);

compose('builds the image from an existing file, at the top of the checkout', () => {
  const [, context = ''] = /context: (\S+)/.exec(text) ?? [];
  const [, dockerfile = ''] = /dockerfile: (\S+)/.exec(text) ?? [];
  assert.is(join(root, 'server/deploy/docker', context, '.'), join(root, '.'));
  assert.ok(existsSync(join(root, dockerfile)), dockerfile);
});

compose('sets only settings that exist, and asks for every secret', () => {
  const variables = [...text.matchAll(/^ {4,6}([A-Z_]+): (.*)$/gm)]
    .map(([, name = '', value = '']) => ({ name, value }))
    .filter(({ name }) => !name.startsWith('POSTGRES_'));
  assert.ok(variables.length >= 4);
  for (const { name } of variables) assert.ok(known.includes(name), name);
  const secrets = text.match(/\$\{\w*(?:PASSWORD|SECRET|KEY)\w*[^}]*\}/g) ?? [];
  assert.ok(secrets.length > 0);
  for (const secret of secrets) assert.match(secret, /:\?/, `${secret} has to be said`);
});

compose('passes what sends alerts and what owners compare with to the server', () => {
  const [, server = ''] = /\n {2}server:\n([\s\S]*?)\n\n/.exec(text) ?? [];
  for (const { variable } of [
    ...[SETTINGS.smtpUrl, SETTINGS.mailFrom, SETTINGS.webhookPrivate],
    SETTINGS.benchmarks,
  ]) {
    assert.match(server, new RegExp(`\\n {6}${variable}: \\$\\{${variable}:-`));
  }
});

compose('declares every volume that a service mounts, and opens ports to this machine only', () => {
  const volumes = text.slice(text.indexOf('\nvolumes:\n'));
  const mounted = [...text.matchAll(/^ {6}- (\w+):\//gm)].map(([, name = '']) => name);
  assert.equal([...new Set(mounted)].sort(), ['backup', 'data', 'registry', 'source']);
  for (const name of mounted) assert.ok(volumes.includes(`\n  ${name}:`), name);
  // Other machines reach the service only through a proxy.
  for (const [port] of text.matchAll(/^ {6}- "[\d.:]+"$/gm)) assert.match(port, '127.0.0.1:');
});

compose('has the containers that compute give way to the others', () => {
  const all = text + deployFile('docker/compose.machines.yaml');
  const giving = [...all.matchAll(/command: \["(\w+)".*\n(?: +#.*\n)? {4}cpu_shares: 100\n/g)];
  assert.equal(
    giving.map(([, name]) => name),
    ['schedule', 'work'],
  );
});

compose('with workers names only services, volumes, settings and commands that exist', async () => {
  const beside = deployFile('docker/compose.machines.yaml');
  for (const [, name = ''] of beside.matchAll(/^ {2,6}([A-Z_]+): /gm)) {
    // Amazon's own client reads the keys.
    assert.ok(known.includes(name) || /^AWS_\w+_KEY(?:_ID)?$/.test(name), name);
  }
  const services = [...beside.matchAll(/^ {2}(\w+):\n {4}/gm)].map(([, name = '']) => name);
  assert.equal(services, ['server', 'schedule', 'work']);
  for (const name of ['server', 'schedule']) assert.match(text, `\n  ${name}:\n`);
  assert.match(beside, /\nvolumes:\n {2}store:\n$/);
  for (const [, words = ''] of beside.matchAll(/command: \[(.*)\]/g)) {
    const [command = '', ...rest] = words.split(', ').map((word) => word.slice(1, -1));
    const { code, stdout } = await trackrecord([command, '--help']);
    assert.is(code, 0);
    for (const flag of rest.filter((word) => word.startsWith('--'))) assert.match(stdout, flag);
  }
});

compose.run();
