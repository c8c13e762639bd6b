import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type DataDirectory, dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { receiveLocally } from '../../../pipeline/connect/receive.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../../pipeline/registry/connection-keys.ts';
import { proveIdentity } from '../../../pipeline/registry/identity-proofs.ts';
import { setPicture } from '../../../pipeline/registry/owner-pictures.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { createShare } from '../../../pipeline/registry/shares.ts';
import { type Drawing, drawHere } from '../../../server/site/draw.ts';
import { readPublications } from '../../oracle/read-world.ts';
import { openForEntering, sentRows } from '../../pipeline/deliveries/entering.ts';
import { openServer, type Server } from '../../server/open-server.ts';
import { png } from '../../server/owners/sample-pictures.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { furnish } from '../../support/furnish.ts';
import { keyedBody } from '../../support/keyed-body.ts';
import { putPublications } from '../../support/published.ts';
import { runAt } from '../../support/run-at.ts';
import { sentTrade } from '../../support/sent-rows.ts';
import { readHere } from '../../support/statements.ts';

/** Instant of the second run and of every request. */
const now = new Date('2026-03-02T12:00:00Z');
const sentAt = new Date('2026-03-02T09:41:00Z');
export const dayBefore = new Date('2026-03-01T12:00:00Z');

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

/** Account that a connector read from the broker's server, with its deposit and the balance. */
const fromBroker = {
  accountId: 'TradeLocker:7120665@BRKR',
  tables: {
    accounts: [
      {
        platform: 'TradeLocker',
        currency: 'USD',
        server: 'BRKR',
        broker: 'Beacon Rock',
        demo: false,
        leverage: 50,
        created_at: '2026-01-12T07:31:00Z',
        updated_at: '2026-03-01T10:20:00Z',
        reported_balance: '4187.36',
      },
    ],
    cash_flows: [{ id: 'd1', at: '2026-01-12T08:00:00Z', amount: '4100', kind: 'flow' }],
    trades: [
      sentTrade('901', {
        opened_at: '2026-01-14T09:05:00Z',
        closed_at: '2026-01-15T13:45:00Z',
        profit: 131.47,
      }),
      sentTrade('902', {
        opened_at: '2026-02-17T10:15:00Z',
        closed_at: '2026-02-19T16:25:00Z',
        profit: -44.11,
        side: 'sell',
      }),
    ],
  },
};

/** Account whose owner sent more after the operator had confirmed what was there. */
const partly = {
  accountId: 'MT5:5522091@Skerry-Live',
  tables: {
    accounts: [
      {
        platform: 'MT5',
        currency: 'EUR',
        server: 'Skerry-Live',
        broker: 'Skerry Capital',
        demo: false,
        leverage: 30,
        created_at: '2025-12-02T06:14:00Z',
        updated_at: '2026-02-26T11:10:00Z',
      },
    ],
    cash_flows: [{ id: 'd2', at: '2025-12-02T09:00:00Z', amount: '2700', kind: 'flow' }],
    trades: [
      sentTrade('951', {
        opened_at: '2025-12-08T09:20:00Z',
        closed_at: '2025-12-11T12:35:00Z',
        profit: 57.93,
      }),
      sentTrade('952', {
        opened_at: '2026-01-20T07:50:00Z',
        closed_at: '2026-01-22T14:05:00Z',
        profit: 83.26,
      }),
    ],
  },
};

/** Trade that the owner of the partly confirmed account sends later. */
const sentLater = [
  sentTrade('953', {
    opened_at: '2026-02-25T08:40:00Z',
    closed_at: '2026-02-26T11:00:00Z',
    profit: -21.58,
  }),
];

export interface PagesWorld extends Server {
  /** Drawings so far. */
  readonly drawn: readonly Drawing[];
  /** Secret of a link to the private account. */
  readonly share: string;
  readonly dataDir: DataDirectory;
  /** Opens another server over the same data, which was asked nothing yet, at an instant. */
  reopen(at?: Date): Promise<Server>;
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
  await putPublications(registry, readPublications(folder));
  const run = (at: Date) => runAt(at, { dataDir, registry }, { sources: [source] });
  const proof = { by: 'broker', how: 'Signed in at Beacon Rock (BRKR).' } as const;
  await registry.store.write((db) =>
    proveIdentity(db, 'cup-broker', proof, { actor: 'second-cup', at: dayBefore }),
  );
  const deliveries = openForEntering(
    await openDeliveries({ path: dataDir.inbox.database }, () => dayBefore),
  );
  await deliveries.enter([
    sentRows(fromBroker.accountId, 'read', fromBroker.tables, { source: 'broker_api' }),
    sentRows(partly.accountId, 'dropped', partly.tables, { source: 'owner_statement' }),
  ]);
  await deliveries.close();
  const trades = join(source, 'trades.csv');
  const asSent = readFileSync(trades, 'utf8');
  writeFileSync(trades, asSent.replace(result, earlier));
  await run(dayBefore);
  writeFileSync(trades, asSent);
  const drawn: Drawing[] = [];
  const options = { dataDir, clock: () => now, log: silentLog, settings, readStatement: readHere };
  const server = await openServer({
    ...options,
    async draw(drawing) {
      drawn.push(drawing);
      return { bytes: await drawHere(drawing) };
    },
  });
  await setPicture(server.registry, 'harbour-lane', png(64, 64), 'test');
  const connection = { account: 'lane-quiet', name: 'Office', owner: 'harbour-lane' };
  await createConnectionKey(server.registry, connection, 'test');
  const inbox = await receiveLocally(dataDir.inbox.database, () => sentAt);
  const send = (accountId: string, trades: readonly object[], owner = 'harbour-lane') =>
    inbox.receive(
      keyedBody(accountId, JSON.stringify({ trades }), { keyId: 'office', owner, plan: 'pro' }),
    );
  await send(partly.accountId, sentLater, 'second-cup');
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
    dataDir,
    reopen: (at = now) => openServer({ ...options, clock: () => at }),
    async remove() {
      await server.close();
      rmSync(dataDir.path, { recursive: true, force: true });
    },
  };
}
