import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import packageJson from '../../package.json' with { type: 'json' };
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { exitCodes } from '../../pipeline/base/errors.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { openDatabase } from '../../pipeline/duckdb/database.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { sizeNames, themes } from '../../server/accounts/widget-options.ts';
import { languageCodes } from '../../server/language/catalogues.ts';
import { downloads } from '../../server/site/downloads.ts';
import { commandsListed, trackrecord } from '../cli/trackrecord.ts';
import { countProseWords } from '../docs/prose.ts';
import { settingsTable } from '../docs/settings.ts';
import { printedTables, withTable } from '../docs/tables.ts';
import {
  blocksOf,
  firstDifference,
  gapsIn,
  namesIn,
  readDocument,
  rowsOf,
} from '../support/documents.ts';
import { publishScenario } from '../support/published.ts';

const root = inPackage('');
const read = (name: string) => readDocument(`docs/${name}.md`);
/** Documents for users: those at the top and in docs/, joined. */
const documents = [root, `${root}docs/`]
  .flatMap((directory) => readdirSync(directory).map((file) => directory + file))
  .filter((file) => file.endsWith('.md'))
  .map((file) => readFileSync(file, 'utf8'));
const everything = documents.join('\n');
const docs = suite('docs');

docs('the README is short', () => {
  const count = countProseWords(readDocument('README.md'));
  assert.ok(count <= 650, `${count} words`);
});

for (const { document, print } of printedTables) {
  docs(`the table of ${document} is the one that the code prints`, () => {
    const text = readDocument(document);
    const difference = firstDifference(document, text, withTable(text, print()));
    assert.ok(difference === null, `${difference}\nnpm run docs writes it`);
  });
}

docs('the document on pages names every CSV file, and what a widget can look like', () => {
  const text = read('pages');
  const named = (line: RegExp) => namesIn(text.match(line)?.[1] ?? '');
  const files = downloads.map(({ file }) => file);
  assert.equal(gapsIn('docs/pages.md', named(/tables as CSV: (.*) \|/), files), []);
  const looks = rowsOf(text, '| parameter | values | default |').map(([name = '', values = '']) => [
    ...namesIn(name),
    namesIn(values),
  ]);
  assert.equal(looks, [
    ['size', [...sizeNames]],
    ['theme', [...themes]],
    ['lang', [...languageCodes]],
  ]);
});

docs('the table of commands names every command with its arguments, and no other', async () => {
  const documented = rowsOf(read('operators'), '| command | does |').map(([cell = '']) =>
    cell.replaceAll('`', ''),
  );
  const words = documented.flatMap((cell) => cell.match(/^[a-z]+( [a-z]+)?(?= |$)/)?.[0] ?? []);
  assert.equal(
    gapsIn('docs/operators.md', words.sort(), commandsListed(await help([])).sort()),
    [],
  );
  for (const line of documented) {
    const command = line.match(/^[a-z]+( [a-z]+)?(?= |$)/)?.[0].split(' ') ?? [];
    const options = (await help(command)).match(/(?<=^ {2}(?:-\w, )?)--[a-z-]+/gm) ?? [];
    const ownOptions = options.filter(
      (option) => !['--help', '--version'].includes(option) && !globals.includes(option),
    );
    assert.equal((line.match(/--[a-z-]+/g) ?? []).sort(), ownOptions.sort(), line);
  }
});

docs('the table of exit codes names every exit code', () => {
  const rows = rowsOf(read('operators'), '| exit code | means |');
  const codes = rows.map(([code = '']) => code);
  assert.equal(gapsIn('docs/operators.md', codes, Object.values(exitCodes).map(String)), []);
});

docs('every npm script that is named exists', () => {
  const named = [...everything.matchAll(/npm (?:run (?:-s )?)?(start|test|[a-z:]+)\b/g)]
    .map((match) => match[1] ?? '')
    .filter((name) => !['ci', 'run', 'pack', 'install', 'root'].includes(name));
  assert.ok(named.length > 5);
  assert.equal(
    named.filter((name) => !(name in packageJson.scripts)),
    [],
  );
});

docs('every file and folder that is named exists', () => {
  const named = [
    ...everything.matchAll(/`((?:sql|pipeline|server|test|fixtures|docs)\/[\w/.-]*)`/g),
  ];
  const missing = named.map((match) => match[1] ?? '').filter((path) => !existsSync(root + path));
  assert.ok(named.length > 5);
  assert.equal(missing, []);
});

