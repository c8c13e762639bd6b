import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';

const names = ['one', 'two', 'three', 'four'];
const atFirst = 10_000;
const hour = 3_600_000;

const idOf = (name: string): string => `MT5:${name}@Machines-Live`;
const timeOf = (hours: number): string =>
  new Date(Date.UTC(2026, 0, 1) + hours * hour).toISOString();

export interface Sender {
  readonly key: string;
  readonly slug: string;
}

/** World of accounts. Each of their figures tells how many files of trades were loaded. */
export interface NumberedWorld {
  readonly source: string;
  /** Keys that may read every account. */
  readonly keys: readonly string[];
  /** Sends data of the account that is in no file. */
  readonly sender: Sender;
  /**
   * Adds file number `number`, counted from 1. It has one trade for each account, with a profit of
   * one dollar.
   */
  addFile(number: number): Promise<void>;
}

/**
 * Registers the accounts in PostgreSQL, and writes their source without trades. Calls back for each
 * file.
 */
export async function createNumberedWorld(
  root: string,
  databaseUrl: string,
  keyCount: number,
  told: (file: string) => Promise<void>,
): Promise<NumberedWorld> {
  const source = join(root, 'source');
  mkdirSync(source, { recursive: true });
  const registry = await openRegistry({
    dataDir: dataDirectory(join(root, 'registry')),
    databaseUrl,
    clock: () => new Date(),
  });
  const keys: string[] = [];
  const slug = 'sent';
  let senderKey = '';
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'desk', name: 'Desk', plan: 'ultra' }],
      accounts: [...names, slug].map((name) => ({
        slug: name,
        type: 'account',
        account_id: idOf(name),
        owner: 'desk',
        name,
        // One account also gets data that is sent in.
        owner_data: true,
        published: true,
      })),
    });
    senderKey = (await createConnectionKey(registry, { account: slug, name: 'sender' })).key;
    for (let made = 0; made < keyCount; made += 1) {
      keys.push((await createKey(registry, { owner: 'desk', name: 'client', scopes })).key);
    }
  } finally {
    await registry.close();
  }
  const accounts = [...names, slug].map((name) => ({
    account_id: idOf(name),
    platform: 'MT5',
    currency: 'USD',
    created_at: timeOf(0),
    updated_at: timeOf(0),
    opening_balance: atFirst,
  }));
  writeFileSync(join(source, 'accounts.csv'), stringify(accounts, { header: true }));
  await told('accounts.csv');
  return {
    source,
    keys,
    sender: { key: senderKey, slug },
    async addFile(number) {
      const trades = names.map((name) => ({
        account_id: idOf(name),
        ticket: String(number),
        symbol: 'EURUSD',
        side: 'buy',
        volume: 0.1,
        open_price: 1.1,
        close_price: 1.101,
        profit: 1,
        opened_at: timeOf(number),
        closed_at: timeOf(number + 1),
      }));
      const file = `trades-${String(number).padStart(4, '0')}.csv`;
      const unfinished = join(root, file);
      writeFileSync(unfinished, stringify(trades, { header: true }));
      renameSync(unfinished, join(source, file));
      await told(file);
    },
  };
}

/**
 * Requests, each with the numbers that its answer tells. They must be equal, otherwise two versions
 * were mixed.
 */
export const questions: readonly {
  readonly path: string;
  numbersIn(body: string): number[];
}[] = names.flatMap((name) => [
  {
    path: `/api/v1/accounts/${name}?include=by_symbol`,
    numbersIn(body) {
      const { balance, performance, by_symbol } = JSON.parse(body);
      const gain = Math.round(performance.absolute_gain_percent * (atFirst / 100));
      return [balance - atFirst, gain, by_symbol.EURUSD.total.trades];
    },
  },
  {
    path: `/api/v1/accounts/${name}/trades?limit=1`,
    numbersIn(body) {
      const { data, pagination } = JSON.parse(body);
      return [pagination.total, Number(data[0]?.ticket ?? 0)];
    },
  },
  {
    path: `/api/v1/accounts/${name}/statistics`,
    numbersIn(body) {
      const { total } = JSON.parse(body);
      return [total.trades, total.net_profit];
    },
  },
]);
