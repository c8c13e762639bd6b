import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';

const accountCount = 30;
const owners = ['one', 'two', 'three'];
const tradesAtFirst = 400;
const hour = 3_600_000;

const idOf = (number: number): string => `MT5:${number}@Soak-Live`;
const timeOf = (number: number): string =>
  new Date(Date.UTC(2026, 0, 1) + number * hour).toISOString();

/** Registers owners with paid keys and accounts, and writes their first trades. */
export async function createDemo(root: string, source: string) {
  const registry = await openRegistry({
    dataDir: dataDirectory(join(root, 'data')),
    clock: () => new Date(),
  });
  const numbers = Array.from({ length: accountCount }, (_, number) => number);
  const slugs = numbers.map((number) => `soak-${number}`);
  await applyRegistry(registry, {
    owners: owners.map((slug) => ({ slug, name: slug, plan: 'ultra' })),
    accounts: numbers.map((number) => ({
      slug: `soak-${number}`,
      type: 'account',
      account_id: idOf(number),
      owner: owners[number % owners.length],
      name: `Soak ${number}`,
      published: true,
      hide: number % 3 === 0 ? ['volume', 'comment'] : [],
    })),
  });
  const keys: string[] = [];
  for (const owner of owners) {
    for (let number = 0; number < 5; number += 1) {
      keys.push((await createKey(registry, { owner, name: 'soak', scopes })).key);
    }
  }
  await registry.close();
  const accounts = numbers.map((number) => ({
    account_id: idOf(number),
    platform: 'MT5',
    currency: 'USD',
    created_at: timeOf(0),
    updated_at: timeOf(tradesAtFirst),
    opening_balance: 10_000,
  }));
  writeFileSync(join(source, 'accounts.csv'), stringify(accounts, { header: true }));
  const first = numbers.flatMap((account) => tradesOf(account, 0, tradesAtFirst));
  writeFileSync(join(source, 'trades.csv'), stringify(first, { header: true }));
  const event = { time: timeOf(9_000), currency: 'USD', impact: 'high', title: 'CPI m/m' };
  writeFileSync(join(source, 'calendar_events.csv'), stringify([event], { header: true }));
  /** Makes the next file of new trades: a few accounts with one trade each. */
  const writeTrades = (batch: number): string =>
    stringify(
      numbers
        .filter((number) => number % 5 === batch % 5)
        .flatMap((account) => tradesOf(account, tradesAtFirst + batch, 1)),
      { header: true },
    );
  return { keys, slugs, writeTrades };
}

function tradesOf(account: number, from: number, count: number) {
  return Array.from({ length: count }, (_, at) => ({
    account_id: idOf(account),
    ticket: `${from + at}`,
    symbol: 'EURUSD',
    side: (from + at) % 2 === 0 ? 'buy' : 'sell',
    volume: 0.1,
    open_price: 1.1,
    close_price: 1.101,
    opened_at: timeOf(from + at),
    closed_at: timeOf(from + at + 1),
    profit: ((from + at + account) % 7) - 3,
  }));
}
