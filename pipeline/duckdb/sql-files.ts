import { readdirSync, readFileSync } from 'node:fs';
import { packageRoot } from '../base/package-root.ts';

const root = new URL('sql/', packageRoot);

/** Names of the relations in a folder of `sql/`, in alphabetical order. */
export function relationsIn(folder: string): string[] {
  return readdirSync(new URL(`${folder}/`, root))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.slice(0, -'.sql'.length))
    .sort();
}

const texts = new Map<string, string>();

/** Text of one file of `sql/`, such as `marts/monthly`, which is read once. */
export function readSql(path: string): string {
  const text = texts.get(path) ?? readFileSync(new URL(`${path}.sql`, root), 'utf8');
  texts.set(path, text);
  return text;
}

/** The rules of load, as functions. */
export const ruleSql = (): string =>
  relationsIn('load')
    .map((name) => readSql(`load/${name}`))
    .join('\n');

/** Files of `sql/macros/`, each after those whose functions it calls. */
const macroFiles = [
  'numbers',
  'money',
  'times',
  'instruments',
  'probability',
  'growth',
  'wire',
  'csv',
  'printed',
  'digests',
  'sources',
  'inputs',
  'behaviour',
  'luck',
].map((name) => `macros/${name}`);

/** Every function that statements call. */
export const macroSql = (): string => [...macroFiles.map(readSql), ruleSql()].join('\n');

/** Folders of `sql/` whose relations are computed. */
const computedFolders = [
  'intermediate',
  'lists',
  'marts',
  'pages',
  'reconciliation',
  'record',
  'selection',
] as const;
export type ComputedFolder = (typeof computedFolders)[number];

/** Every file of `sql/` that a statistic depends on, joined in order of their paths. */
export function computedSql(): string {
  const paths = computedFolders.flatMap((folder) =>
    relationsIn(folder).map((name) => `${folder}/${name}`),
  );
  return [...macroFiles, ...paths].map((path) => `-- ${path}\n${readSql(path)}`).join('\n');
}

/** SQL as it is carried out: no line of it holds a comment, and none is blank. */
export const withoutComments = (sql: string): string =>
  sql.replaceAll(/\s*--.*$/gm, '').replaceAll(/^\s*\n/gm, '');
