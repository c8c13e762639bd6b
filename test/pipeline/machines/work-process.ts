import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { startWork } from '../../../pipeline/machines/worker.ts';

// For queue.test.ts: a machine that works until it is killed, and whose shards are soon another's.

const [databaseUrl = '', store = '', place = ''] = process.argv.slice(2);
await startWork({
  databaseUrl,
  store: { address: store, endpoint: null, region: '' },
  dataDir: dataDirectory(place),
  concurrency: 2,
  memoryLimit: undefined,
  threads: 1,
  log: silentLog,
  logLevel: 'silent',
  lockMilliseconds: 1000,
});
process.send?.('working');
