import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { inPackage } from '../../pipeline/base/package-root.ts';
import {
  after,
  endpoint,
  format,
  named,
  type Plan,
  pagePart,
  renamed,
  section,
  statistic,
} from '../promises/recipes/plans.ts';

// Begins a recipe of docs/internals.md: npm run new -- statistic|section|page|format|endpoint NAME
//
// It writes the files that the recipe names with a small example under the new name, so that
// everything compiles and its test passes. Then the example is changed into what is meant.

/** Plan of each kind, with the name of its example. */
const kinds: Readonly<Record<string, readonly [plan: Plan, example: string]>> = {
  statistic: [statistic, 'lost_trades'],
  section: [section, 'reporting'],
  page: [pagePart, 'reporting'],
  format: [format, 'papertrail'],
  endpoint: [endpoint, 'payout'],
};

const [kind = '', name = ''] = process.argv.slice(2);
const [plan, example] = kinds[kind] ?? [];

if (plan === undefined || example === undefined || !/^[a-z][a-z\d_]*$/.test(name)) {
  console.error(
    'use: npm run new -- statistic|section|page|format|endpoint NAME, such as statistic lost_trades',
  );
  process.exitCode = 2;
} else {
  try {
    write(filesOf(withName(plan, example, name)));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function write(files: ReadonlyMap<string, string>): void {
  for (const [file, text] of files) {
    mkdirSync(dirname(inPackage(file)), { recursive: true });
    writeFileSync(inPackage(file), text);
    console.log(file);
  }
  console.log(
    'Change the example in these files into what you mean. Then go on with docs/internals.md.',
  );
}

/** Puts a name in place of the example's, also where it stands as words or as code. */
function withName(plan: Plan, example: string, name: string): Plan {
  const inWords = (text: string) => text.replaceAll('_', ' ');
  const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  return [(text: string) => text, (text: string) => capitalised(inWords(text))].reduce(
    (done, form) => renamed(done, form(example), form(name)),
    plan,
  );
}

/** Makes all texts before it writes one, so that a step that fits nowhere changes no file. */
function filesOf(plan: Plan): Map<string, string> {
  const files = new Map<string, string>();
  for (const [pattern, step] of Object.entries(plan.steps)) {
    const file = named(pattern, plan);
    const exists = existsSync(inPackage(file));
    if ('text' in step && exists) throw new Error(`${file} is there already: choose another name`);
    files.set(file, after(step, exists ? readFileSync(inPackage(file), 'utf8') : '', file));
  }
  return files;
}
