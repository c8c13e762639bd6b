import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { createConnections } from '../../../pipeline/connectors/ctrader/connections.ts';
import { createCtrader } from '../../../pipeline/connectors/ctrader/kind.ts';
import { metaapi } from '../../../pipeline/connectors/metaapi/kind.ts';
import { readerLimits } from '../../../pipeline/connectors/reader.ts';
import { requireSecretKeys } from '../../../pipeline/connectors/seal.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { client } from './ctrader/double.ts';
import { quick } from './ctrader/reading.ts';
import { token } from './metaapi/double.ts';

// Does what `sync` does, with the addresses of doubles by kind, as JSON. Tests kill it. Start it
// with: node sync-child.js FOLDER ADDRESSES, and the key in SECRET_KEY.

const [, , folder = '', addresses = '{}'] = process.argv;
const addressOfKind = new Map(Object.entries<string>(JSON.parse(addresses)));
const dataDir = dataDirectory(folder);
const clock = () => new Date();
const registry = await openRegistry({ dataDir, clock });
const deliveries = await openDeliveries({ path: dataDir.inbox.database }, clock);
const validator = createLineValidator();
const result = await syncConnections({
  registry,
  deliveries,
  validator,
  log: silentLog,
  kinds: [tradelocker, createCtrader(createConnections(quick)), metaapi],
  settings: {
    ctraderClientId: client.clientId,
    ctraderClientSecret: client.clientSecret,
    metaapiToken: token,
  },
  keys: requireSecretKeys({ secretKey: process.env.SECRET_KEY ?? '', secretKeyOld: null }),
  stop: new AbortController().signal,
  limits: { ...readerLimits, claimMilliseconds: 1000 },
  addressOf: ({ kind }) => addressOfKind.get(kind),
});
console.log(JSON.stringify(result));
await validator.close();
await deliveries.close();
await registry.close();
// Connections to cTrader stay open for the next read.
process.exit(0);
