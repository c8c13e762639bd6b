import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isNever } from '../../sql/causes.ts';
import { fields } from '../oracle/fields.ts';
import { computeNothing } from '../support/computed.ts';
import { forgotten, leavesOfScenarios } from '../support/forgotten.ts';
import {
  forgottenOfEndpoints,
  forgottenOfFormats,
  forgottenOnPages,
} from '../support/forgotten-files.ts';
import { whileOpen } from '../support/while-open.ts';

const complete = suite('recipes');

complete('figures and sections have whatever is written of them by hand', () =>
  whileOpen(computeNothing(), async (database) => {
    assert.is((await forgotten(database)).join('\n'), '');
  }),
);

complete('figures that may be null are null of an account of a scenario', async () => {
  const { computed } = await leavesOfScenarios();
  const nulls = [...computed.values()].flat().filter(({ isNull }) => isNull);
  const found = new Set(nulls.map(({ path }) => path));
  const asked = fields.filter(({ about: { nullWhen } }) => nullWhen && !isNever(nullWhen));
  const missing = asked
    .filter(({ path }) => !found.has(path))
    .map(({ path }) => `fixtures/scenarios/…: no account of any has ${path} as null`);
  assert.is(missing.join('\n'), '');
});

complete('sections have what shows them on pages', () => {
  assert.is(forgottenOnPages().join('\n'), '');
});

complete('import formats have a made-up export, and rows in the documents', () => {
  assert.is(forgottenOfFormats().join('\n'), '');
});

complete('endpoints have a test, an example call and a row in the documents', () => {
  assert.is(forgottenOfEndpoints().join('\n'), '');
});

complete.run();
