import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { makeReason } from '../../../pipeline/base/reasons/reason.ts';
import { valueFault } from '../../../pipeline/duckdb/database.ts';
import { type Withheld, withheldLines } from '../../../pipeline/run/withheld.ts';

const held = suite('held back lines');

const withheldAccount = (id: string, isPublished: boolean): Withheld => ({
  id,
  check: 'results_add_up',
  reason: makeReason('withheld_no_breakdown', { total_minor: 2 }),
  isPublished,
  since: '2024-06-12T12:00:00Z',
});

held('name account, check and values, five at most unless told, and how many more', () => {
  const seven = Array.from({ length: 7 }, (_, at) => withheldAccount(`a${at}`, at === 0));
  const lines = withheldLines(seven);
  assert.is(lines.length, 6);
  assert.equal(lines.slice(0, 2), [
    'a0 is held back by results_add_up (no breakdown, total minor 2); it keeps its last published figures',
    'a1 is held back by results_add_up (no breakdown, total minor 2); it stays unpublished',
  ]);
  assert.is(lines[5], '2 more are held back; status names them all');
  assert.is(withheldLines(seven.slice(0, 5)).length, 5);
  assert.is(withheldLines(seven, Number.POSITIVE_INFINITY).length, 7);
});

const faults: readonly [message: string, isOfValue: boolean][] = [
  ['Out of Range Error: STDDEV_SAMP is out of range!', true],
  ['Conversion Error: Could not cast value 1e30 to DECIMAL(28,8)\n\nLINE 1: select', true],
  ['Invalid Input Error: Attempting to execute an unsuccessful or closed pending query', false],
  ['Out of Memory Error: failed to allocate data of size 1.0 GiB', false],
  ['IO Error: Could not write all bytes: No space left on device', false],
  ['INTERRUPT Error: Interrupted!', false],
  ['TransactionContext Error: Current transaction is aborted', false],
  ['INTERNAL Error: Attempted to access index 0', false],
  ['Binder Error: Referenced column "x" not found', false],
];

held('only a fault of a value is looked for in the accounts, in one line', () => {
  for (const [message, isOfValue] of faults) {
    assert.is(valueFault(new Error(message)) !== null, isOfValue, message);
  }
  assert.is(
    valueFault(new Error(faults[1]?.[0])),
    'Conversion Error: Could not cast value 1e30 to DECIMAL(28,8)',
  );
  assert.is(valueFault('Conversion Error: text'), null);
});

held.run();
