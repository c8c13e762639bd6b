import { mkdirSync, rmSync } from 'node:fs';
import { type DataDirectory, dataDirectory } from '../../pipeline/base/data-directory.ts';
import { silentLog } from '../../pipeline/base/log.ts';
import { Draft } from '../../pipeline/publish/snapshot/draft.ts';
import type { Identity, PartName } from '../../pipeline/publish/snapshot/layout.ts';
import {
  csvParts,
  emptyId,
  jsonParts,
  type ListName,
  listParts,
  portfolioId,
} from '../../pipeline/publish/snapshot/layout.ts';
import { createListIndex } from '../../pipeline/publish/snapshot/list-index.ts';
import type { PartContent } from '../../pipeline/publish/snapshot/object.ts';
import {
  currentVersion,
  publishVersion,
  writeVersion,
} from '../../pipeline/publish/snapshot/publish.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { type CreatedKey, createKey, revokeKey } from '../../pipeline/registry/keys.ts';
import { scopes as bothScopes, type Scope } from '../../pipeline/registry/words.ts';
import { temporaryDirectory } from '../support/directory.ts';
import { withCurrent } from '../support/entries.ts';
import { partOf } from '../support/part-contents.ts';
import { readHere } from '../support/statements.ts';
import { emptyParts, partsOf } from './facts.ts';
import { openServer, type Server, type ServerOptions } from './open-server.ts';
import { csvOf, pagePartsOf } from './page-parts.ts';
import { type ListRow, positionRows, tradeRows } from './rows.ts';

export const now = new Date('2026-03-01T12:00:00Z');
export { baseUrl } from './open-server.ts';

export const northId = 'MT5:100234@Northwind-Live';
export const goldId = 'MT4:7@Northwind-Demo';

export const north = {
  slug: 'north-eurusd',
  type: 'account',
  account_id: northId,
  owner: 'north-desk',
  name: 'EURUSD swing',
  published: true,
  verified: { identity: true, track_record: false },
  created_at: '2025-05-05T00:00:00Z',
};
export const gold = {
  ...north,
  slug: 'north-gold',
  account_id: goldId,
  name: 'Gold',
  published: true,
};
export const secret = {
  ...north,
  slug: 'north-secret',
  account_id: 'MT5:canary@Secret-Live',
  name: 'Canary of the private account',
  published: false,
};
export const silent = {
  ...north,
  slug: 'solo-silent',
  owner: 'solo',
  account_id: 'MT4:404@Nowhere',
  name: 'Never sent data',
};
const soloSecret = {
  ...silent,
  slug: 'solo-secret',
  account_id: 'MT4:canary@Solo-Live',
  name: 'Canary of another owner',
  published: false,
};
export const everything = {
  slug: 'north-all',
  type: 'portfolio',
  owner: 'north-desk',
  name: 'Everything',
  currency: 'EUR',
  members: ['north-eurusd', 'north-gold'],
  published: true,
  created_at: '2025-06-06T00:00:00Z',
};

export const owners = [
  { slug: 'north-desk', name: 'North Desk', plan: 'pro' },
  { slug: 'solo', name: null, plan: 'free' },
];
export const accounts = [north, gold, secret, silent, soloSecret, everything];

/** Account of a version: differences of its identity from a plain account, and its parts. */
export interface Facts extends Partial<Identity> {
  readonly parts: Readonly<Record<string, unknown>>;
  readonly lists?: Lists;
}

type Lists = Readonly<Record<ListName, readonly ListRow[]>>;

export const facts: Readonly<Record<string, Facts>> = {
  [emptyId]: { members: [], parts: emptyParts() },
  [northId]: {
    parts: partsOf(1),
    lists: { trades: tradeRows(45), positions: positionRows(3) },
  },
  [goldId]: { parts: partsOf(2, { platform: 'MT4', broker: 'Aurum', currency: 'EUR' }) },
  [secret.account_id]: {
    parts: partsOf(3, { broker: 'Canary Broker' }),
    lists: { trades: tradeRows(5, { seed: 3 }), positions: positionRows(1, { seed: 3 }) },
  },
  [soloSecret.account_id]: { parts: partsOf(5, { broker: 'Canary Broker' }) },
  [portfolioId('north-all')]: {
    type: 'portfolio',
    members: [goldId, northId],
    lists: {
      trades: tradeRows(300, { seed: 4, members: 2 }),
      positions: positionRows(120, { seed: 4, members: 2 }),
    },
    parts: partsOf(4, { currency: 'EUR', platform: null, created_at: '2025-06-06T00:00:00Z' }),
  },
};

/** Makes a registry entry that sets every key, so that no earlier value remains. */
export const wholly = (entry: object) => ({
  published: false,
  verified: { identity: false, track_record: false },
  hide: [],
  ...entry,
});

/** Makes the header with a key; no header without a key. */
export function bearer(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { authorization: `Bearer ${key}` };
}

