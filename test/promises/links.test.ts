import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { readDocument } from '../support/documents.ts';

const links = suite('links');
const root = inPackage('');
const listed = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md'];
const documents = execFileSync('git', listed, { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(root + file));

const fenced = /^```.*?^```$/gms;

/** Lists the targets of the links and images of a text, except those in fenced code. */
const targetsIn = (text: string): string[] =>
  [...text.replaceAll(fenced, '').matchAll(/\[[^\]]*\]\(([^)\s]+)\)/g)].map(
    (match) => match[1] ?? '',
  );

/** Lists the anchors that GitHub makes from the headings of a document. */
const anchorsOf = (text: string): string[] =>
  [...text.replaceAll(fenced, '').matchAll(/^#+ (.*)$/gm)].map((match) =>
    (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the fault of a link in a document; null if its target exists. */
function faultOf(document: string, target: string): string | null {
  if (/^https?:\/\//.test(target)) return null;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? document : normalize(join(dirname(document), path));
  if (file.startsWith('..') || !existsSync(root + file)) return `${document}: ${target} is nowhere`;
  if (anchor === undefined) return null;
  const isThere = anchorsOf(readFileSync(root + file, 'utf8')).includes(anchor);
  return isThere ? null : `${document}: ${file} has no heading #${anchor}`;
}

links('of every document lead to a file, and to a heading where they name one', () => {
  const all = documents.flatMap((file) =>
    targetsIn(readDocument(file)).map((target) => [file, target] as const),
  );
  assert.ok(all.length > 50, `${all.length} links`);
  assert.equal(
    all.map(([file, target]) => faultOf(file, target)).filter((fault) => fault !== null),
    [],
  );
});

links('that lead nowhere are found', () => {
  assert.equal(targetsIn('see [a](b.md#c), ![d](e.png) and [`f`](g/)\n```sh\n[x](y)\n```\n'), [
    'b.md#c',
    'e.png',
    'g/',
  ]);
  assert.is(faultOf('docs/api.md', 'nothing.md'), 'docs/api.md: nothing.md is nowhere');
  assert.is(faultOf('docs/api.md', '#nothing'), 'docs/api.md: docs/api.md has no heading #nothing');
  assert.is(faultOf('docs/api.md', '../../README.md'), 'docs/api.md: ../../README.md is nowhere');
  assert.is(faultOf('docs/api.md', '../README.md#the-flow'), null);
});

links('lead from the README to every document for users', () => {
  const linked = targetsIn(readDocument('README.md')).map((target) => target.split('#')[0]);
  const unlinked = documents
    .filter((file) => /^(docs\/)?[^/]+\.md$/.test(file) && file !== 'README.md')
    .filter((file) => !linked.includes(file));
  assert.equal(unlinked, []);
});

links.run();
