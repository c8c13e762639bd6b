import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { DataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import {
  bucketFile,
  listParts,
  objectFile,
  partNames,
} from '../../../pipeline/publish/snapshot/layout.ts';
import { DamagedFile } from '../../../pipeline/publish/snapshot/object.ts';
import { currentVersion, filesOf } from '../../../pipeline/publish/snapshot/publish.ts';
import {
  bucketOf,
  openSnapshot,
  type Snapshot,
} from '../../../pipeline/publish/snapshot/reader.ts';
import { publishedHere } from '../../../pipeline/publish/snapshot/replica.ts';
import { createSnapshotHolder } from '../../../server/accounts/open-version.ts';
import { notedLog } from '../../support/noted-log.ts';
import { northId, now, type World, withWorld } from '../world.ts';

const damage = suite('damaged files of the version in service');

const every = 'include=equity_curve,twr,monthly,by_symbol,by_magic_number,advanced';
const slug = 'north-eurusd';

/** Addresses of every kind that read the account. */
const addresses = [
  `/api/v1/accounts/${slug}?${every}`,
  `/api/v1/accounts/${slug}/trades`,
  `/api/v1/accounts/${slug}/trades.csv`,
  `/api/v1/accounts/${slug}/positions`,
  `/api/v1/accounts/${slug}/statistics`,
  `/api/v1/accounts/${slug}/gain`,
  `/api/v1/accounts/${slug}/widget`,
  '/api/v1/search/accounts',
  `/account/${slug}`,
  `/account/${slug}/daily.csv`,
  `/account/${slug}/monthly.csv`,
  `/account/${slug}/months.atom`,
  `/account/${slug}/days`,
  `/widget/${slug}.svg`,
  `/account/${slug}/embed`,
  '/',
];

const ask = (slug: string) => ({
  method: 'POST' as const,
  url: '/mcp',
  headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json' },
  payload: {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'get_account', arguments: { slug, include: ['monthly'] } },
  },
});

/** Asks every address, and the MCP tool. Returns answers by address. */
async function askAll({ app, keyOf }: World): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const { key } = await keyOf('north-desk');
  const headers = { authorization: `Bearer ${key}` };
  for (const url of addresses) {
    const { statusCode, body } = await app.inject({ url, headers });
    answers.set(url, `${statusCode} ${body}`);
  }
  const { statusCode, body } = await app.inject(ask(slug));
  answers.set('mcp', `${statusCode} ${body}`);
  return answers;
}

/** Parts of the account, the head of its object, and its bucket. */
function partsIn(dataDir: DataDirectory, version: string) {
  const entries = openSnapshot(dataDir, version);
  const subject = entries.subject(northId);
  const bucket = entries.manifest.buckets[bucketOf(northId)];
  if (!subject || !bucket) throw new Error(`${northId} is not in the version`);
  const { path: file } = objectFile(subject);
  const parts = new Map([
    ['head', { file, at: 0, bytes: subject.head.bytes }],
    ['bucket', { file: bucketFile(bucket).path, at: 0, bytes: bucket.bytes }],
  ]);
  for (const [name, { at, bytes }] of Object.entries(entries.entry(northId)?.parts ?? {}))
    if (bytes > 0) parts.set(name, { file, at: subject.head.bytes + at, bytes });
  entries.close();
  return parts;
}

// Heads and buckets are in memory once they were read.
const tried = [
  ...['summary', 'equity_curve', 'monthly', 'curve', 'trades', 'trades.index', 'positions'],
  ...['daily_performance.csv'],
];

function flip(path: string, at: number): () => void {
  const whole = readFileSync(path);
  const changed = Buffer.from(whole);
  changed[at] = (changed[at] ?? 0) ^ 1;
  writeFileSync(path, changed);
  return () => writeFileSync(path, whole);
}

