import { readdirSync, readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { readDocument, rowsOf, namesIn as wordsIn } from '../support/documents.ts';

const words = suite('words');

const rows = rowsOf(readDocument('docs/internals.md'), '| word | means | not |');
const refused = new Set(rows.flatMap(([, , others = '']) => wordsIn(others)));

const code = ['sql', 'pipeline', 'server'].flatMap((room) =>
  readdirSync(inPackage(room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => /\.(ts|sql)$/.test(file)),
);

const skipped = {
  ts: String.raw`\/\/.*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\x60[^\x60]*\x60`,
  // A function of DuckDB is not ours to name.
  sql: String.raw`--.*|'[^']*'|\b\w+\(`,
};

/** What is most traded is a trader's word. */
const kept = new Set(['most_traded']);

/** Names that a file gives; those behind a point are of something that has been named elsewhere. */
function namesIn(file: string): Set<string> {
  const apart = file.endsWith('.sql') ? skipped.sql : skipped.ts;
  const text = readFileSync(inPackage(file), 'utf8');
  const found = text.matchAll(new RegExp(String.raw`${apart}|(?<![.\w$])([a-z_]\w*)`, 'gi'));
  return new Set([...found].flatMap(([, name]) => name ?? []));
}

const fileNames = (file: string): string[] => file.split(/[/.-]/);

const piecesOf = (name: string): string[] =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((piece) => piece.toLowerCase());

const isRefused = (name: string): boolean =>
  !kept.has(name) && piecesOf(name).some((piece) => refused.has(piece));

words('that the glossary refuses are part of no name in the code', () => {
  assert.ok(code.length > 300, `${code.length} files`);
  const found = code.flatMap((file) =>
    [...namesIn(file), ...fileNames(file)].filter(isRefused).map((name) => `${file}: ${name}`),
  );
  assert.equal(found, []);
  for (const name of ['said', 'mostRows', 'isSaid', 'given_now']) assert.ok(isRefused(name), name);
});

words.run();
