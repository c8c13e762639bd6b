import { randomBytes } from 'node:crypto';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { createConnections } from '../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../pipeline/connectors/ctrader/kind.ts';
import type { BrokerAccount, ConnectorKind, Secret } from '../../../pipeline/connectors/kind.ts';
import { metaapi } from '../../../pipeline/connectors/metaapi/kind.ts';
import { type ConnectorReader, readerLimits } from '../../../pipeline/connectors/reader.ts';
import { requireSecretKeys, seal } from '../../../pipeline/connectors/seal.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { applyRegistry } from '../../../pipeline/registry/apply.ts';
import { recordAccounts } from '../../../pipeline/registry/broker-accounts.ts';
import { addConnection } from '../../../pipeline/registry/broker-connections.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { client } from '../../pipeline/connectors/ctrader/double.ts';
import { quick } from '../../pipeline/connectors/ctrader/reading.ts';
import { token } from '../../pipeline/connectors/metaapi/double.ts';
import { type BrokerSize, gatewayId, numberOf } from './kinds.ts';
import { type BrokerProcess, startBroker } from './process.ts';

/** Number of connections of each owner. */
const ofOwner = 50;

/** Connections of the bench to the accounts of a kind. */
interface Connected {
  readonly kind: ConnectorKind;
  /** Kind that obeys no rate limit, for first reads. Absent for kinds that have none. */
  readonly unlimited?: ConnectorKind;
  readonly environment: string;
  accountOf(at: number): Pick<BrokerAccount, 'id' | 'platform'>;
  secretOf(at: number): Secret;
}

const connected = {
  tradelocker: {
    kind: tradelocker,
    environment: 'demo',
    accountOf: (at) => ({ id: numberOf(at), platform: 'TradeLocker' }),
    secretOf: (at) => ({
      email: `${numberOf(at)}@example.com`,
      password: 'correct horse',
      server: 'MEADOW',
    }),
  },
  ctrader: {
    kind: createCtrader(),
    environment: 'live',
    unlimited: createCtrader(createConnections(quick)),
    accountOf: (at) => ({ id: numberOf(at), platform: 'cTrader' }),
    secretOf: () => ({
      accessToken: 'access-1',
      refreshToken: 'refresh-1',
      expiresAt: '2100-01-01T00:00:00.000Z',
    }),
  },
  metaapi: {
    kind: metaapi,
    environment: 'london',
    accountOf: (at) => ({ id: gatewayId(at), platform: 'MT5' }),
    secretOf: (at) => ({ account: gatewayId(at) }),
  },
} as const satisfies Record<string, Connected>;

export const benchKinds = Object.keys(connected) as (keyof typeof connected)[];

/** Reader of accounts at a broker of one kind. */
export interface BrokerBench {
  readonly reader: ConnectorReader;
  /** Reader without rate limits, for reads that are not measured. */
  readonly unlimited: ConnectorReader;
  readonly broker: BrokerProcess;
  /** Times at which accounts were read, in milliseconds since the turn began. */
  readonly read: number[];
  /** Accounts that were read to the end at least once. */
  readonly known: ReadonlySet<string>;
  /** Reason for each connection that could not be read since the turn began. */
  readonly faults: string[];
  now: Date;
  begin(): void;
}

/** Calls the work with connections to accounts, one account each. */
export async function withBroker(
  folder: string,
  kindName: keyof typeof connected,
  size: BrokerSize,
  work: (bench: BrokerBench) => Promise<void>,
): Promise<void> {
  const dataDir = dataDirectory(folder);
  const state = { now: new Date() };
  const clock = () => state.now;
  const registry = await openRegistry({ dataDir, clock });
  const deliveries = await openDeliveries({ path: dataDir.inbox.database }, clock);
  const validator = createLineValidator();
  const broker = await startBroker(kindName, size);
  let begun = 0;
  const read: number[] = [];
  const known = new Set<string>();
  const faults: string[] = [];
  const { kind, unlimited = kind }: Connected = connected[kindName];
  const reader: ConnectorReader = {
    registry,
    deliveries,
    validator,
    kinds: [kind],
    keys: requireSecretKeys({ secretKey: randomBytes(32).toString('base64'), secretKeyOld: null }),
    settings: {
      ctraderClientId: client.clientId,
      ctraderClientSecret: client.clientSecret,
      metaapiToken: token,
    },
    log: {
      info(words, fields) {
        if (words !== 'an account was read') return;
        read.push(performance.now() - begun);
        known.add(String(fields?.account));
      },
      warn: (_, fields) => void faults.push(String(fields?.code ?? fields?.fault)),
    },
    stop: new AbortController().signal,
    limits: readerLimits,
    addressOf: () => broker.address,
  };
  try {
    await connectAll(reader, connected[kindName], size.accounts);
    await work(
      Object.assign(state, {
        reader,
        broker,
        read,
        known,
        faults,
        unlimited: { ...reader, kinds: [unlimited] },
        begin() {
          begun = performance.now();
          read.length = 0;
          faults.length = 0;
        },
      }),
    );
  } finally {
    broker.stop();
    await validator.close();
    await deliveries.close();
    await registry.close();
  }
}

/** Adds owners with connections. Each connection records one account. */
async function connectAll(
  { registry, keys }: ConnectorReader,
  { kind, environment, accountOf, secretOf }: Connected,
  count: number,
): Promise<void> {
  const ownerOf = (at: number) => `owner-${Math.floor(at / ofOwner)}`;
  const all = Array.from({ length: count }, (_, at) => at);
  const owners = [...new Set(all.map(ownerOf))];
  await applyRegistry(registry, {
    owners: owners.map((slug) => ({ slug, name: slug, plan: 'ultra' })),
    accounts: all.map((at) => ({
      slug: `account-${at}`,
      type: 'account',
      owner: ownerOf(at),
      name: `Account ${at}`,
      account_id: `${accountOf(at).platform}:${numberOf(at)}@MEADOW`,
    })),
  });
  for (const at of all) {
    const [owner, number] = [ownerOf(at), numberOf(at)];
    const account: BrokerAccount = {
      ...accountOf(at),
      number,
      server: 'MEADOW',
      name: number,
      currency: 'USD',
      isDemo: environment === 'demo',
    };
    const about = { kind: kind.kind, environment };
    const shown = [{ id: account.id, details: JSON.stringify(account) }];
    const sealed = (id: string) => seal(keys, { id, owner, ...about }, secretOf(at));
    const added = { ...about, label: 'Bench', accounts: shown };
    const id = await addConnection(registry, owner, added, sealed, 'bench');
    await recordAccounts(registry, owner, id, new Map([[account.id, `account-${at}`]]), 'bench');
  }
}