for (const name of tried) {
  damage(`${name}: no answer has wrong figures, and operators are told which file`, async () => {
    const { log, lines } = notedLog('warn', 'error');
    let time = now;
    let right = new Map<string, string>();
    await withWorld(async (world) => {
      right = await askAll(world);
      const failing = [...right].filter(([, answer]) => !answer.startsWith('200 '));
      assert.equal(failing, []);
    });
    await withWorld(
      async (world) => {
        const { app, dataDir, snapshots } = world;
        const snapshot = snapshots.current()?.snapshot;
        if (!snapshot) throw new Error('no version is in service');
        const { file, at, bytes } = partsIn(dataDir, snapshot.version).get(name) ?? {
          file: '',
          at: 0,
          bytes: 0,
        };
        const mend = flip(join(dataDir.snapshots, file), at + (bytes >> 1));
        const answers = await askAll(world);
        const differing = [...answers].filter(([url, answer]) => answer !== right.get(url));
        for (const [url, answer] of differing) {
          const isTold = url === 'mcp' ? /"isError":true/.test(answer) : answer.startsWith('503 ');
          assert.ok(isTold, `${url}: ${answer.slice(0, 300)}`);
        }
        await snapshots.refresh();
        assert.match(lines.join('\n'), file);
        const { statusCode, body } = await app.inject('/readyz');
        assert.is(statusCode, 503);
        assert.equal(JSON.parse(body).reasons, [
          `damaged files in the version in service: ${file}`,
        ]);
        assert.not.match(body, dataDir.path);

        mend();
        time = new Date(time.getTime() + 10_000);
        await snapshots.refresh();
        assert.is((await app.inject('/readyz')).statusCode, 200, lines.join('\n'));
        assert.equal(await askAll(world), right);
      },
      { log, clock: () => time },
    );
  });
}

damage('are noticed while what they hold is in memory', async () => {
  for (const kind of ['buckets', 'objects']) {
    await withWorld(async ({ app, dataDir, snapshots }) => {
      const version = snapshots.current();
      assert.ok(version);
      const { manifest } = version.snapshot;
      assert.ok(version.snapshot.entry(northId)?.parts);
      const entries = openSnapshot(dataDir, version.version);
      const subject = entries.subject(northId);
      const bucket = manifest.buckets[bucketOf(northId)];
      assert.ok(subject && bucket);
      const file = kind === 'buckets' ? bucketFile(bucket) : objectFile(subject);
      await snapshots.refresh();
      assert.is((await app.inject('/readyz')).statusCode, 200);
      flip(join(dataDir.snapshots, file.path), 7);
      await snapshots.refresh();
      assert.equal(JSON.parse((await app.inject('/readyz')).body).reasons, [
        `damaged files in the version in service: ${file.path}`,
      ]);
      entries.close();
    });
  }
});

damage('are fetched again if there is a store, and then served', () =>
  withWorld(async ({ dataDir }) => {
    let mend: () => void = () => assert.unreachable('nothing is damaged');
    let fetched = 0;
    const repair = async () => {
      mend();
      fetched += 1;
      return true;
    };
    const replica = { ...publishedHere(dataDir.current), repair };
    const holder = createSnapshotHolder({ dataDir, clock: () => now, log: silentLog, replica });
    await holder.refresh();
    const inService = (): Snapshot => {
      const version = holder.current();
      if (!version) throw new Error('no version is in service');
      return version.snapshot;
    };
    const right = String(inService().part(northId, 'monthly'));
    const { file, at } = partsIn(dataDir, inService().version).get('monthly') ?? {
      file: '',
      at: 0,
    };
    mend = flip(join(dataDir.snapshots, file), at);
    assert.throws(() => inService().part(northId, 'monthly'), file);
    await holder.refresh();
    assert.is(String(inService().part(northId, 'monthly')), right);
    await holder.refresh();
    assert.is(fetched, 1);
    assert.is(inService().damaged.size, 0);
    holder.close();
  }),
);

damage('are never read as something else, wherever a byte differs', () =>
  withWorld(async ({ dataDir, snapshots }) => {
    const version = currentVersion(dataDir) ?? '';
    /** Everything that can be read of a version. */
    const readAll = (snapshot: Snapshot): string =>
      [...snapshot.ids()]
        .flatMap((id) => [
          JSON.stringify(snapshot.entry(id)),
          ...partNames.map((name) => String(snapshot.part(id, name))),
          ...listParts.map((name) => {
            const list = snapshot.list(id, name);
            return String(list?.slice(0, list.index.rows));
          }),
        ])
        .join('\n');
    const current = snapshots.current();
    if (!current) throw new Error('no version is in service');
    const right = readAll(current.snapshot);
    for (const { path, bytes } of filesOf(dataDir, version)) {
      for (let step = 0; step < 25 && bytes > 0; step += 1) {
        const mend = flip(join(dataDir.snapshots, path), Math.floor((bytes * step) / 25));
        const snapshot = openSnapshot(dataDir, version);
        try {
          assert.is(readAll(snapshot), right, `${path} at ${step}`);
          assert.unreachable(`${path}: no part has the byte at ${step} of 25`);
        } catch (error) {
          assert.instance(error, DamagedFile);
          assert.equal([...snapshot.damaged.keys()], [path]);
        } finally {
          snapshot.close();
          mend();
        }
      }
    }
  }),
);

damage.run();
