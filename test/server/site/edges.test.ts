import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { valuesAtEdges } from '../../../server/site/charts/edges.ts';

const edges = suite('values at the edges of a span');

const days = [0, 10, 20, 30];

edges('lie on the straight line between the days around them', () => {
  const values = [100, 200, null, 400];
  assert.equal(valuesAtEdges(days, values, false, { from: 4, to: 25 }), [140, 350]);
  assert.equal(valuesAtEdges(days, values, false, { from: 10, to: 30 }), [200, 400]);
});

edges('of a stepped line are those of the day before', () => {
  const values = [100, 200, null, 400];
  assert.equal(valuesAtEdges(days, values, true, { from: 4, to: 25 }), [100, 200]);
});

edges('are none where the line has not begun or has ended', () => {
  assert.equal(valuesAtEdges(days, [null, 1, 2, null], false, { from: 4, to: 25 }), []);
});

edges.run();
