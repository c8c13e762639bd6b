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
  const words = new Set(text.match(/\w+/g));
  // Parts of codes that a template completes, such as `wanted_` and `_counted`.
  const beginnings = [...text.matchAll(/makeReason\(`(\w+_)\$\{/g)].map(([, part = '']) => part);
  const endings = [...text.matchAll(/`\$\{\w+\}(_\w+)`/g)].map(([, part = '']) => part);
  const isGiven = (code: string) =>
    words.has(code) ||
    beginnings.some((part) => code.startsWith(part) && words.has(code.slice(part.length))) ||
    endings.some((part) => code.endsWith(part) && words.has(code.slice(0, -part.length)));
  const dead = Object.keys(sentences).filter((code) => !isGiven(code));
  assert.equal(dead, []);
});

codes.run();
