import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assign, type ShardMap } from '../../../pipeline/machines/shard-map.ts';

const test = suite('shard map');

const empty: ShardMap = { shards: 4, accounts: new Map(), owners: new Map() };
const account = (account_id: string, owner: string) =>
  ({ type: 'account', account_id, owner }) as const;
const portfolio = (owner: string) => ({ type: 'portfolio', account_id: null, owner }) as const;

// The shard is `printf %s ann | sha256sum | cut -c1-8` modulo 4, so the last digit decides:
//
// ann 49915e0d, bob 81b637d8, cy 3d30f595, dee e7834034, MT5:1 702c03a7, MT5:3 078734a9

test("an account goes to its owner's shard, or by its own id without an owner", () => {
  const { map, accounts, owners, moves } = assign(
    empty,
    [account('MT5:1', 'bob'), portfolio('ann')],
    ['MT5:1', 'MT5:3'],
  );
  assert.equal(
    [...owners],
    [
      ['bob', 0],
      ['ann', 1],
    ],
  );
  assert.equal(
    [...accounts],
    [
      ['MT5:1', 0],
      ['MT5:3', 1],
    ],
  );
  assert.equal(moves, []);
  assert.equal([map.accounts, map.owners], [accounts, owners]);
});

test('another number of shards assigns everything again', () => {
  const current: ShardMap = {
    shards: 2,
    accounts: new Map([
      ['MT5:1', 1],
      ['MT5:3', 1],
    ]),
    owners: new Map([
      ['bob', 1],
      ['cy', 1],
    ]),
  };
  const { map, moves } = assign(current, [account('MT5:1', 'bob')], ['MT5:1'], 4);
  assert.is(map.shards, 4);
  // Cy has no account any more. MT5:3 has no owner, and stays where it is by chance.
  assert.equal(Object.fromEntries(map.owners), { bob: 0, cy: 1 });
  assert.equal(Object.fromEntries(map.accounts), { 'MT5:1': 0, 'MT5:3': 1 });
  assert.equal(moves, [{ account: 'MT5:1', from: 1, to: 0 }]);
});

test('entries of the map stay, whatever shard they would get today', () => {
  const storedMap: ShardMap = {
    shards: 4,
    accounts: new Map([
      ['MT5:1', 2],
      ['MT5:3', 3],
    ]),
    owners: new Map([['bob', 2]]),
  };
  const { map, accounts, owners, moves } = assign(
    storedMap,
    [account('MT5:1', 'bob'), account('MT5:2', 'bob')],
    ['MT5:1', 'MT5:2', 'MT5:3'],
  );
  assert.equal([...owners], []);
  assert.equal([...accounts], [['MT5:2', 2]]);
  assert.equal(moves, []);
  assert.equal(
    [...map.accounts],
    [
      ['MT5:1', 2],
      ['MT5:3', 3],
      ['MT5:2', 2],
    ],
  );
});

test('an account moves to its new owner, and one that was nobody’s to its first', () => {
  const storedMap: ShardMap = {
    shards: 4,
    accounts: new Map([
      ['MT5:1', 0],
      ['MT5:3', 3],
    ]),
    owners: new Map([
      ['bob', 0],
      ['cy', 2],
    ]),
  };
  const { accounts, owners, moves } = assign(
    storedMap,
    [account('MT5:1', 'cy'), account('MT5:3', 'ann')],
    ['MT5:3'],
  );
  assert.equal([...owners], [['ann', 1]]);
  assert.equal(
    [...accounts],
    [
      ['MT5:1', 2],
      ['MT5:3', 1],
    ],
  );
  assert.equal(moves, [
    { account: 'MT5:1', from: 0, to: 2 },
    { account: 'MT5:3', from: 3, to: 1 },
  ]);
});

test('an account that nobody owns any more stays, and an owner in the same shard moves nothing', () => {
  const storedMap: ShardMap = {
    shards: 4,
    accounts: new Map([
      ['MT5:1', 0],
      ['MT5:3', 3],
    ]),
    owners: new Map([
      ['bob', 0],
      ['dee', 0],
    ]),
  };
  const { accounts, moves } = assign(storedMap, [account('MT5:1', 'dee')], ['MT5:3']);
  assert.equal([accounts.size, moves.length], [0, 0]);
});

test.run();
