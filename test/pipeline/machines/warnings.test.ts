import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, asOf, idOf, registeredAccount, trade, withDesk } from '../desk.ts';
import { clusterAt } from './cluster.ts';

const test = suite('the warnings of a batch');

/** Shard of each account, and the balance that its platform reported. Trades add up to 1,010. */
const accounts: Readonly<Record<string, readonly [shard: number, reported: number | null]>> = {
  a: [0, 1020],
  b: [1, 1075],
  c: [0, 1030],
  d: [1, 1060],
  e: [0, 1045],
  f: [1, 1015],
  news: [0, null],
};
const names = Object.keys(accounts);
/** Accounts whose data waits, because no row of `accounts` describes them. */
const undescribed = ['m', 'n', 'o', 'p', 'q', 'r'];

const root = mkdtempSync(join(tmpdir(), 'trackrecord-warnings-'));
test.after(() => rmSync(root, { recursive: true, force: true }));

test('names the same accounts as one machine when only a new machine computes a shard', () =>
  withDesk(async (desk) => {
    const cluster = clusterAt(root, {
      shards: 2,
      accounts: new Map([
        ...names.map((name) => [idOf(name), accounts[name]?.[0] ?? 0] as const),
        ...undescribed.map((name, at) => [idOf(name), at % 2] as const),
      ]),
      owners: new Map(),
    });
    const entries = [...names.filter((name) => name !== 'news'), ...undescribed, 'unloaded'];
    desk.registered.push(...entries.map((name) => registeredAccount(name)));
    desk.write(
      'accounts.csv',
      names.map((name) => account(name, { reported_balance: accounts[name]?.[1] ?? null })),
    );
    desk.write(
      'trades.csv',
      [...names, ...undescribed].map((name) => trade(name, 1)),
    );
    const compare = async () => {
      const { registered, source } = desk;
      const { warnings } = await desk.run();
      const { assembled, results } = await cluster.batch({ asOf, registered, sources: [source] });
      assert.equal(assembled.warnings, warnings);
      return { warnings, computed: results.map(({ shard }) => shard) };
    };
    const all = await compare();
    assert.is(all.computed.length, 2);
    assert.equal(all.warnings.map(accountOf), [
      ...['m', 'n', 'o', 'p', 'q'].map(idOf),
      'and 1 more accounts',
      idOf('news'),
      'entry unloaded',
      ...['b', 'd', 'e', 'c', 'a'].map(idOf),
      'and 1 more accounts that do not reconcile',
    ]);

    desk.write('trades-2.csv', [trade('news', 2)]);
    assert.equal(await compare(), { ...all, computed: [0] });
    assert.equal(await compare(), { ...all, computed: [] });
  }));

/** Returns the account that a line begins with, or the whole line. */
const accountOf = (line: string): string => line.split(/: | does not/)[0] ?? line;

test.run();
