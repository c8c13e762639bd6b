import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFairQueue } from '../../../pipeline/base/fair-queue.ts';

const turns = suite('turns of owners');

turns('run two at a time, one per owner, and owners take turns', async () => {
  const inTurn = createFairQueue(2);
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (owner: string, what: string) =>
    inTurn(owner, () => {
      begun.push(what);
      return new Promise<void>((end) => ends.set(what, end));
    });
  const all = [
    ...['a1', 'a2', 'a3'].map((what) => ask('a', what)),
    ...['b1', 'c1', 'b2'].map((what) => ask(what.slice(0, 1), what)),
  ];
  await new Promise(setImmediate);
  assert.equal(begun, ['a1', 'b1'], 'the second of an owner waits though there is room');
  const endOf = async (what: string) => {
    ends.get(what)?.();
    await new Promise(setImmediate);
  };
  await endOf('a1');
  assert.equal(begun.slice(2), ['c1'], 'who has not had a turn comes first');
  await endOf('b1');
  assert.equal(begun.slice(3), ['a2']);
  for (const what of ['c1', 'a2', 'b2', 'a3']) await endOf(what);
  assert.equal(begun.slice(4), ['b2', 'a3']);
  await Promise.all(all);
});

turns('go first to the owner whose work has cost the least', async () => {
  const inTurn = createFairQueue(1);
  const begun: string[] = [];
  const ask = (owner: string, cost: number) =>
    inTurn(
      owner,
      async () => {
        begun.push(owner);
      },
      { costOf: () => cost },
    );
  await Promise.all([
    ...Array.from({ length: 3 }, () => ask('large', 50)),
    ...Array.from({ length: 12 }, () => ask('small', 10)),
  ]);
  const fiveSmall = ['small', 'small', 'small', 'small', 'small'];
  assert.equal(begun, ['large', ...fiveSmall, 'large', ...fiveSmall, 'large', 'small', 'small']);
});

turns('give a new owner no advantage over those who wait', async () => {
  const inTurn = createFairQueue(1);
  const begun: string[] = [];
  const ask = (owner: string) =>
    inTurn(
      owner,
      async () => {
        begun.push(owner);
        if (begun.length === 3) later = ['b', 'b', 'b'].map(ask);
      },
      { costOf: () => 10 },
    );
  let later: Promise<void>[] = [];
  await Promise.all(['a', 'a', 'a', 'a', 'a'].map(ask));
  await Promise.all(later);
  assert.is(begun.join(''), 'aaababab');
});

turns('continue after work that fails', async () => {
  const inTurn = createFairQueue(1);
  const failed = inTurn('a', () => Promise.reject(new Error('no'))).catch(String);
  assert.is(await inTurn('a', async () => 'yes'), 'yes');
  assert.is(await failed, 'Error: no');
});

turns('of two askers go to the work whose asker with the most has had the least', async () => {
  const inTurn = createFairQueue(1);
  const begun: string[] = [];
  const ask = (...askers: string[]) =>
    inTurn(askers, async () => {
      begun.push(askers.join(' '));
    });
  await Promise.all([
    // A page of one owner, opened by many addresses.
    ...['1', '2', '3', '4'].map((address) => ask(address, 'popular')),
    // One address that asks for accounts of many owners.
    ...['a', 'b', 'c', 'd'].map((owner) => ask('crawler', owner)),
    ask('5', 'quiet'),
    ask('6', 'a'),
  ]);
  assert.equal(begun, [
    '1 popular',
    'crawler a',
    '5 quiet',
    '2 popular',
    'crawler b',
    '6 a',
    '3 popular',
    'crawler c',
    '4 popular',
    'crawler d',
  ]);
});

turns('begin neither work of two askers at once, nor anything of one asker twice', async () => {
  const inTurn = createFairQueue(3);
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const all = ['1 a', '1 b', '2 a', '2 b'].map((askers) =>
    inTurn(askers.split(' '), () => {
      begun.push(askers);
      return new Promise<void>((end) => ends.push(end));
    }),
  );
  await new Promise(setImmediate);
  assert.equal(begun, ['1 a', '2 b']);
  for (let at = 0; at < all.length; at += 1) {
    ends[at]?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  assert.equal(begun.slice(2).sort(), ['1 b', '2 a']);
});

turns('are left by those who go, and cost them nothing', async () => {
  const inTurn = createFairQueue(1);
  const begun: string[] = [];
  const ask = (owner: string, signal?: AbortSignal) =>
    inTurn(
      owner,
      async () => {
        begun.push(owner);
        if (owner === 'first') gone.abort(new Error('gone'));
      },
      signal && { signal },
    );
  const gone = new AbortController();
  const first = ask('first', gone.signal);
  const leaving = ['a', 'a', 'a'].map((owner) => ask(owner, gone.signal).catch(String));
  const staying = [ask('b'), ask('a')];
  await first;
  assert.equal(await Promise.all(leaving), ['Error: gone', 'Error: gone', 'Error: gone']);
  await Promise.all(staying);
  assert.equal(begun, ['first', 'b', 'a'], 'work that began went on');
  assert.is(await ask('a', gone.signal).catch(String), 'Error: gone', 'gone before it asked');
});

turns.run();
