import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leaks, leaksOf, leaksTable } from '../../../pipeline/registry/leaks.ts';
import { hidables } from '../../../pipeline/registry/words.ts';

const register = suite('register of leaks');

register('has at least one row for everything that can be hidden from trades', () => {
  const covered = new Set(leaks.map(({ hidden }) => hidden));
  assert.equal(
    hidables.filter((part) => !covered.has(part)),
    ['comment'],
  );
});

register('finds nothing where nothing or everything is hidden', () => {
  assert.equal(leaksOf([]), []);
  assert.equal(leaksOf(hidables), []);
});

register('needs all that tells to be shown', () => {
  const derivable = (...hide: Parameters<typeof leaksOf>[0]) =>
    leaksOf(hide).map(({ shown }) => shown.join('+'));
  assert.equal(derivable('stop_loss'), ['trades', 'trades+comment']);
  assert.equal(derivable('stop_loss', 'comment'), ['trades']);
  assert.ok(derivable('trades').includes('twr'));
  assert.not.ok(derivable('trades', 'twr').includes('twr'));
  assert.equal(derivable('comment'), []);
});

register('renders one row per leak', () => {
  assert.is(leaksTable().split('\n').length, leaks.length + 2);
  assert.match(leaksTable(), '| `stop_loss` | `trades`, `comment` |');
});

register.run();
