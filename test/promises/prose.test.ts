import { execFileSync } from 'node:child_process';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { parseProse, violationLine, violationsIn } from '../docs/prose.ts';
import { readDocument } from '../support/documents.ts';

// Limits of test/docs/prose.ts hold in every document.
const prose = suite('prose of the documents');

const documents = execFileSync('git', ['ls-files', '-z', '*.md'], {
  cwd: inPackage(''),
  encoding: 'utf8',
})
  .split('\0')
  .filter((file) => /^[^/]+\.md$|^docs\/|\/README\.md$/.test(file));

/** Texts that may be longer, by their first words, with the reason. */
const exceptions: readonly { file: string; begins: string; reason: string }[] = [
  {
    file: 'docs/numbers.md',
    begins: 'deposit 1,000; trade 1; trade 1; trade −1;',
    reason: 'The order of ten trades is what the Z-score measures.',
  },
];

prose('is easy to read: short lines, paragraphs, sentences and cells', () => {
  assert.ok(documents.length > 30);
  const violations = documents
    .flatMap((file) => violationsIn(file, readDocument(file)))
    .filter(
      ({ file, text }) =>
        !exceptions.some((except) => except.file === file && text.startsWith(except.begins)),
    );
  assert.is(violations.map(violationLine).join('\n'), '');
});

prose('has no exception that is not needed', () => {
  const needless = exceptions.filter(
    ({ file, begins }) =>
      !violationsIn(file, readDocument(file)).some(({ text }) => text.startsWith(begins)),
  );
  assert.equal(needless, []);
});

/** Words of the code that traders don't use. */
const insideWords = /\b(?:facts?|bookings?|strangers?|vouch\w*|derive|neutralised?)\b/i;

prose('speaks to owners in the words of traders', () => {
  const found = [
    'README.md',
    'SECURITY.md',
    'docs/owners.md',
    'docs/pages.md',
    'docs/registry.md',
  ].flatMap((file) =>
    parseProse(readDocument(file))
      .filter(({ kind, text }) => kind !== 'code' && insideWords.test(text))
      .map(({ line, text }) => `${file}:${line}: ${text}`),
  );
  assert.equal(found, []);
});

prose.run();
