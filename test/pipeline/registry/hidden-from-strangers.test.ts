import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hiddenFromStrangers } from '../../../pipeline/registry/hidden-from-strangers.ts';
import { hidables } from '../../../pipeline/registry/words.ts';

const hidden = suite('what strangers do not see');

const portfolio = { hide: ['twr'], members: ['a', 'b'] } as const;
const open = { hide: [], published: true } as const;

hidden('is what an entry hides and what any of its members does', () => {
  const members = [open, { ...open, hide: ['comment'] as const }];
  assert.equal([...hiddenFromStrangers(portfolio, members)], ['twr', 'comment']);
  const oneIsPrivate = [open, { ...open, published: false }];
  assert.equal(
    [...hiddenFromStrangers(portfolio, oneIsPrivate)],
    ['twr', 'trades', 'contributions'],
  );
});

hidden('is everything where a member cannot be asked', () => {
  assert.equal([...hiddenFromStrangers(portfolio, [open])], [...hidables]);
});

hidden.run();
