import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { sentences } from '../../../pipeline/base/reasons/sentences.ts';
import { causes } from '../../../sql/causes.ts';
import { codeFiles } from '../../support/code-files.ts';

const codes = suite('codes of reasons and of causes of null');

codes('are all given by some file', () => {
  const text = codeFiles()
    .filter((path) => !path.includes('/base/reasons/'))
    .map((path) => readFileSync(inPackage(path), 'utf8'))
    .join('\n');
  const words = new Set(text.match(/(?<=')\w+(?=')/g));
  const dead = [...Object.keys(sentences), ...Object.keys(causes)].filter(
    (code) => !words.has(code),
  );
  assert.equal(dead, []);
});

codes.run();
