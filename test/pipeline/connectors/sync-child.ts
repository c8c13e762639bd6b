import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createLineValidator } from '../../../pipeline/connect/validate-lines.ts';
import { readerLimits } from '../../../pipeline/connectors/read-connection.ts';
import { requireSecretKeys } from '../../../pipeline/connectors/seal.ts';
import { syncConnections } from '../../../pipeline/connectors/sync.ts';
import { tradelocker } from '../../../pipeline/connectors/tradelocker/tradelocker.ts';
import { openDeliveries } from '../../../pipeline/deliveries/open.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';

// node sync-child.js FOLDER ADDRESS, with the key in SECRET_KEY: what `sync` does, with the address
// of a double. Tests kill it.

const [, , folder = '', address = ''] = process.argv;
const dataDir = dataDirectory(folder);
const clock = () => new Date();
const registry = await openRegistry({ dataDir, clock });
const deliveries = await openDeliveries({ path: dataDir.inbox.database }, clock);
const validator = createLineValidator();
const result = await syncConnections({
  ...{ registry, deliveries, validator, kinds: [tradelocker], log: silentLog },
  settings: { ctraderClientId: null, ctraderClientSecret: null, metaapiToken: null },
  keys: requireSecretKeys({ secretKey: process.env.SECRET_KEY ?? '', secretKeyOld: null }),
  stop: new AbortController().signal,
  limits: { ...readerLimits, claimMilliseconds: 1000 },
  addressOf: () => address,
});
console.log(JSON.stringify(result));
await validator.close();
await deliveries.close();
await registry.close();