/** Publishes a version with this data. Returns its name. */
export async function publishFacts(
  dataDir: DataDirectory,
  content: Readonly<Record<string, Facts>> = facts,
): Promise<string> {
  mkdirSync(dataDir.snapshots, { recursive: true });
  mkdirSync(dataDir.temporary, { recursive: true });
  const draft = new Draft(dataDir);
  for (const [id, { type = 'account', history_cut_at = null, ...given }] of Object.entries(
    content,
  )) {
    const members = given.members ?? [id];
    const member_cuts =
      given.member_cuts ?? members.map((member) => content[member]?.history_cut_at ?? null);
    const { as_of } = given;
    const parts = new Map<PartName, PartContent>();
    const values: Facts['parts'] = {
      ...emptyParts(),
      ...pagePartsOf(given.parts),
      ...given.parts,
    };
    for (const part of jsonParts) parts.set(part, partOf(JSON.stringify(values[part])));
    for (const part of csvParts) parts.set(part, partOf(csvOf(part, given.parts)));
    for (const list of listParts) {
      for (const [part, content] of listOf(list, given.lists?.[list] ?? [])) {
        parts.set(part, content);
      }
    }
    const dated = as_of && { as_of };
    draft.enter({ id, type, history_cut_at, members, member_cuts, ...dated }, parts);
  }
  const manifest = await withCurrent(dataDir, (before) =>
    writeVersion(dataDir, draft.finish(), before, now.toISOString()),
  );
  const version = manifest?.version ?? currentVersion(dataDir) ?? '';
  publishVersion(dataDir, version);
  return version;
}

function listOf(list: ListName, rows: readonly ListRow[]): [PartName, PartContent][] {
  const index = createListIndex(rows.length);
  let end = 0;
  const lines = rows.map(({ object }) => Buffer.from(`${JSON.stringify(object)},\n`));
  for (const [at, { instant, member }] of rows.entries()) {
    end += lines[at]?.length ?? 0;
    index.offsets[at + 1] = end;
    index.instants[at] = instant;
    index.members[at] = member;
  }
  return [
    [list, partOf(Buffer.concat(lines), rows.length)],
    [`${list}.index`, partOf(index.bytes, rows.length)],
  ];
}

export interface World extends Server {
  readonly dataDir: DataDirectory;
  /** Returns the body of a GET. Any status but 200 fails the test. */
  read(url: string, key?: string): Promise<ReturnType<typeof JSON.parse>>;
  /** Creates a key of an owner, by default with both scopes. */
  keyOf(owner: string, scopes?: readonly Scope[]): Promise<CreatedKey>;
  apply(...changed: object[]): Promise<void>;
}

export interface WorldOptions extends Partial<Omit<ServerOptions, 'dataDir'>> {
  readonly facts?: Readonly<Record<string, Facts>> | null;
}

/** Calls `work` with an app over a small registry and version, and removes all of it afterwards. */
export async function withWorld(
  work: (world: World) => Promise<void>,
  options: WorldOptions = {},
): Promise<void> {
  const world = await openWorld(options);
  try {
    await work(world);
  } finally {
    await closeWorld(world);
  }
}

/** Closes a world and removes all of it. */
export async function closeWorld({ close, dataDir }: World): Promise<void> {
  await close();
  rmSync(dataDir.path, { recursive: true, force: true });
}

/** Publishes a world in which the first account has these trades, with a stranger's key. */
export const withTrades = (
  rows: readonly ListRow[],
  work: (world: World, key: string) => Promise<void>,
): Promise<void> =>
  withWorld(async (world) => work(world, (await world.keyOf('solo')).key), {
    facts: { ...facts, [northId]: { parts: partsOf(1), lists: { trades: rows, positions: [] } } },
  });

let lent: Promise<World> | undefined;

/**
 * Calls the work with a shared world that tests don't change. It has no port. It is made once per
 * process, because that takes longer than most requests. Its keys stay valid.
 */
export async function lendWorld(
  work: (world: Pick<World, 'app' | 'read' | 'keyOf'>) => Promise<void>,
): Promise<void> {
  lent ??= makeLasting();
  const { app, read, judge, registry, ...world } = await lent;
  const made: string[] = [];
  await work({
    app,
    read,
    async keyOf(...asked) {
      const key = await world.keyOf(...asked);
      made.push(key.id);
      return key;
    },
  });
  for (const id of made) await revokeKey(registry, id);
  judge();
}

async function makeLasting(): Promise<World> {
  const world = await openWorld();
  process.once('exit', () => rmSync(world.dataDir.path, { recursive: true, force: true }));
  return world;
}

/** Opens an app over a small registry and version, until `closeWorld`. */
export async function openWorld({
  facts: content = facts,
  log = silentLog,
  clock = () => now,
  readStatement = readHere,
  ...rest
}: WorldOptions = {}): Promise<World> {
  const dataDir = dataDirectory(temporaryDirectory());
  const server = await openServer({ dataDir, clock, log, readStatement, ...rest });
  const { registry, snapshots, app } = server;
  await applyRegistry(registry, { owners, accounts });
  if (content) await publishFacts(dataDir, content);
  await snapshots.refresh();
  return {
    ...server,
    dataDir,
    keyOf: (owner, scopes = bothScopes) => createKey(registry, { owner, name: 'test', scopes }),
    async read(url, key) {
      const response = await app.inject({ url, headers: bearer(key) });
      if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
      return response.json();
    },
    async apply(...changed) {
      await applyRegistry(registry, { accounts: changed.map(wholly) });
    },
  };
}
