import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageRoot } from '../../pipeline/base/package-root.ts';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import { examples } from '../../pipeline/commands/examples.ts';
import { settings } from '../../pipeline/config/settings.ts';
import { importFormats } from '../../pipeline/platforms/index.ts';
import { withDirectory } from '../support/directory.ts';
import { commandsListed, type Outcome, trackrecord, trackrecordHere } from './trackrecord.ts';

const usage = suite('command line');

const isOneLine = ({ stderr }: Outcome) => assert.match(stderr, /^[^\n]+\n$/);

const flagsIn = (text: string): string[] => text.match(/--[a-z][a-z-]*/g) ?? [];

const groups = ['registry', 'keys', 'owners', 'secrets'];

usage('--help lists commands in groups with an example each, then every setting', async () => {
  const { code, stdout, stderr } = await trackrecord(['--help']);
  assert.equal([code, stderr], [0, '']);
  const headings = [...stdout.matchAll(/^([A-Z][^:\n]*):$/gm)].map(([, heading]) => heading);
  assert.equal(headings, [
    'Options',
    ...['Try it', 'Set up', 'Bring data in', 'Run', 'Serve', 'Look and check', 'Back up'],
    ...['Global options, as a flag of any command or as a variable', 'Variables without a flag'],
  ]);
  const shown = stdout.match(/(?<=^ +\$ ).*trackrecord .*/gm) ?? [];
  const first = (name: string) => examples[name]?.[0];
  const listed = [...new Set(commandsListed(stdout).map((name) => name.split(' ')[0] ?? ''))];
  assert.equal(shown, listed.map(first));
  for (const { flag, variable } of settings) {
    assert.match(stdout, flag ?? `\n  ${variable}`);
    assert.match(stdout, variable);
  }
});

usage('--help of a command has an example that works, and only its own options', async () => {
  const { stdout: top } = await trackrecordHere(['--help']);
  const global = new Set(flagsIn(top));
  const all = commandsListed(top);
  assert.ok(all.length > 20);
  assert.equal(Object.keys(examples).sort(), [...all, ...groups].sort());
  for (const name of all) {
    const { code, stdout } = await trackrecordHere([...name.split(' '), '--help']);
    assert.is(code, 0, name);
    const [own = '', shown = ''] = stdout.split(/^Examples?:\n/m);
    const lines = shown.split('\n').filter((line) => line.startsWith('  '));
    assert.equal(
      lines.map((line) => line.slice('  $ '.length)),
      examples[name],
    );
    assert.ok(lines[0]?.includes(`trackrecord ${name}`), name);
    assert.ok((examples[name]?.[0] ?? '').length <= 50 || name.includes(' '), name);
    assert.not.match(own, /--calendar-port|--memory-limit/, name);
    const flags = new Set([...flagsIn(own), ...global]);
    for (const line of lines) {
      const unknown = flagsIn(line).filter((flag) => !flags.has(flag));
      assert.equal(unknown, [], line);
    }
    assert.match(stdout, /\n\nGlobal options, such as --data <dir>, are listed by `.*`\.\n$/, name);
  }
});

usage('--help of a group lists its commands with an example each', async () => {
  for (const group of groups) {
    const { code, stdout } = await trackrecordHere([group, '--help']);
    assert.is(code, 0, group);
    const shown = stdout.match(/(?<=^ +\$ ).*/gm) ?? [];
    const names = commandsListed(stdout).map((name) => `${group} ${name}`);
    assert.ok(names.length > 0);
    assert.equal(
      shown,
      names.map((name) => examples[name]?.[0]),
    );
  }
});

usage('import --help lists every format', async () => {
  for (const args of [
    ['import', '--help'],
    ['help', 'import'],
  ]) {
    const { stdout } = await trackrecordHere(args);
    for (const { name, describe } of importFormats) {
      assert.ok(stdout.includes(`  ${name} `) && stdout.includes(inEnglish(describe)), name);
    }
  }
});

usage('--help loads no driver, server or schedule', () => {
  const source = readFileSync(new URL('trackrecord.ts', packageRoot), 'utf8');
  const eager = [...source.matchAll(/^import .* from '([^']*)'/gm)].map(([, path]) => path);
  assert.equal(eager.toSorted(), ['./package.json', './pipeline/commands/program.ts']);
});

const wrong: readonly (readonly [string, RegExp])[] = [
  ['', /^a command is missing; trackrecord --help lists the commands/],
  ['serv', /^unknown command 'serv' \(Did you mean serve\?\)/],
  ['registry', /^a command is missing/],
  ['registry apply a b', /^too many arguments for 'apply'/],
  ['registry apply', /^missing required argument 'file'/],
  ['registry apply /nowhere/x.json', /^cannot read \/nowhere\/x\.json: there is no such file\n/],
  ['registry apply /proc', /^cannot read \/proc: it is a folder\n/],
  ['keys create --owner x', /^required option '--name <name>' not specified/],
  [
    'keys create --owner x --name y --scope all',
    /^--scope: "all" is not one of accounts:read, public:read/,
  ],
  ['run --nope', /^unknown option '--nope'/],
  ['export', /^required option '--out <dir>' not specified/],
  ['verify --port 80a', /^--port: "80a" is not a whole number from 0 to 65535/],
];

usage('prints a usage error in one line, with exit code 2', async () => {
  const words = (line: string) => line.split(' ').filter((word) => word !== '');
  await withDirectory(async (directory) => {
    const env = { TRACKRECORD_DATA: directory };
    for (const [line, reason] of wrong) {
      const outcome = await trackrecordHere(words(line), env);
      assert.is(outcome.code, 2, `${line}: ${outcome.stderr}`);
      assert.is(outcome.stdout, '', line);
      isOneLine(outcome);
      assert.match(outcome.stderr, reason);
    }
    const [[line] = ['']] = wrong;
    const same = await trackrecordHere(words(line), env);
    assert.equal(await trackrecord(words(line), env), same, 'in a process of its own');
  });
});

usage('a bad setting stops every command before it starts', async () => {
  const outcome = await trackrecord(['registry', 'dump'], { TRUST_PROXY: 'true' });
  assert.is(outcome.code, 2);
  assert.is(
    outcome.stderr,
    'TRUST_PROXY: "true" is not IP addresses or CIDRs separated by commas\n',
  );
});

usage('behaves the same when installed as in a checkout', async () => {
  const { code, stdout } = await trackrecord(['--version'], {}, ['trackrecord.js']);
  assert.equal([code, stdout], [0, '0.1.0\n']);
});

usage.run();
