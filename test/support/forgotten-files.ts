import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { madeExports } from '../../fixtures/statements/exports.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { importFormats } from '../../pipeline/platforms/index.ts';
import { endpoints, fileEndpoints } from '../../server/api/index.ts';
import { pageSections } from '../../server/site/account.ts';
import { sampleQueries } from '../../server/site/docs/samples.ts';
import { english } from '../../server/site/language/languages.ts';
import { type SectionName, sectionFlags, sectionNames } from '../../sql/marts/index.ts';
import { pages } from '../../sql/pages/index.ts';
import { sectionTexts } from '../server/site/section-texts.ts';
import { gapsIn, namesIn, readDocument, rowsOf } from './documents.ts';

// Lists forgotten files of a recipe, one line each, which begins with the file.

const read = (file: string): string => readFileSync(inPackage(file), 'utf8');

/**
 * Lists missing things of import formats: a generated export for auto.test.ts, and rows in the
 * documents.
 */
export function forgottenOfFormats(): string[] {
  const names = importFormats.map(({ name }) => name);
  const header = '| you have | how to save it | command | you get |';
  const commands = rowsOf(readDocument('docs/data-in.md'), header).map((row) => row[2] ?? '');
  return [
    ...gapsIn('fixtures/statements/exports.ts', Object.keys(madeExports), names),
    ...names
      .map((name) => `fixtures/imports/${name}.txt`)
      .filter((file) => !existsSync(inPackage(file)))
      .map((file) => `${file} is not there`),
    ...gapsIn(
      'docs/data-in.md',
      [...new Set(commands.flatMap((command) => command.match(/(?<=^`import )[\w-]+/) ?? []))],
      names,
    ),
    ...gapsIn('docs/operators.md', formatsOfCommand(), names),
  ];
}

/** Returns the formats that the table of commands lists. */
const formatsOfCommand = (): string[] =>
  namesIn(/formats: (.*) \|/.exec(readDocument('docs/operators.md'))?.[1] ?? '');

/** Lists missing things of endpoints: a test, an example call, and a row in the documents. */
export function forgottenOfEndpoints(): string[] {
  const tests = readdirSync(inPackage('server/api'))
    .filter((file) => /= createEndpoint\(/.test(read(`server/api/${file}`)))
    .map((file) => `test/server/api/${file.replace(/\.ts$/, '.test.ts')}`)
    .filter((test) => !existsSync(inPackage(test)))
    .map((test) => `${test} is not there`);
  const table = readDocument('docs/api.md');
  const examples = read('server/openapi/examples.ts');
  const rest = [...endpoints, ...fileEndpoints].flatMap(({ url, operation }) => [
    ...(operation.id in sampleQueries ? [] : [`server/site/docs/samples.ts lacks ${operation.id}`]),
    ...(examples.includes(` ${operation.id}: `)
      ? []
      : [`server/openapi/examples.ts lacks ${operation.id}`]),
    ...(table.includes(`| \`${inDocuments(url)}\` |`)
      ? []
      : [`docs/api.md lacks ${inDocuments(url)}`]),
  ]);
  return [...tests, ...rest];
}

const inDocuments = (url: string): string => url.replaceAll(/:(\w+)/g, '{$1}');

/** Sections of which a page only draws parts that are published for it. */
const drawnInParts: ReadonlySet<unknown> = new Set(
  Object.values(pages).map((schema) =>
    'x-privacy' in schema ? String(schema['x-privacy']).replace('hidden by ', '') : null,
  ),
);

const partsFolder = 'server/site/parts/';

/** Lists the files that read a section from an account to draw it. */
const drawersOf = (section: SectionName): string[] => {
  const reads = new RegExp(`\\{[^{}]*\\b${section}\\b[^{}]*\\}(?:: PageAccount\\b| = account;)`);
  return readdirSync(inPackage(partsFolder)).filter((file) => reads.test(read(partsFolder + file)));
};

/**
 * Lists missing things of a section on the page of an account. Every section needs a name; shown
 * ones also need a page section and a text.
 */
export function forgottenOnPages(): string[] {
  const names: Readonly<Record<string, string>> = english.words.account.parts;
  const unnamed = sectionFlags
    .filter((section) => !(section in names))
    .map((section) => `server/language/en.json has no name of ${section} in site.account.parts`);
  const shown: readonly SectionName[] = pageSections;
  const pages = ['account', 'risk', 'behaviour', 'statistics', 'verification']
    .map((page) => read(`server/site/pages/${page}.ts`))
    .join('');
  const unlisted = sectionNames
    .filter((section) => !shown.includes(section) && !drawnInParts.has(section))
    .filter((section) => pages.includes(`part('${section}'`))
    .map((section) => `server/site/account.ts has nothing in pageSections for ${section}`);
  const pageRows = rowsOf(readDocument('docs/pages.md'), '| address | shows |')
    .filter(([address]) => address?.startsWith('`/account/SLUG'))
    .map(([, shows]) => shows)
    .join('');
  const described = new Set(Object.keys(sectionTexts));
  return [
    ...unnamed,
    ...unlisted,
    ...shown.flatMap((section) => {
      const drawers = drawersOf(section);
      const [file = `${section}.ts`] = drawers;
      const name = names[section] ?? section;
      return [
        ...(drawers.length === 0 ? [`${partsFolder}${file} does not draw ${section}`] : []),
        ...([file, ...drawers].some((drawer) => pages.includes(`../parts/${drawer}'`))
          ? []
          : [`server/site/pages/risk.ts does not show ${partsFolder}${file}`]),
        ...(pageRows.includes(name)
          ? []
          : [`docs/pages.md does not say that a page of an account shows ${name}`]),
        ...(described.has(section)
          ? []
          : [`test/server/site/section-texts.ts does not say what the page shows of ${section}`]),
      ];
    }),
  ];
}
