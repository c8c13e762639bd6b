import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { sharedMask } from '../../../pipeline/base/modes.ts';
import { settings } from '../../../pipeline/config/settings.ts';
import { drainMilliseconds } from '../../../server/http/listen.ts';
import { trackrecord } from '../../cli/trackrecord.ts';
import { withDirectory } from '../../support/directory.ts';
import { deployFile, root } from './installed.ts';

const units = suite('systemd units');
const names = [
  'trackrecord.service',
  'trackrecord-schedule.service',
  'trackrecord-run@.service',
] as const;

/** Lists the values of a name in a unit, in order. */
const valuesOf = (unit: string, name: string): string[] =>
  [...deployFile(`systemd/${unit}`).matchAll(/^(\w+)=(.*)$/gm)]
    .filter((match) => match[1] === name)
    .map((match) => match[2] ?? '');

/** Returns the part of a unit that restricts the service. */
const shelter = (unit: string): string | undefined =>
  /NoNewPrivileges=[^[]*/.exec(deployFile(`systemd/${unit}`))?.[0];

for (const unit of names) {
  units(`${unit} sets only what there is to set`, () => {
    const variables = settings.filter(({ isSecret }) => !isSecret).map(({ variable }) => variable);
    const found = valuesOf(unit, 'Environment').map((text) => text.split('=')[0] ?? '');
    assert.ok(found.length > 0);
    assert.equal(
      found.filter((name) => !variables.includes(name)),
      [],
    );
  });

  units(`${unit} starts a command that there is`, async () => {
    const [start = ''] = valuesOf(unit, 'ExecStart');
    const [command = '', ...rest] = start.replace('/usr/bin/env trackrecord ', '').split(' ');
    const { code, stdout } = await trackrecord([command, '--help']);
    assert.is(code, 0);
    const settingsHelp = await trackrecord(['--help']);
    const help = stdout + settingsHelp.stdout;
    for (const flag of rest.filter((word) => word.startsWith('--'))) assert.match(help, flag);
  });

  units(`${unit} makes files as every command does`, () => {
    assert.equal(valuesOf(unit, 'UMask'), [sharedMask.toString(8).padStart(4, '0')]);
  });

  units(`${unit} is given time to end what is under way`, () => {
    assert.ok(Number(valuesOf(unit, 'TimeoutStopSec')[0]) * 1000 >= drainMilliseconds + 5000);
  });
}

units('that compute give way to the server, since the restrictions forbid `setpriority`', () => {
  const weights = names.map((name) => valuesOf(name, 'CPUWeight'));
  assert.equal(weights, [[], ['10'], ['10']]);
});

units('have the same restrictions', () => {
  assert.ok(shelter(names[0])?.includes('ProtectSystem=strict'));
  for (const name of names) assert.is(shelter(name), shelter(names[0]), name);
});

if (spawnSync('systemd-analyze', ['--version']).status !== 0) {
  console.log('skipped: systemd-analyze is not installed');
} else {
  units('are what systemd takes', () =>
    withDirectory(async (directory) => {
      cpSync(join(root, 'server/deploy/systemd'), directory, { recursive: true });
      const files = names.map((name) => join(directory, name));
      const { status, stderr } = spawnSync('systemd-analyze', ['verify', ...files], {
        encoding: 'utf8',
      });
      // Other units of the machine don't belong to us.
      const lines = stderr.split('\n').filter((line) => line.includes('trackrecord'));
      assert.equal([status, lines], [0, []]);
      for (const file of files) {
        const security = ['security', '--offline=true', '--threshold=20', '--no-pager', file];
        assert.match(execFileSync('systemd-analyze', security).toString(), /exposure level .* OK/);
      }
    }),
  );
}

units.run();
