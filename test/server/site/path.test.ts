import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { linePath, type Point, rangeOf, thin } from '../../../server/site/charts/path.ts';
import { sparkline } from '../../../server/site/charts/sparkline.ts';
import { textOf } from '../../../server/site/html.ts';

const paths = suite('chart paths');

paths('lead from the first point to the last, up being more', () => {
  const box = { left: 0, top: 0, width: 100, height: 50 };
  const points: Point[] = [
    [0, 0],
    [1, 10],
    [2, 5],
  ];
  const path = linePath(points, { min: 0, max: 2 }, { min: 0, max: 10 }, box);
  assert.is(path, 'M0 50L50 0L100 25');
});

paths('keep the ends and every extreme when there are too many points', () => {
  const points = Array.from({ length: 5000 }, (_, at): Point => [at, at === 3210 ? 99 : at % 7]);
  const thinned = thin(points, 80);
  assert.ok(thinned.length <= 80, `${thinned.length}`);
  assert.equal(thinned[0], points[0]);
  assert.equal(thinned.at(-1), points.at(-1));
  assert.ok(thinned.some(([at]) => at === 3210));
  assert.equal(
    [...thinned].sort((first, second) => first[0] - second[0]),
    thinned,
  );
});

paths('have a range even where there is nothing or one value', () => {
  assert.equal(rangeOf([]), { min: 0, max: 1 });
  assert.equal(rangeOf([5]), { min: 4, max: 6 });
  assert.equal(rangeOf([5], [0]), { min: 0, max: 5 });
});

paths('make a small line of returns, and none of what is unknown', () => {
  const days = (...twr_percent: (number | null)[]) => ({
    date: ['2024-02-28', '2024-02-29', '2024-03-01'].slice(0, twr_percent.length),
    twr_percent,
    drawdown: [],
    balance: [],
    equity: [],
  });
  assert.is(sparkline(days(), '2024-02-28'), null);
  assert.is(sparkline(days(null, null), '2024-02-28'), null);
  const pathSince = (since: string) => {
    const line = sparkline(days(1, null, 3), since);
    return line && /class="line" d="([^"]+)"/.exec(textOf(line))?.[1];
  };
  assert.is(pathSince('2024-02-28'), 'M1 37L53.7 25.7L159 3');
  // It begins at 0 on the day before the record, three days earlier.
  assert.is(pathSince('2024-02-25'), 'M1 37L106.3 25.7L159 3');
});

paths.run();
