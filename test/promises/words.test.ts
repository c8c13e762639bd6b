import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { codeFiles } from '../support/code-files.ts';
import { readDocument, rowsOf } from '../support/documents.ts';

const words = suite('words');

const code = codeFiles();

const read = (file: string): string => readFileSync(inPackage(file), 'utf8');

/** Lists the names of types, with the files that export them. */
function filesByType(texts: ReadonlyMap<string, string>): Map<string, string[]> {
  const files = new Map<string, string[]>();
  for (const [file, text] of texts) {
    for (const [, name = ''] of text.matchAll(
      /^export (?:abstract )?(?:interface|type|class) (\w+)/gm,
    )) {
      files.set(name, [...(files.get(name) ?? []), file]);
    }
  }
  return files;
}

const twice = (texts: ReadonlyMap<string, string>): string[] =>
  [...filesByType(texts)]
    .filter(([, files]) => files.length > 1)
    .map(([name, files]) => `${name} is a type of ${files.join(' and of ')}: rename all but one`);

words('are each of one thing: no two files export a type of the same name', () => {
  const files = code.filter((file) => file.endsWith('.ts'));
  assert.ok(files.length > 300, `${files.length} files`);
  assert.is(twice(new Map(files.map((file) => [file, read(file)]))).join('\n'), '');
  const texts = new Map([
    ['a.ts', 'export interface Row {}\nexport type Size = number;\nconst Size = 1;\n'],
    ['b.ts', 'interface Size {}\nexport class Row extends Error {}\n'],
  ]);
  assert.equal(twice(texts), ['Row is a type of a.ts and of b.ts: rename all but one']);
});

const listed = rowsOf(readDocument('docs/internals.md'), '| word | means |').flatMap(
  ([cell = '']) => cell.split(', '),
);

words('of the glossary are listed once, and are those of the code', () => {
  assert.equal(
    listed.filter((word, at) => listed.indexOf(word) !== at),
    [],
  );
  const everything = code
    .map((file) => file + read(file))
    .join('\n')
    .toLowerCase();
  const unused = listed.filter((word) => {
    const spellings = ['', '_', '-', ' '].map((gap) => word.replaceAll(/[ _]/g, gap));
    return !spellings.some((spelling) => everything.includes(spelling));
  });
  assert.equal(unused, [], 'docs/internals.md lists words that the code does not use');
  assert.ok(listed.length > 20);
});

words.run();
