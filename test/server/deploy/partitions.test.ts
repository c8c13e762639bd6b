import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDirectory } from '../../support/directory.ts';
import { within } from '../../support/within.ts';
import { deployFile, root } from './installed.ts';

const starting = suite('scripts that start partitions');
const inDirectory = within(starting, withDirectory);

/** Puts a program in the path that notes each call, and fails for one partition. */
function pretend(directory: string): { PATH: string; calls: () => string[] } {
  const bin = join(directory, 'bin');
  const noted = join(directory, 'calls');
  mkdirSync(bin);
  const program = join(bin, 'trackrecord');
  writeFileSync(program, `#!/bin/sh\necho "$*" >> '${noted}'\ncase "$*" in *1/3*) exit 1; esac\n`);
  chmodSync(program, 0o755);
  return {
    PATH: `${bin}:${process.env.PATH}`,
    calls: () => readFileSync(noted, 'utf8').trim().split('\n').sort(),
  };
}

const callOf = (data: string, index: number) =>
  `run --data ${data}/${index}-of-3 --partition ${index}/3 --source /in`;

if (spawnSync('parallel', ['--version']).status !== 0) {
  console.log('skipped: GNU parallel is not installed');
} else {
  inDirectory('GNU parallel starts each once, and tells how many failed', async (directory) => {
    const { PATH, calls } = pretend(directory);
    const script = join(root, 'server/deploy/parallel/trackrecord-partitions');
    const data = join(directory, 'data');
    const env = { ...process.env, PATH, HOME: directory, TRACKRECORD_PARTITIONS_DATA: data };
    const { status } = spawnSync(script, ['3', '/in'], { env });
    assert.is(status, 1, 'one failed');
    assert.equal(
      calls(),
      [0, 1, 2].map((index) => callOf(data, index)),
    );
  });
}

inDirectory('a task of a Slurm array runs its partition', async (directory) => {
  const { PATH, calls } = pretend(directory);
  const script = join(root, 'server/deploy/slurm/trackrecord-partitions.sbatch');
  const env = {
    PATH,
    TRACKRECORD_PARTITIONS_DATA: directory,
    TRACKRECORD_SOURCE: '/in',
    SLURM_ARRAY_TASK_COUNT: '3',
    SLURM_ARRAY_TASK_ID: '2',
  };
  assert.is(spawnSync('sh', [script], { env }).status, 0);
  assert.equal(calls(), [callOf(directory, 2)]);
});

starting('Kubernetes has as many indexes as partitions', () => {
  const manifest = deployFile('kubernetes/partitions.yaml');
  const [, completions] = /completions: (\d+)/.exec(manifest) ?? [];
  const [, number] = /name: PARTITIONS\n\s+value: "(\d+)"/.exec(manifest) ?? [];
  assert.is(completions, number);
  assert.match(manifest, `maxFailedIndexes: ${number}\n`);
});

starting.run();
