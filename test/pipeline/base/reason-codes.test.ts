import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { sentences } from '../../../pipeline/base/reasons/sentences.ts';
import { codeFiles } from '../../support/code-files.ts';

const codes = suite('codes of reasons');

codes('are all given by some file', () => {
  const text = codeFiles()
    .filter((path) => !path.includes('/base/reasons/'))
    .map((path) => readFileSync(inPackage(path), 'utf8'))
    .join('\n');
  const words = new Set(text.match(/(?<=')\w+(?=')/g));
  const dead = Object.keys(sentences).filter((code) => !words.has(code));
  assert.equal(dead, []);
});

codes.run();
