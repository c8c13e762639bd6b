import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { namesIn, readDocument, rowsOf, sectionOf } from '../../support/documents.ts';
import { type Checkout, copyPackage } from './checkout.ts';
import { named, type Plan, section, statistic } from './plans.ts';

const recipes = suite<{ checkout: Checkout }>('recipes');

/** Files of the product and of its proof that each may take. */
const limits = [
  [statistic, 2, 2],
  [section, 4, 3],
] as const;

const isProof = (file: string): boolean => /^(?:test|fixtures)\//.test(file);

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
    await checkout.follow(statistic);
    await checkout.follow(section);
    try {
      const types = checkout.run('node_modules/typescript/bin/tsc', '-p', '.');
      assert.is(types.output, '');
      const complete = checkout.run(quick);
      assert.is(complete.status, 0, complete.output);

      const { output } = checkout.run('dist/test/promises/recipes/look.js');
      const seen = JSON.parse(output);
      assert.equal(seen.differences, []);
      assert.is(seen.answer.advanced.lost_trades, 1);
      assert.equal(seen.answer.reporting, { days_reported: 4, first_report: '2024-01-02' });
      assert.is(seen.hidden.reporting, null);
      assert.is(seen.hidden.advanced.lost_trades, 1);
      assert.match(
        seen.page,
        /<a class="term" href="#how-lost_trades">Lost trades<\/a><\/dt><dd class="num">1</,
      );
      assert.match(
        seen.page,
        /<div id="how-lost_trades">.*Trades with a net result below 0\. Unknown where/,
      );
      assert.match(seen.description, /"lost_trades"/);
      assert.match(
        seen.description,
        /How often equity was reported. Only where `include` names it/,
      );
      assert.ok(seen.views.includes('shared_reporting'));
      assert.is(
        seen.comments['advanced.lost_trades'],
        'Trades with a net result below 0; null where the account has never sent data',
      );
      assert.is(
        seen.comments['shared_reporting.first_report'],
        'The first of them, YYYY-MM-DD; null where there is none',
      );

      const printed = checkout.run('dist/test/docs/write.js');
      assert.is(printed.status, 0, printed.output);
      assert.match(
        checkout.read('docs/numbers.md'),
        '| `lost_trades` | trades with a net result below 0 |',
      );
      assert.match(checkout.read('docs/api.md'), '| `reporting` | How often equity was reported |');
      assert.match(checkout.read('docs/owners.md'), '`advanced`, `reporting` | `null` in place');
    } finally {
      await checkout.undo();
    }
  },
);

/** Files of a section without which nothing can be loaded, so that nothing else is named either. */
const stopping = ['sql/marts/<section>.ts', 'test/oracle/<section>-section.ts'];

/** What is forgotten at once: a file of each recipe, as long as there are two to forget. */
function forgettings(): (readonly [plan: Plan, file: string])[][] {
  const alone = stopping.map((file) => [[section, file] as const]);
  const others = Object.keys(section.steps).filter((file) => !stopping.includes(file));
  const ofStatistic = Object.keys(statistic.steps);
  const together = others.map((file, at) => {
    const other = ofStatistic[at];
    return [[section, file] as const, ...(other ? [[statistic, other] as const] : [])];
  });
  assert.ok(others.length >= ofStatistic.length);
  return [...alone, ...together];
}

for (const forgotten of forgettings()) {
  const files = forgotten.map(([plan, file]) => named(file, plan));
  recipes(`a quick test names ${files.join(' and ')} where forgotten`, async ({ checkout }) => {
    for (const [plan, file] of forgotten) await checkout.follow(plan, file);
    try {
      const { status, output } = checkout.run(quick);
      assert.is.not(status, 0);
      for (const file of files) assert.ok(output.includes(shortened(file)), output);
    } finally {
      await checkout.undo();
    }
  });
}

/** A file as a message names it: not as what, and one of the scenarios. */
const shortened = (file: string): string =>
  file.startsWith('fixtures/')
    ? `fixtures/scenarios/…/${file.split('/').at(-1)}`
    : file.replace(/\.ts$/, '');

recipes.run();
