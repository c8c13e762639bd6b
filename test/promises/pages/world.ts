import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { runOnce } from '../../../pipeline/run/run.ts';
import { type Drawing, drawHere } from '../../../server/site/draw.ts';
import { openServer, type Server } from '../../server/open-server.ts';
import { png } from '../../server/owners/sample-pictures.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { furnish } from '../../support/furnish.ts';
import { sentTrade } from '../../support/sent-rows.ts';

/** Instant of the second run and of every request. */
const now = new Date('2026-03-02T12:00:00Z');
const sentAt = new Date('2026-03-02T09:41:00Z');
const dayBefore = new Date('2026-03-01T12:00:00Z');

export const folder = inPackage('test/promises/pages');

const settings = {
  siteName: 'Lane Records',
  operatorName: 'The Watch',
  operatorUrl: 'https://watch.example',
  operatorEmail: 'desk@watch.example',
  imprintUrl: 'https://watch.example/imprint',
  termsUrl: 'https://watch.example/terms',
};

/** Result of a trade in the source, and the one that it has in the first run: a restatement. */
const [result, earlier] = ['2025-01-07T03:16:00Z,244.08,', '2025-01-07T03:16:00Z,231.57,'];

/** Trades that an owner's program sends. */
const sent = [
  sentTrade('81', { profit: 41.37, symbol: 'GBPUSD', open_price: 1.3, close_price: 1.3041 }),
  sentTrade('82', { profit: -17.29, symbol: 'EURGBP', side: 'sell', volume: 0.3 }),
];

/** Trades that the operator's files have too, one of them with another result. */
const alsoSent = [
  sentTrade('60000387', {
    symbol: 'GBPUSD',
    side: 'sell',
    volume: 0.42,
    open_price: 1.24329,
    close_price: 1.24027,
    stop_loss: 1.24796,
    take_profit: 1.23569,
    opened_at: '2025-01-01T07:03:45Z',
    closed_at: '2025-01-02T21:42:31Z',
    profit: 126.84,
    commission: -2.94,
    swap: -2.69,
    comment: 'SwingPro 2.4',
    magic_number: 20110,
  }),
  sentTrade('60000638', {
    symbol: 'XAUUSD',
    side: 'sell',
    volume: 0.07,
    open_price: 2495.92,
    close_price: 2462.31,
    opened_at: '2025-01-02T16:35:32Z',
    closed_at: '2025-01-20T00:03:51Z',
    profit: 240,
  }),
];

export interface PagesWorld extends Server {
  /** Drawings so far. */
  readonly drawn: readonly Drawing[];
  /** Secret of a link to the private account. */
  readonly share: string;
  remove(): Promise<void>;
}

/**
 * Publishes the world of the golden pages through the doors that everybody uses: source files, a
 * program of an owner, and two runs.
 */
export async function openPagesWorld(): Promise<PagesWorld> {
  const dataDir = dataDirectory(temporaryDirectory());
  await furnish(dataDir);
  const source = join(dataDir.path, 'golden-source');
  cpSync(join(folder, 'source'), source, { recursive: true });
  const { owners, accounts } = JSON.parse(readFileSync(join(folder, 'registry.json'), 'utf8'));
  const registry = await openRegistry({ dataDir, clock: () => dayBefore });
  await applyRegistry(registry, { owners, accounts });
  const run = (at: Date) =>
    runOnce({
      dataDir,
      sources: [source],
      registry,
      asOf: at,
      clock: () => at,
      log: silentLog,
      threads: 1,
    });
  const trades = join(source, 'trades.csv');
  const asSent = readFileSync(trades, 'utf8');
  writeFileSync(trades, asSent.replace(result, earlier));
  await run(dayBefore);
  writeFileSync(trades, asSent);
  const drawn: Drawing[] = [];
  const server = await openServer({
    dataDir,
    clock: () => now,
    log: silentLog,
    settings,
    async draw(drawing) {
      drawn.push(drawing);
      return { bytes: await drawHere(drawing) };
    },
  });
  await setPicture(server.registry, 'harbour-lane', png(64, 64), 'test');
  const connection = { account: 'lane-quiet', name: 'Office', owner: 'harbour-lane' };
  await createConnectionKey(server.registry, connection, 'test');
  const inbox = await receiveLocally(dataDir.inbox.database, () => sentAt);
  const send = (accountId: string, trades: readonly object[]) =>
    inbox.receive({
      bytes: Buffer.from(JSON.stringify({ trades })),
      type: 'application/json',
      isGzip: false,
      keyId: 'office',
      accountId,
      owner: 'harbour-lane',
      plan: 'pro',
      idempotencyKey: null,
    });
  await send('cTrader:8433142@Tidal-Live', sent);
  await send('MT5:1340051@Northwind-Live03', alsoSent);
  await inbox.close();
  await run(now);
  await registry.close();
  await server.snapshots.refresh();
  const share = await createShare(server.registry, 'harbour-lane', {
    account: 'lane-quiet',
    name: 'A friend',
    passwordHash: null,
    expires_at: new Date('2026-05-06T00:00:00Z'),
  });
  return {
    ...server,
    drawn,
    share,
    async remove() {
      await server.close();
      rmSync(dataDir.path, { recursive: true, force: true });
    },
  };
}
