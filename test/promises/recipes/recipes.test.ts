import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namesIn, readDocument, rowsOf, sectionOf } from '../../support/documents.ts';
import { type Checkout, copyPackage } from './checkout.ts';
import {
  endpoint,
  format,
  named,
  type Plan,
  pagePart,
  renamed,
  section,
  statistic,
} from './plans.ts';

const recipes = suite<{ checkout: Checkout }>('recipes');

/** Most files of the product, and of its tests and documents, that each recipe may take. */
const limits = [
  [statistic, 2, 2],
  [section, 5, 3],
  [pagePart, 4, 1],
  [format, 6, 2],
  [endpoint, 5, 1],
] as const;

const isProof = (file: string): boolean => /^(?:test|fixtures)\//.test(file);
const plans = limits.map(([plan]) => plan);

recipes.before((context) => {
  context.checkout = copyPackage();
});

recipes.after(({ checkout }) => checkout.remove());

for (const [plan, product, proof] of limits) {
  const { heading, steps } = plan;
  recipes(`${heading.slice(4)} takes the files that its recipe names, and few`, () => {
    const text = sectionOf(readDocument('docs/internals.md'), heading);
    const rows = rowsOf(`\n${text}`, '| file | what |');
    assert.equal(
      rows.flatMap(([file = '']) => namesIn(file)),
      Object.keys(steps),
    );
    const files = Object.keys(steps);
    assert.ok(files.filter((file) => !isProof(file)).length <= product);
    assert.ok(files.filter(isProof).length <= proof);
  });
}

const quick = 'dist/test/promises/complete.test.js';

recipes(
  'are enough: types, answers, pages, documents and the warehouse follow',
  async ({ checkout }) => {
    for (const plan of plans) await checkout.follow(plan);
    try {
      // One process takes half the work of four, and is as fast on two processors.
      const types = checkout.run('node_modules/typescript/bin/tsc', '-p', '.', '--checkers', '1');
      assert.is(types.output, '');
      const { status, output } = checkout.run('dist/test/promises/recipes/look.js');
      assert.is(status, 0, output);
      const seen = JSON.parse(output.trimEnd().split('\n').at(-1) ?? '');
      assert.equal(seen.differences, []);
      assert.is(seen.answer.advanced.lost_trades, 1);
      assert.equal(seen.answer.reporting, { days_reported: 4, first_report: '2024-01-02' });
      assert.is(seen.hidden.reporting, null);
      assert.is(seen.hidden.advanced.lost_trades, 1);
      assert.match(
        seen.page,
        /<span class="label">Lost trades<\/span> <span class="value">1<\/span>/,
      );
      assert.match(seen.page, /data-figure="lost_trades">.*Trades with a net result below 0\./);
      assert.match(seen.page, '<p>Equity was reported on 4 days.</p>');
      assert.match(seen.description, /"lost_trades"/);
      assert.match(seen.description, /How often equity was reported. Only if `include` names it/);
      assert.ok(seen.views.includes('shared_reporting'));
      assert.is(
        seen.comments['advanced.lost_trades'],
        'Trades with a net result below 0. Null if the account has never sent data',
      );
      assert.is(
        seen.comments['shared_reporting.first_report'],
        'The first of them, YYYY-MM-DD. Null if there is no event',
      );

      assert.match(
        checkout.read('docs/numbers.md'),
        '| `lost_trades` | trades with a net result below 0 | |',
      );
      assert.match(checkout.read('docs/api.md'), '| `reporting` | How often equity was reported |');
      assert.match(checkout.read('docs/registry.md'), ', `reporting` | `null` in place');
    } finally {
      await checkout.undo();
    }
  },
);

recipes('are begun by a command, which changes nothing if its name is taken', ({ checkout }) => {
  const begin = (...args: readonly string[]) => checkout.run('dist/test/dev/new.js', ...args);
  assert.is(begin('statistic', 'Odd name').status, 2);
  assert.is(begin('thing', 'name').status, 2);
  const taken = begin('section', 'monthly');
  assert.is(taken.status, 1);
  assert.match(taken.output, 'sql/marts/monthly.sql is there already');
  assert.match(begin('statistic', 'small_trades').output, /^sql\/marts\/advanced\.sql\n/);
  assert.match(checkout.read('sql/marts/advanced.sql'), 'end as small_trades,\n');
  assert.match(checkout.read('sql/marts/advanced/totals.ts'), "label: 'Small trades',");
});

type Forgotten = readonly (readonly [plan: Plan, files: readonly string[]])[];

/** Files of a section without which nothing can be loaded, so nothing else is reported either. */
const stopping = ['sql/marts/<section>.ts', 'test/oracle/<section>-section.ts'];
/** Sentences of reasons, whose codes the compiler asks for. */
const words = ['pipeline/base/reasons/imports.ts', 'pipeline/base/reasons/unreadable.ts'];
/** Files that list what exists. If a thing is not in them, nothing else of it is missing. */
const lists = {
  statistic: 'sql/marts/<section>/<kind>.ts',
  section: 'sql/marts/index.ts',
  pagePart: 'server/site/account.ts',
  format: 'pipeline/platforms/index.ts',
  endpoint: 'server/api/index.ts',
} as const;

/** Lists sets of files to leave out together: as many as messages can name at once. */
function forgettings(): Forgotten[] {
  const alone = stopping.map((file): Forgotten => [[section, [file]]]);
  const allBut = ({ steps }: Plan, exceptions: readonly string[]) =>
    Object.keys(steps).filter((step) => !exceptions.includes(step));
  const beyondLists: Forgotten = [
    [statistic, allBut(statistic, [lists.statistic])],
    [section, allBut(section, [lists.section, ...stopping])],
    [pagePart, allBut(pagePart, [lists.pagePart])],
    [format, allBut(format, [lists.format, 'pipeline/platforms/lists/<format>.ts', ...words])],
    [endpoint, allBut(endpoint, [lists.endpoint, 'server/api/<endpoint>.ts'])],
  ];
  // Each is missing in its list alone. A page shows only what exists, so its section is complete.
  const unlisted: Forgotten = [
    [renamed(statistic, 'lost_trades', 'trades_below_0'), [lists.statistic]],
    [renamed(section, 'reporting', 'unlisted'), [lists.section]],
    [renamed(section, 'reporting', 'undrawn'), []],
    [renamed(pagePart, 'reporting', 'undrawn'), [lists.pagePart]],
  ];
  return [...alone, [...beyondLists, ...unlisted]];
}

for (const forgotten of forgettings()) {
  const names = forgotten.flatMap(([plan, files]) => files.map((file) => named(file, plan)));
  recipes(`a quick test names ${names.join(', ')} where forgotten`, async ({ checkout }) => {
    for (const [plan, files] of forgotten) await checkout.follow(plan, files);
    try {
      const { status, output } = checkout.run(quick);
      assert.is.not(status, 0);
      for (const file of names) assert.ok(output.includes(shortened(file)), `${file}: ${output}`);
    } finally {
      await checkout.undo();
    }
  });
}

/** Returns a file's name as messages write it, without its extension or kind. */
const shortened = (file: string): string =>
  file.startsWith('fixtures/scenarios/')
    ? `fixtures/scenarios/…/${file.split('/').at(-1)}`
    : file.replace(/^(sql\/marts\/\w+\/)\w+\.ts$/, '$1').replace(/\.ts$/, '');

recipes.run();
