import { readFileSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { codeFiles } from '../support/code-files.ts';
import { breachesIn, breachLine } from './plain-english.ts';

// Lists the places where comments and names break our rules for plain English:
//
//     node dist/test/docs/list-breaches.js [PATH…]
const paths = process.argv.slice(2);
const breaches = codeFiles(['sql', 'pipeline', 'server', 'test', 'fixtures'])
  .filter((file) => paths.length === 0 || paths.some((path) => file.startsWith(path)))
  .flatMap((file) => breachesIn(file, readFileSync(inPackage(file), 'utf8')));
for (const breach of breaches) console.log(breachLine(breach));
console.log(`${breaches.length} in all`);
