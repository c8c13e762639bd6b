import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { madeExports } from '../../fixtures/statements/exports.ts';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { importFormats } from '../../pipeline/platforms/index.ts';
import { gapsIn, namesIn, readDocument, rowsOf } from './documents.ts';

// Files that a recipe names, a line for each that was forgotten; the line begins with the file.

const read = (file: string): string => readFileSync(inPackage(file), 'utf8');

/** What import formats lack: a made-up export, by which auto.test.ts tries them, and a row in the documents. */
export function forgottenOfFormats(): string[] {
  const names = importFormats.map(({ name }) => name);
  const rows = rowsOf(readDocument('docs/data-in.md'), '| format | how to load it |');
  return [
    ...gapsIn('fixtures/statements/exports.ts', Object.keys(madeExports), names),
    ...gapsIn(
      'docs/data-in.md',
      rows.flatMap(([first = '']) => namesIn(first)),
      names,
    ),
  ];
}

/** Files of endpoints without a test of their own. */
export function forgottenOfEndpoints(): string[] {
  return readdirSync(inPackage('server/api'))
    .filter((file) => /= createEndpoint\(/.test(read(`server/api/${file}`)))
    .map((file) => `test/server/api/${file.replace(/\.ts$/, '.test.ts')}`)
    .filter((test) => !existsSync(inPackage(test)))
    .map((test) => `${test} is not there`);
}
