import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compare } from './compare.ts';
import { computeWorld, type Expected, sections } from './compute-world.ts';
import { isObject, type JsonObject } from './json.ts';
import { matchPartially } from './match.ts';
import { readWorld } from './read-world.ts';
import { decimalText, isRounding, publish, published } from './rounding.ts';
import { scenariosDirectory } from './scenarios.ts';

const comparing = suite('compare');

const world = await readWorld(`${scenariosDirectory}ordinary-account`);
const expected = computeWorld(world, new Date('2024-07-01T12:00:00Z')).get('ordinary');

function answer(computed: Expected): JsonObject {
  return Object.fromEntries(sections.map((name) => [name, publish(computed[name], [name])]));
}

function changed(change: (account: Record<string, unknown>) => void): string[] {
  assert.ok(expected);
  const copy: unknown = JSON.parse(JSON.stringify(answer(expected)));
  assert.ok(isObject(copy) && isObject(copy.account));
  change(Object(copy.account));
  return compare(expected, copy);
}

comparing('accepts the rounding of large numbers', () => {
  assert.ok(isRounding(8008935.68526, 8008935.685264169, 6));
  assert.not(isRounding(8008935.6856, 8008935.685264169, 6));
  assert.not(isRounding(8008935.6852641, 8008935.685264169, 6));
});

comparing('finds no difference between a figure and its rounding', () => {
  assert.equal(
    changed(() => undefined),
    [],
  );
});

comparing('names a changed, a missing and an extra key', () => {
  assert.is(changed((account) => Object.assign(account, { balance: 2204.81 })).length, 1);
  assert.is(changed((account) => Reflect.deleteProperty(account, 'equity')).length, 1);
  assert.is(changed((account) => Object.assign(account, { extra: null })).length, 1);
  assert.is(changed((account) => Object.assign(account, { demo: null })).length, 1);
});

comparing('compares percents to the fourth digit', () => {
  const withTwr = (twr_percent: number) =>
    changed((account) => Object.assign(Object(account.performance), { twr_percent }));
  assert.is(withTwr(15.2008).length, 0);
  assert.is(withTwr(15.2009).length, 1);
  assert.is(withTwr(15.20080001).length, 1);
});

comparing('accepts both neighbours of a boundary, and no minus zero', () => {
  assert.ok(isRounding(0.0001, 0.00005, 4));
  assert.ok(isRounding(0, 0.00005, 4));
  assert.not(isRounding(0, 0.000051, 4));
  assert.not(isRounding(-0, -0.00000001, 4));
  assert.ok(isRounding(0, -0.00000001, 4));
});

comparing('rounds half away from zero', () => {
  assert.is(published(-0.00005, 4), -0.0001);
  assert.is(published(1.00005, 4), 1.0001);
  assert.is(decimalText(-0.04, 1), '0.0');
  assert.is(decimalText(-12.25, 1), '-12.3');
});

comparing('rounds a number of twelve digits and four decimals once', () => {
  assert.is(published(242154310253.385, 4), 242154310253.385);
  assert.ok(isRounding(242154310253.385, 242154310253.385, 4));
  assert.is(published(-242154310253.385, 4), -242154310253.385);
});

comparing('matches partially: named keys only, arrays in full length, own keys only', () => {
  assert.equal(matchPartially({ one: 1 }, { one: 1, two: 2 }, 'x'), []);
  assert.is(matchPartially([{}], [{}, {}], 'x').length, 1);
  assert.is(matchPartially({ one: null }, {}, 'x').length, 1);
  assert.is(matchPartially(JSON.parse('{"__proto__":{"a":1}}'), {}, 'x').length, 1);
  assert.is(matchPartially({ one: '1' }, { one: 1 }, 'x').length, 1);
});

comparing.run();
