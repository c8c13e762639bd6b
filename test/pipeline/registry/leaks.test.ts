import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  leaks,
  leaksOf,
  membersRevealedBy,
  underivable,
} from '../../../pipeline/registry/leaks.ts';
import { hidables } from '../../../pipeline/registry/words.ts';
import { leaksTable } from '../../docs/leaks.ts';

const register = suite('register of leaks');

register('has a row for everything that can be hidden and that something reveals', () => {
  const covered = new Set(leaks.map(({ hidden }) => hidden));
  assert.equal(
    hidables.filter((part) => !covered.has(part)),
    [...underivable],
  );
});

register('finds nothing where nothing or everything is hidden', () => {
  assert.equal(leaksOf([]), []);
  assert.equal(leaksOf(hidables), []);
});

register('exists only while everything that reveals it is shown', () => {
  const derivable = (...hide: Parameters<typeof leaksOf>[0]) =>
    leaksOf(hide).map(({ shown }) => shown.join('+'));
  assert.equal(derivable('stop_loss'), ['trades', 'trades+comment']);
  assert.equal(derivable('stop_loss', 'comment'), ['trades']);
  assert.ok(derivable('trades').includes('twr'));
  assert.not.ok(derivable('trades', 'twr').includes('twr'));
  assert.equal(derivable('comment'), []);
});

register('tells which private members a published portfolio gives away', () => {
  const isPublished = (slug: string) => slug === 'shown';
  const members = ['shown', 'secret'];
  assert.equal(membersRevealedBy({ published: false, members }, isPublished), []);
  assert.equal(membersRevealedBy({ published: true, members: ['shown'] }, isPublished), []);
  const [told = '', ...more] = membersRevealedBy({ published: true, members }, isPublished);
  assert.match(told, /^secret is private, but/);
  assert.equal(more, []);
});

register('renders one row per leak, and one for each that no flag closes', () => {
  const [headings, openRows] = [2, 6];
  assert.is(leaksTable().split('\n').length, headings + leaks.length + openRows);
  assert.match(leaksTable(), '| `stop_loss` | `trades`, `comment` |');
  assert.match(
    leaksTable(),
    '| `equity_curve` | `advanced`, `rolling`, `benchmark` or `exposure` | days whose equity',
  );
});

register.run();
