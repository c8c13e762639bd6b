import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Execution, executeWith } from '../../../pipeline/schedule/execution.ts';
import { withDirectory } from '../../support/directory.ts';
import { program } from '../../support/program.ts';

const execution = suite('commands in processes of their own');

/**
 * Program of which each command says its process. The arguments are its name, its exit code, the
 * bytes held afterwards, and a file to wait for.
 */
const echo = [
  process.execPath,
  '--eval',
  `process.on('message', async ([, code, heldBytes = '0', file]) => {
    while (file && !fs.existsSync(file)) await new Promise(setImmediate);
    process.send({ code: Number(code), lastLine: String(process.pid), heldBytes: Number(heldBytes) });
  }).once('disconnect', () => process.exit())`,
];

const processOf = async ({ ended }: Execution) => (await ended).lastLine;

execution('share a process until one fails or holds much memory', async () => {
  const execute = executeWith(echo, process.env);
  const first = await processOf(execute(['run', '0']));
  assert.is(await processOf(execute(['run', '3'])), first);
  assert.is(await processOf(execute(['run', '1'])), first);
  const second = await processOf(execute(['run', '0', String(2 ** 40)]));
  assert.is.not(second, first);
  assert.is.not(await processOf(execute(['run', '0'])), second);
});

execution(
  'do not get the process of another command, which may have a lower priority',
  async () => {
    const execute = executeWith(echo, process.env);
    const run = await processOf(execute(['run', '0']));
    const sync = await processOf(execute(['sync', '0']));
    assert.is.not(sync, run);
    assert.is(await processOf(execute(['run', '0'])), run);
    assert.is(await processOf(execute(['sync', '0'])), sync);
  },
);

execution('wait for as many statements at once as there are processors, or as asked', async () => {
  const script = "process.on('message', () => process.exit(process.env.UV_THREADPOOL_SIZE))";
  const waits = async (env: Readonly<Record<string, string>>) =>
    (await executeWith([process.execPath, '--eval', script], env)(['run']).ended).code;
  assert.is(await waits({}), Math.max(4, availableParallelism()));
  assert.is(await waits({ UV_THREADPOOL_SIZE: '7' }), 7);
});

execution('leave no listeners on the process that they share', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const execute = executeWith(echo, process.env);
  for (let at = 0; at < 12; at += 1) await execute(['run', '0']).ended;
  process.off('warning', note);
  assert.equal(warnings, []);
});

execution('fail if their process is not started, and end with it', async () => {
  const absent = executeWith(['/no/such/program'], process.env);
  assert.match(await absent(['run']).ended.then(() => '', String), /ENOENT/);
  const ending = executeWith([process.execPath, '--eval', 'process.exit(7)'], process.env);
  assert.equal(await ending(['run']).ended, { code: 7, lastLine: '' });
});

execution('have a process each at the same time, and the last to end keeps its own', () =>
  withDirectory(async (directory) => {
    const execute = executeWith(echo, process.env);
    const file = join(directory, 'end');
    const slow = execute(['run', '0', '0', file]);
    const quick = await processOf(execute(['run', '0']));
    assert.is(await processOf(execute(['run', '0'])), quick);
    writeFileSync(file, '');
    const last = await processOf(slow);
    assert.is.not(last, quick);
    assert.is(await processOf(execute(['run', '0'])), last);
  }),
);

execution('of the program do not know the options of the ones before', () =>
  withDirectory(async (directory) => {
    const entry = program('trackrecord.ts');
    const execute = executeWith([process.execPath, ...entry], process.env);
    const lines: string[] = [];
    for (const day of ['01', '02']) {
      const source = join(directory, day);
      mkdirSync(source);
      const event = `2024-01-${day}T13:30:00Z,USD,high,CPI m/m`;
      writeFileSync(join(source, 'calendar_events.csv'), `time,currency,impact,title\n${event}\n`);
      const args = ['run', '--calendar', '--source', source, '--data', join(directory, 'data')];
      lines.push((await execute(args).ended).lastLine.replace(/^[^:]*/, 'version'));
    }
    const line = 'version: 1 file loaded, 0 known already; 1 row loaded, 0 rejected';
    assert.equal(lines, [line, line]);
  }),
);

execution('go on to their end if the parent is gone, and the process ends then', () =>
  withDirectory(async (directory) => {
    const module = import.meta.resolve('../../../pipeline/schedule/execution.js');
    const [begun, file, done] = ['begun', 'end', 'done'].map((name) => join(directory, name));
    const script = `
      import { existsSync, writeFileSync } from 'node:fs';
      import { answerCommands } from '${module}';
      answerCommands(async ([begun, file, done]) => {
        writeFileSync(begun, '');
        while (!existsSync(file)) await new Promise(setImmediate);
        writeFileSync(done, '');
        return { code: 0, lastLine: '' };
      });`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const ended = once(child, 'exit');
    child.send([begun, file, done]);
    while (!existsSync(begun ?? '')) await new Promise(setImmediate);
    child.disconnect();
    writeFileSync(file ?? '', '');
    assert.equal(await ended, [0, null]);
    assert.ok(existsSync(done ?? ''));
  }),
);

execution.run();
