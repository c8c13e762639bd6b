import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { type Log, silentLog } from '../../pipeline/log.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry, type Registry } from '../../pipeline/registry/registry.ts';
import { emptyId, jsonParts, layoutPaths, portfolioId } from '../../pipeline/snapshot/layout.ts';
import { type Identity, Parts } from '../../pipeline/snapshot/parts.ts';
import {
  currentVersion,
  publishVersion,
  readManifest,
  writeVersion,
} from '../../pipeline/snapshot/publish.ts';
import { createApp } from '../../server/app.ts';
import { siteAt } from '../../server/attribution.ts';
import { createBodyCache } from '../../server/body-cache.ts';
import { createKeyUses } from '../../server/key-uses.ts';
import { createLiveRegistry } from '../../server/live-registry.ts';
import { createSnapshotHolder, type SnapshotHolder } from '../../server/snapshot/holder.ts';
import { createViews } from '../../server/views.ts';
import { emptyParts, partsOf } from './facts.ts';

export const now = new Date('2026-03-01T12:00:00Z');
export const baseUrl = 'https://records.example';

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
export const accounts = [north, gold, secret, silent, everything];

/** An account of a snapshot: its identity where it differs from a plain one, and its parts. */
export interface Facts extends Partial<Identity> {
  readonly parts: Readonly<Record<string, unknown>>;
}

export const facts: Readonly<Record<string, Facts>> = {
  [emptyId]: { members: [], parts: emptyParts() },
  [northId]: { parts: partsOf(1) },
  [goldId]: { parts: partsOf(2, { platform: 'MT4', broker: 'Aurum', currency: 'EUR' }) },
  [secret.account_id]: { parts: partsOf(3, { broker: 'Canary Broker' }) },
  [portfolioId('north-all')]: {
    type: 'portfolio',
    members: [goldId, northId],
    parts: partsOf(4, { currency: 'EUR', platform: null, created_at: '2025-06-06T00:00:00Z' }),
  },
};

/** Publishes a version with these facts and answers with its name. */
export async function publishFacts(
  dataDir: string,
  content: Readonly<Record<string, Facts>> = facts,
): Promise<string> {
  const paths = layoutPaths(dataDir);
  mkdirSync(paths.packs, { recursive: true });
  mkdirSync(paths.temporary, { recursive: true });
  const parts = new Parts(paths.packs, paths.temporary);
  for (const [id, { type = 'account', history_cut_at = null, ...given }] of Object.entries(
    content,
  )) {
    const members = given.members ?? [id];
    const member_cuts =
      given.member_cuts ?? members.map((member) => content[member]?.history_cut_at ?? null);
    parts.enter({ id, type, history_cut_at, members, member_cuts });
    for (const part of jsonParts) {
      const bytes = Buffer.from(JSON.stringify(given.parts[part]));
      await parts.write('sections', id, part, 1, (append) => append(bytes));
    }
  }
  parts.seal();
  const current = currentVersion(dataDir);
  const previous = current === null ? null : readManifest(dataDir, current);
  const manifest = writeVersion(dataDir, parts.assemble(), previous, now.toISOString());
  const version = manifest?.version ?? previous?.version ?? '';
  publishVersion(dataDir, version);
  return version;
}

export interface World {
  readonly dataDir: string;
  readonly registry: Registry;
  readonly snapshots: SnapshotHolder;
  readonly app: FastifyInstance;
  /** Body of a GET that must be a 200. */
  read(url: string): Promise<ReturnType<typeof JSON.parse>>;
  apply(...changed: object[]): Promise<void>;
}

export interface WorldOptions {
  readonly facts?: Readonly<Record<string, Facts>> | null;
  readonly log?: Log;
  readonly clock?: () => Date;
}

/** Runs `work` on an app over a small registry and snapshot, all gone afterwards. */
export async function withWorld(
  work: (world: World) => Promise<void>,
  { facts: content = facts, log = silentLog, clock = () => now }: WorldOptions = {},
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'server-'));
  const registry = await openRegistry({ dataDir, clock });
  const snapshots = createSnapshotHolder({ dataDir, clock, log });
  const site = () => siteAt(baseUrl);
  const app = createApp({
    registry: createLiveRegistry(registry),
    keyUses: createKeyUses(registry, log),
    snapshots,
    bodies: createBodyCache(1_000_000),
    views: createViews(site),
    site,
    log,
  });
  try {
    await applyRegistry(registry, { owners, accounts });
    if (content) await publishFacts(dataDir, content);
    await snapshots.refresh();
    await work({
      dataDir,
      registry,
      snapshots,
      app,
      async read(url) {
        const response = await app.inject(url);
        if (response.statusCode !== 200) throw new Error(`${url}: ${response.body}`);
        return response.json();
      },
      async apply(...changed) {
        await applyRegistry(registry, { accounts: changed });
      },
    });
  } finally {
    await app.close();
    snapshots.close();
    await registry.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
