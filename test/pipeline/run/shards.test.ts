import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { silentLog } from '../../../pipeline/base/log.ts';
import { account, withDesk } from '../desk.ts';

const shards = suite('shards');

shards('end after so many accounts, however little these trade', () =>
  withDesk(async (desk) => {
    desk.write(
      'accounts.csv',
      Array.from({ length: 5001 }, (_, at) => account(String(at).padStart(4, '0'))),
    );
    const sizes: unknown[] = [];
    const debug = (message: string, fields?: object) => {
      if (message === 'computing') sizes.push(fields);
    };
    const { accountsComputed } = await desk.run({ log: { ...silentLog, debug } });
    // With the one that stands for those no source has named yet.
    assert.is(accountsComputed, 5002);
    assert.equal(sizes, [
      { shard: 1, shards: 2, accounts: 5000 },
      { shard: 2, shards: 2, accounts: 2 },
    ]);
  }),
);

shards.run();
