import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { startWork } from '../../../pipeline/machines/worker.ts';

// Used by queue.test.ts and test/load/machines.ts: a machine that computes until it is killed.
// Others soon take its shards.

const [databaseUrl = '', store = '', place = '', endpoint = '', concurrency = 2] =
  process.argv.slice(2);
await startWork({
  databaseUrl,
  store: { address: store, endpoint: endpoint || null, region: 'us-east-1' },
  dataDir: dataDirectory(place),
  concurrency: Number(concurrency),
  memoryLimit: undefined,
  threads: 1,
  log: silentLog,
  logSettings: { logLevel: 'silent' },
  claimSeconds: 2,
});
process.send?.('working');