docs('every query for researchers runs on a published warehouse', async () => {
  const queries = blocksOf(everything, 'sql');
  const published = await publishScenario('ordinary-account', new Date('2024-07-01T12:00:00Z'));
  const warehouse = await openDatabase(published.dataDir.warehouse);
  try {
    for (const query of queries) await warehouse.rows(query);
    assert.ok(queries.length > 2);
  } finally {
    warehouse.close();
    published.remove();
  }
});

docs('every registry file can be applied', async () => {
  const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'trackrecord-docs-')));
  const registry = await openRegistry({ dataDir, clock: () => new Date('2024-07-01T12:00:00Z') });
  try {
    const blocks = blocksOf(everything, 'json');
    for (const block of blocks) {
      const { owners, accounts } = await applyRegistry(registry, JSON.parse(block));
      assert.equal([owners, accounts], [1, 1]);
    }
    assert.is(new Set(blocks).size, 1, 'the same wherever it stands');
  } finally {
    await registry.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
});

const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(root + file));

/** READMEs of measurements have as many words as they need. */
const longReadmes = ['test/bench/README.md', 'test/load/README.md'];

docs('every room has a README, and it is short', () => {
  const readmes = files.filter((file) => file.endsWith('/README.md'));
  const rooms = ['sql', 'pipeline', 'server', 'server/site', 'fixtures', 'test', 'clients'];
  assert.equal(
    rooms.filter((room) => !readmes.includes(`${room}/README.md`)),
    [],
  );
  const long = readmes
    .filter((file) => !longReadmes.includes(file))
    .map((file) => ({ file, count: countProseWords(readDocument(file)) }))
    .filter(({ count }) => count > 350);
  assert.equal(long, []);
});

docs('every file that the README of a room names is in that room', () => {
  const missing = files
    .filter((file) => file.endsWith('.md') && file.includes('/'))
    .flatMap((document) => {
      const room = document.slice(0, document.lastIndexOf('/') + 1);
      const named = readDocument(document).matchAll(/`([\w./-]+\.(?:ts|sql|sh|py|css))`/g);
      return [...named]
        .map(([, name = '']) => name)
        .filter((name) => !files.includes(name))
        .filter((name) => !files.some((file) => file.startsWith(room) && file.endsWith(`/${name}`)))
        .map((name) => `${document}: ${name}`);
    });
  assert.equal(missing, []);
});

/** Lists files whose text matches, except some. */
const filesWith = (pattern: RegExp, excepted: (file: string) => boolean = () => false): string[] =>
  files.filter((file) => !excepted(file) && pattern.test(readFileSync(root + file, 'utf8')));

docs('no file but a test reads beyond the checkout, and tests only samples', () => {
  const outside = /\.\.\/shared(?!\.ts|\/samples['"/])/;
  const samples = /\.\.\/shared\//;
  const isHere = (file: string) => file === 'test/promises/docs.test.ts';
  assert.equal(filesWith(outside, isHere), []);
  assert.equal(
    filesWith(samples, (file) => isHere(file) || /^test\/.*\.ts$/.test(file)),
    [],
  );
});

docs('no file names a place on the machine it was written on', () => {
  const isHere = (file: string) => file === 'test/promises/docs.test.ts';
  assert.equal(filesWith(/(?<![\w.*-])\/(?:work|root|home|Users)\//, isHere), []);
});

docs('the lockfile names no registry', () => {
  const lock = readFileSync(join(root, 'package-lock.json'), 'utf8');
  assert.not.match(lock, /"resolved"|https?:\/\/registry/);
});

docs('the lockfile has every optional build, so that a clean clone installs', () => {
  const lock: { packages: Record<string, { optionalDependencies?: Record<string, string> }> } =
    JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const missing = Object.values(lock.packages)
    .flatMap(({ optionalDependencies }) => Object.keys(optionalDependencies ?? {}))
    .filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`/${name}`)));
  assert.equal(missing, []);
});

const globals = [...settingsTable().matchAll(/`(--[a-z-]+)`/g)].map((match) => match[1] ?? '');

const helps = new Map<string, Promise<string>>();

/** Returns the help of a command. Each call starts a process. */
function help(command: readonly string[]): Promise<string> {
  const name = command.join(' ');
  const known =
    helps.get(name) ?? trackrecord([...command, '--help']).then((result) => result.stdout);
  helps.set(name, known);
  return known;
}

docs.run();
