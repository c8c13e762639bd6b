import fc from 'fast-check';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { within } from '../../../support/within.ts';
import {
  account,
  idOf,
  registeredAccount,
  registeredPortfolio,
  trade,
  withDesk,
} from '../../desk.ts';

const reader = suite('snapshot reader');
const atDesk = within(reader, withDesk);
const count = 5000;
const firstClose = Date.parse('2024-01-02T00:00:00Z');

const trades = Array.from({ length: count }, (_, number) => {
  const closedAt = new Date(firstClose + Math.floor(number / 2) * 60_000).toISOString();
  const comment = number % 3 === 0 ? 'a, "b"\n' : 'żółć ✓ },';
  return trade(number % 7 === 0 ? 'other' : 'long', number, {
    opened_at: '2024-01-01T00:00:00Z',
    closed_at: closedAt,
    comment,
  });
});

interface Listed {
  ticket: string;
  closed_at: string;
}

atDesk('pages are slices of the whole list, in order, for any borders', async (desk) => {
  desk.write('accounts.csv', [account('long'), account('other'), account('silent')]);
  desk.write('trades.csv', trades);
  desk.registered.push(
    registeredAccount('long'),
    registeredAccount('other'),
    registeredPortfolio('both', ['other', 'long']),
  );
  await desk.run();
  desk.read((snapshot) => {
    const list = snapshot.list('portfolio:both', 'trades');
    const entry = snapshot.entry('portfolio:both');
    if (!list || !entry) throw new Error('no list');
    assert.is(list.index.rows, count);
    const whole: Listed[] = JSON.parse(`[${list.slice(0, count)}]`);
    assert.is(whole.length, count);

    for (const [at, { ticket, closed_at }] of whole.entries()) {
      assert.is(list.index.instants[at], Date.parse(closed_at));
      const member = Number(ticket) % 7 === 0 ? 'other' : 'long';
      assert.is(entry.members[list.index.members[at] ?? -1], idOf(member));
      const next = whole[at + 1];
      if (next) assert.ok(next.closed_at <= closed_at);
    }

    const border = fc.integer({ min: 0, max: count });
    const page = fc.property(border, border, (first, second) => {
      const [from, to] = [Math.min(first, second), Math.max(first, second)];
      const rows: Listed[] = JSON.parse(`[${list.slice(from, to)}]`);
      assert.is(JSON.stringify(rows), JSON.stringify(whole.slice(from, to)));
    });
    fc.assert(page, { numRuns: 50, seed: 1 });
    assert.is(list.slice(0, 0).length, 0);
    assert.is(list.slice(7, 3).length, 0);
  });
});

atDesk('an account without rows has empty lists, an unknown one has nothing', async (desk) => {
  desk.write('accounts.csv', [account('silent')]);
  await desk.run();
  desk.read((snapshot) => {
    for (const name of ['trades', 'positions'] as const) {
      const list = snapshot.list(idOf('silent'), name);
      assert.is(list?.index.rows, 0);
      assert.is(list?.slice(0, 0).length, 0);
      assert.is(snapshot.list('nobody', name), undefined);
    }
    assert.is(snapshot.part('nobody', 'summary'), undefined);
    assert.is(snapshot.entry('__proto__'), undefined);
    assert.equal([...snapshot.ids()].sort(), ['', idOf('silent')]);
  });
});

reader.run();
