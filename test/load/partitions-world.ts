import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'csv-stringify/sync';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { createKey } from '../../pipeline/registry/keys.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import { scopes } from '../../pipeline/registry/words.ts';

// Slugs of owners. By another program: the 8th digit of sha256sum is even for the first two, and
// odd for the others.
const owners = ['kappa', 'lambda', 'alpha', 'gamma'];
/** Owners remove history of the last one that files are about. */
const slugs = ['a', 'b', 'c', 'd', 'e', 'cut'];
const sentSlug = 'sent';
const names = [...slugs, sentSlug];
const atFirst = 10_000;
const halfDay = 43_200_000;

const idOf = (name: string): string => `MT5:${name}@Partitions-Live`;
const timeOf = (halfDays: number): string =>
  new Date(Date.UTC(2026, 0, 1) + halfDays * halfDay).toISOString();

export interface Sender {
  readonly key: string;
  readonly slug: string;
}

/** A request, and the numbers that its answer tells. */
interface Question {
  readonly path: string;
  /** They are equal, unless two versions were mixed. None if nothing is shown. */
  numbersIn(body: string): number[];
}

/** World of accounts of several owners. Each figure tells how many files were loaded. */
export interface PartitionsWorld {
  readonly source: string;
  /** May read every account. */
  readonly key: string;
  /** Sends data of the account that is in no file. */
  readonly sender: Sender;
  /** Slugs of the accounts that files are about. */
  readonly slugs: readonly string[];
  /** Lists what can be asked about an account. */
  questions(slug: string): readonly [Question, ...Question[]];
  /**
   * Adds file number `number`, with a trade of one dollar for each account, and an event of the
   * calendar.
   */
  addFile(number: number): void;
  /** Gives an account to another owner. */
  changeOwner(pick: <Item>(items: readonly Item[]) => Item): Promise<void>;
  /** Removes the history of an account before the newest file. */
  cutHistory(): Promise<void>;
}

/** Registers the accounts in PostgreSQL, and writes their source without trades. */
export async function createPartitionsWorld(
  root: string,
  databaseUrl: string,
): Promise<PartitionsWorld> {
  const source = join(root, 'source');
  mkdirSync(source, { recursive: true });
  const homes = new Map(names.map((name, at) => [name, owners[at % owners.length] ?? '']));
  let cutAt: string | null = null;
  let newest = 0;
  const withRegistry = async <Result>(
    work: (registry: Registry) => Promise<Result>,
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
          ...(name === 'cut' && { history_cut_at: cutAt }),
        })),
      }),
    );
  await register();
  const { key, senderKey } = await withRegistry(async (registry) => ({
    key: (await createKey(registry, { owner: 'kappa', name: 'client', scopes })).key,
    senderKey: (await createConnectionKey(registry, { account: sentSlug, name: 'sender' })).key,
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
  const write = (table: string, number: number, rows: readonly object[]) =>
    writeFileSync(
      join(source, `${table}-${String(number).padStart(4, '0')}.csv`),
      stringify([...rows], { header: true }),
    );
  return {
    source,
    key,
    sender: { key: senderKey, slug: sentSlug },
    slugs,
    questions: (slug) => (slug === 'cut' ? [balanceIfShown(slug)] : counted(slug)),
    addFile(number) {
      newest = number;
      const times = { opened_at: timeOf(number), closed_at: timeOf(number + 0.5) };
      const trades = slugs.map((name) => ({
        account_id: idOf(name),
        ticket: String(number),
        symbol: 'EURUSD',
        side: 'buy',
        volume: 0.1,
        open_price: 1.1,
        close_price: 1.101,
        profit: 1,
        ...times,
      }));
      write('trades', number, trades);
      const event = { currency: 'USD', impact: 'high', title: `Event ${number}` };
      const time = new Date(Date.now() + 2 * halfDay).toISOString();
      write('calendar_events', number, [{ time, ...event }]);
    },
    async changeOwner(pick) {
      homes.set(pick(slugs), pick(owners));
      await register();
    },
    async cutHistory() {
      cutAt = timeOf(newest).slice(0, 10);
      await register();
    },
  };
}

/** Question about the account whose history is cut. Until the next run it shows nothing. */
const balanceIfShown = (slug: string): Question => ({
  path: `/api/v1/accounts/${slug}?include=by_symbol`,
  numbersIn(body) {
    const { balance } = JSON.parse(body);
    return balance === null ? [] : [balance - atFirst];
  },
});

/** Questions about an account whose trades all count. */
const counted = (slug: string): readonly [Question, ...Question[]] => [
  {
    path: `/api/v1/accounts/${slug}?include=by_symbol`,
    numbersIn(body) {
      const { balance, performance, by_symbol } = JSON.parse(body);
      const gain = Math.round(performance.absolute_gain_percent * (atFirst / 100));
      return [balance - atFirst, gain, by_symbol.EURUSD.total.trades];
    },
  },
  {
    path: `/api/v1/accounts/${slug}/trades?limit=1`,
    numbersIn(body) {
      const { data, pagination } = JSON.parse(body);
      return [pagination.total, Number(data[0]?.ticket ?? 0)];
    },
  },
  {
    path: `/api/v1/accounts/${slug}/trades.csv`,
    numbersIn: (body) => [body.trimEnd().split('\n').length - 1],
  },
];
