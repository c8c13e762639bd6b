import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { heldAt, rebaseReturns } from '../../../server/site/charts/rebase.ts';
import { dayLabels } from '../../../server/site/charts/scale.ts';

const rebase = suite('a span of a chart');

const rounded = (values: readonly (number | null)[]) =>
  values.map((value) => value && Math.round(value * 1e6) / 1e6);

// +10 %, −10 %, unknown, +20 % and −50 %, one after the other: 1.1, 0.99, 1.188, 0.594.
const days = [1, 2, 3, 4, 5];
const twr = [10, -1, null, 18.8, -40.6];

rebase('starts with the return of the last day before it', () => {
  const { returns, drawdowns } = rebaseReturns(days, twr, { from: 2, to: 4 });
  assert.equal(rounded(returns.slice(1, 4)), [-10, null, 8]);
  assert.equal(rounded(drawdowns), [null, -10, null, 0, null]);
});

rebase('measures drawdown from its own peak, that of its beginning among them', () => {
  const { drawdowns } = rebaseReturns(days, twr, { from: 4, to: 5 });
  assert.equal(rounded(drawdowns.slice(3)), [0, -50]);
});

rebase('equals the whole chart if no day is before it', () => {
  const { returns } = rebaseReturns(days, twr, { from: 0, to: 9 });
  assert.equal(rounded(returns), twr);
});

rebase('is empty if it has no day, or if the capital was lost before', () => {
  const none = rebaseReturns(days, twr, { from: 3, to: 3 });
  assert.equal(none.drawdowns, [null, null, null, null, null]);
  const ruined = rebaseReturns([1, 2], [-100, -100], { from: 2, to: 2 });
  assert.equal(ruined.returns, [null, null]);
});

rebase(
  'has at its edge the value of the day before, unless the line has not begun or has ended',
  () => {
    const at = [0, 10, 20, 30];
    assert.equal(heldAt(at, [100, 200, null, 400], 4), [100]);
    assert.equal(heldAt(at, [100, 200, null, 400], 10), [200]);
    assert.equal(heldAt(at, [100, 200, null, 400], 25), [200]);
    assert.equal(heldAt(at, [null, 1, 2, null], 4), []);
    assert.equal(heldAt(at, [null, 1, 2, null], 25), []);
  },
);

rebase('names as many months as fit, and both ends of a time without two', () => {
  const at = (day: string) => Date.parse(day) / 1000;
  const format = { day: (date: string) => date, month: (date: string) => date.slice(0, 7) };
  const labels = (from: string, to: string, count: number) =>
    dayLabels(at(from), at(to), count, format).map(([, text]) => text);
  assert.equal(labels('2026-01-15', '2026-04-15', 3), ['2026-02', '2026-03', '2026-04']);
  assert.equal(labels('2026-01-15', '2026-05-15', 3), ['2026-03', '2026-05']);
  assert.equal(labels('2026-01-15', '2026-02-15', 3), ['2026-01-15', '2026-02-15']);
});

rebase.run();
