import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';
import type { Sender } from './machines-world.ts';

// Slugs of owners. By another program: the 8th digit of sha256sum is even for the first two, and
// odd for the others.
const owners = ['kappa', 'lambda', 'alpha', 'gamma'];
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'sent'];
const atFirst = 10_000;
const hour = 3_600_000;

const idOf = (name: string): string => `MT5:${name}@Partitions-Live`;
const timeOf = (hours: number): string =>
  new Date(Date.UTC(2026, 0, 1) + hours * hour).toISOString();

/** World of accounts of several owners. The balance tells how many files were loaded. */
export interface PartitionsWorld {
  readonly source: string;
  readonly key: string;
  readonly sender: Sender;
  /** Slugs of the accounts that files are about. */
  readonly slugs: readonly string[];
  /** Adds file number `number`, with a trade of one dollar for each account. */
  addFile(number: number): void;
  /** Gives an account to another owner. */
  changeOwner(pick: <Item>(items: readonly Item[]) => Item): Promise<void>;
  /** Returns the number of files that an answer tells. */
  numberIn(body: string): number;
}

/** Registers the accounts in PostgreSQL, and writes their source without trades. */
export async function createPartitionsWorld(
  root: string,
  databaseUrl: string,
): Promise<PartitionsWorld> {
  const source = join(root, 'source');
  mkdirSync(source, { recursive: true });
  const homes = new Map(names.map((name, at) => [name, owners[at % owners.length] ?? '']));
  const withRegistry = async <Result>(
    work: (registry: Awaited<ReturnType<typeof openRegistry>>) => Promise<Result>,
  ): Promise<Result> => {
    const dataDir = dataDirectory(join(root, 'registry'));
    const registry = await openRegistry({ dataDir, databaseUrl, clock: () => new Date() });
    try {
      return await work(registry);
    } finally {
      await registry.close();
    }
  };
  const register = () =>
    withRegistry((registry) =>
      applyRegistry(registry, {
        owners: owners.map((slug) => ({ slug, name: slug, plan: 'ultra' })),
        accounts: names.map((name) => ({
          slug: name,
          type: 'account',
          account_id: idOf(name),
          owner: homes.get(name),
          name,
          owner_data: true,
          published: true,
        })),
      }),
    );
  await register();
  const { key, senderKey } = await withRegistry(async (registry) => ({
    key: (await createKey(registry, { owner: 'kappa', name: 'client', scopes })).key,
    senderKey: (await createConnectionKey(registry, { account: 'sent', name: 'sender' })).key,
  }));
  const accounts = names.map((name) => ({
    account_id: idOf(name),
    platform: 'MT5',
    currency: 'USD',
    created_at: timeOf(0),
    updated_at: timeOf(0),
    opening_balance: atFirst,
  }));
  writeFileSync(join(source, 'accounts.csv'), stringify(accounts, { header: true }));
  const slugs = names.filter((name) => name !== 'sent');
  return {
    source,
    key,
    sender: { key: senderKey, slug: 'sent' },
    slugs,
    addFile(number) {
      const trades = slugs.map((name) => ({
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
      writeFileSync(join(source, file), stringify(trades, { header: true }));
    },
    async changeOwner(pick) {
      homes.set(pick(slugs), pick(owners));
      await register();
    },
    numberIn: (body) => JSON.parse(body).balance - atFirst,
  };
}
