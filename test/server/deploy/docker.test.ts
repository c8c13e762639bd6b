import { execFile, execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers';
import { promisify } from 'node:util';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { settings } from '../../../pipeline/config/settings.ts';
import { scenariosDirectory } from '../../oracle/scenarios.ts';
import { temporaryDirectory, withDirectory } from '../../support/directory.ts';
import { startCommand } from '../commands/process.ts';
import { deployFile, installProduction, root } from './installed.ts';

const docker = suite<{ built: string }>('Dockerfile');

const execute = promisify(execFile);

interface Step {
  readonly word: string;
  readonly rest: string;
}

/** Parses the instructions of each stage, the last stage at the end. */
const stages: readonly (readonly Step[])[] = deployFile('docker/Dockerfile')
  .replaceAll(/^#.*\n/gm, '')
  .replaceAll(/\\\n\s*/g, '')
  .split(/^(?=FROM )/m)
  .map((stage) => [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(stepOf))
  .filter((steps) => steps.length > 0);

function stepOf([, word = '', rest = '']: RegExpExecArray): Step {
  return { word, rest };
}

const last = stages.at(-1) ?? [];
const restsOf = (word: string, steps = last): string[] =>
  steps.filter((step) => step.word === word).map(({ rest }) => rest);
const listOf = (word: string): string[] => JSON.parse(restsOf(word)[0] ?? '[]');

/** Lists the files that a stage copies from the checkout, and their targets. */
const copiesOf = (steps: readonly Step[]) =>
  restsOf('COPY', steps)
    .filter((rest) => !rest.startsWith('--from'))
    .map((rest) => ({ from: rest.split(' ').slice(0, -1), to: rest.split(' ').at(-1) ?? '' }));

/** Copies what a stage copies from the checkout. */
function copyStage(steps: readonly Step[], directory: string): void {
  for (const { from, to } of copiesOf(steps)) {
    for (const source of from) {
      const target = to.endsWith('/') ? join(to, basename(source)) : to;
      cpSync(join(root, source), join(directory, target), { recursive: true });
    }
  }
}

docker('copies only what the checkout has and its context lets in', () => {
  const patterns = deployFile('docker/Dockerfile.dockerignore').trim().split('\n');
  assert.is(patterns[0], '*');
  const sources = stages.flatMap(copiesOf).flatMap(({ from }) => from);
  const allowed = patterns.slice(1).map((pattern) => pattern.replace('!', ''));
  assert.equal([...new Set(sources)].sort(), allowed.sort());
  for (const source of sources) assert.ok(existsSync(join(root, source)), source);
});

docker('takes over the package and nothing else, and no package of development', () => {
  const taken = restsOf('COPY').filter((rest) => rest.startsWith('--from'));
  assert.equal(taken, ['--from=build /app/package ./']);
  assert.ok(restsOf('RUN').some((line) => line.startsWith('npm ci --omit=dev')));
});

docker('sets only what there is to set, and no secret', () => {
  const variables = settings.filter(({ isSecret }) => !isSecret).map(({ variable }) => variable);
  const found = restsOf('ENV').flatMap((rest) => rest.match(/\w+(?==)/g) ?? []);
  assert.ok(found.length > 0);
  assert.equal(
    found.filter((name) => ![...variables, 'NODE_ENV'].includes(name)),
    [],
  );
  assert.equal(restsOf('ARG'), []);
});

docker('runs as the user node', () => assert.equal(restsOf('USER'), ['node']));

/** Builds the first stage from a checkout, for a user whose umask excludes all others. */
docker.before(async (context) => {
  const built = temporaryDirectory();
  context.built = built;
  copyStage(stages[0] ?? [], built);
  execFileSync('chmod', ['-R', 'go=', built]);
  symlinkSync(join(root, 'node_modules'), join(built, 'node_modules'));
  for (const line of restsOf('RUN', stages[0]).filter((rest) => rest !== 'npm ci')) {
    await execute('sh', ['-ec', `umask 077; ${line}`], { cwd: built });
  }
});

docker.after(({ built }) => rmSync(built, { recursive: true, force: true }));

docker('makes nothing in dist/ and in the package that only its own user may read', ({ built }) => {
  const unreadable = [
    '(',
    '-type',
    'd',
    '-not',
    '-perm',
    '-005',
    ')',
    '-o',
    '-not',
    '-perm',
    '-004',
  ];
  // npm pack takes only files. Folders are created when the package is unpacked.
  const find = (...words: readonly string[]) =>
    execFileSync('find', [...words, ...unreadable], { cwd: built, encoding: 'utf8' });
  const folders = ['dist', 'sql', 'server/deploy', 'server/site/fonts'];
  assert.is(find(...folders, 'package.json', 'trackrecord.js'), '');
  assert.is(find('server', 'server/site', '-maxdepth', '0'), '');
  const list = execFileSync('sh', ['-c', 'tar -tvzf trackrecord-*.tgz'], {
    cwd: built,
    encoding: 'utf8',
  });
  const files = list.trim().split('\n');
  assert.ok(files.length > 500);
  assert.equal(
    files.filter((line) => !/^-rw[x-]r-[x-]r-[x-] /.test(line)),
    [],
  );
});

/** Makes a process of root go on as another user than the one who built: nobody. */
const becomeNobody = `data:text/javascript,${encodeURIComponent(
  'if (process.getuid() === 0) { process.setgroups([]); process.setgid(65534); process.setuid(65534); }',
)}`;

docker('becomes a directory from which another user publishes, serves and stops', ({ built }) =>
  withDirectory(async (directory) => {
    copyStage(last, directory);
    installProduction(directory);
    cpSync(join(built, 'package'), directory, { recursive: true });
    const source = join(scenariosDirectory, 'ordinary-account', 'source');
    const [node = '', ...entry] = listOf('ENTRYPOINT');
    assert.is(node, 'node');
    const args = listOf('CMD').map((word) => (word === '/source' ? source : word));
    const env = { NODE_ENV: 'production', HOST: '0.0.0.0' };
    const data = join(directory, 'data');
    mkdirSync(data);
    if (process.getuid?.() === 0) chownSync(data, 65534, 65534);
    else console.log('skipped: only root can become another user');
    // An image is built with a umask that lets all enter its folders.
    execFileSync('find', [directory, '-type', 'd', '-exec', 'chmod', '755', '{}', '+']);
    const program = [join(directory, entry.join(' '))];
    const server = startCommand(args, dataDirectory(data), env, [
      ...['--import', becomeNobody],
      ...program,
    ]);
    try {
      const { url } = await server.answers;
      const [, ...check]: string[] = JSON.parse(restsOf('HEALTHCHECK')[0]?.split(' CMD ')[1] ?? '');
      const isHealthy = (PORT: string) =>
        execute(process.execPath, check, { env: { PORT } }).then(
          () => true,
          () => false,
        );
      while (!(await isHealthy(new URL(url).port))) assert.is(server.child.exitCode, null);
      assert.not(await isHealthy('1'));
      // There is a version once the schedule has run.
      while ((await fetch(`${url}/readyz`)).status !== 200) {
        assert.is(server.child.exitCode, null, server.output.stderr);
        await new Promise((resolve) => wait(resolve, 100));
      }
      assert.match(server.output.stderr, /"msg":"published"/);
      assert.is(statSync(dataDirectory(data).working).uid, statSync(data).uid);
      assert.not.match(server.output.stderr, 'npm run build');
    } finally {
      server.child.kill('SIGTERM');
    }
    assert.is(await server.ended, 0);
  }),
);

docker(
  'runs the current sources in a checkout that builds before every command',
  async ({ built: cwd }) => {
    const version = () => execute('npm', ['run', '-s', 'trackrecord', '--', '--version'], { cwd });
    const file = join(cwd, 'trackrecord.ts');
    const text = readFileSync(file);
    appendFileSync(file, `console.log(new Error('changed').stack);\n`);
    writeFileSync(join(cwd, 'pipeline/added.ts'), 'export const added: number = 1;\n');
    assert.match((await version()).stdout, /^0\.1\.0\nError: changed\n.*\/trackrecord\.ts:\d+:/);
    assert.ok(existsSync(join(cwd, 'dist/pipeline/added.js')));

    rmSync(join(cwd, 'pipeline/added.ts'));
    writeFileSync(file, text);
    assert.equal(await version(), { stdout: '0.1.0\n', stderr: '' });
    assert.ok(existsSync(join(cwd, 'dist/site/manifest.json')));
    for (const end of ['js', 'js.map']) {
      assert.not(existsSync(join(cwd, `dist/pipeline/added.${end}`)));
    }
  },
);

docker.run();
