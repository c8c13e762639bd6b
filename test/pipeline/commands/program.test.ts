import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CommandError } from '../../../pipeline/base/errors.ts';
import type { Command } from '../../../pipeline/commands/io.ts';
import { collectValues, createProgram } from '../../../pipeline/commands/program.ts';
import type { Config } from '../../../pipeline/config/config.ts';

const program = suite('program');

type Options = {
  readonly file: string;
  readonly source?: readonly string[];
  readonly asOf?: string;
};

async function main(args: string[], command: Command<Options>, env: Record<string, string> = {}) {
  const { run, lines } = prepare(command, env);
  return { code: await run(args), lines };
}

function prepare(command: Command<Options>, env: Record<string, string> = {}) {
  const lines: string[] = [];
  const io = {
    stdout: (line: string) => void lines.push(`out ${line}`),
    stderr: (line: string) => void lines.push(`err ${line}`),
    clock: () => new Date(0),
    env,
    program: [],
  };
  const { program, perform, main } = createProgram(io, '1.2.3');
  program
    .command('do')
    .argument('<file>')
    .option('--source <dir>', 'x', collectValues)
    .option('--as-of <instant>')
    .action(perform(async () => ({ command }), 'command'));
  return { run: main, lines };
}

program('gives a command its configuration, its options and its arguments by name', async () => {
  const seen: [Config, Options][] = [];
  const args = ['do', 'f', '--source', 'a', '--source', 'b', '--as-of', 'x', '--port', '9'];
  const { code } = await main(
    args,
    async (config, options) => {
      seen.push([config, options]);
      return 3;
    },
    { HOST: '::1', PORT: '8' },
  );
  assert.is(code, 3);
  assert.equal(seen[0]?.[1], { file: 'f', source: ['a', 'b'], asOf: 'x' });
  assert.equal([seen[0]?.[0].host, seen[0]?.[0].port], ['::1', 9]);
});

program('takes a setting before and after the command', async () => {
  const ports: number[] = [];
  for (const args of [
    ['--port', '1', 'do', 'f'],
    ['do', '--port', '1', 'f'],
  ]) {
    await main(args, async ({ port }) => ports.push(port));
  }
  assert.equal(ports, [1, 1]);
});

program('does many commands one after another, and none leaves a listener', async () => {
  const warnings: string[] = [];
  const note = ({ message }: Error) => void warnings.push(message);
  process.on('warning', note);
  const { run } = prepare(async () => 0);
  for (let at = 0; at < 12; at += 1) await run(['do', 'f']);
  // Warnings come after what is under way.
  await new Promise(setImmediate);
  process.off('warning', note);
  assert.equal(warnings, []);
});

const failing =
  (error: unknown): Command<Options> =>
  async () => {
    throw error;
  };

program('ends a refused command with its line and exit code', async () => {
  const error = new CommandError('the lock is held', 75);
  assert.equal(await main(['do', 'f'], failing(error)), {
    code: 75,
    lines: ['err the lock is held'],
  });
});

program('ends an unexpected error with one line and 1, and shows where on request', async () => {
  const error = new TypeError('no such\n  thing');
  const quiet = await main(['do', 'f'], failing(error));
  assert.equal(quiet, {
    code: 1,
    lines: [
      'err unexpected error: TypeError: no such thing; LOG_LEVEL=debug shows where it happened',
    ],
  });
  for (const args of [
    ['do', 'f', '--log-level', 'debug'],
    ['do', 'f'],
  ]) {
    const { code, lines } = await main(args, failing(error), { LOG_LEVEL: 'debug' });
    assert.is(code, 1);
    assert.match(lines.join(), 'program.test.');
  }
  assert.is((await main(['do', 'f'], failing('text'))).code, 1);
});

program('answers --version and --help on stdout', async () => {
  const command = async () => 0;
  assert.equal(await main(['--version'], command), { code: 0, lines: ['out 1.2.3'] });
  const help = await main(['do', '--help'], command);
  assert.is(help.code, 0);
  assert.match(help.lines.join(), '--as-of <instant>');
  assert.not.match(help.lines.join(), '--calendar-cron');
  assert.match((await main(['--help'], command)).lines.join(), '--calendar-cron');
});

program.run();
