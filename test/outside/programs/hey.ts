import { client } from './hey/client.gen.ts';
import { getAccount, getStatistics, listTrades } from './hey/index.ts';
import { tell } from './tell.ts';

const [baseUrl = '', key = '', slug = ''] = process.argv.slice(2);
client.setConfig({ baseUrl, auth: () => key });
const options = { path: { slug }, throwOnError: true } as const;
const account = await getAccount({ ...options, query: { include: ['advanced', 'monthly'] } });
const trades = await listTrades({ ...options, query: { page: 2 } });
const statistics = await getStatistics({ ...options, query: { by: ['side', 'hour'] } });
const refused = await getAccount({ path: { slug: 'never-was' } });
tell(account.data, trades.data, statistics.data, refused.error?.status);
