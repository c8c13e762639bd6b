import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { SETTINGS, settings } from '../../../pipeline/config/settings.ts';
import { deployFile, root } from './installed.ts';

const compose = suite('compose file');

const text = deployFile('docker/compose.yaml');
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
  const giving = [...text.matchAll(/command: \["(\w+)".*\n(?: +#.*\n)? {4}cpu_shares: 100\n/g)];
  assert.equal(
    giving.map(([, name]) => name),
    ['schedule'],
  );
});

compose.run();
