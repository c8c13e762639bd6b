import { getAccount, getStatistics, listTrades } from './kubb/index.ts';
import { tell } from './tell.ts';

const [baseURL = '', key = '', slug = ''] = process.argv.slice(2);
const config = { baseURL, headers: { Authorization: `Bearer ${key}` } };
const account = await getAccount(slug, { include: ['advanced', 'monthly'] }, {}, config);
const trades = await listTrades(slug, { page: 2 }, {}, config);
const statistics = await getStatistics(slug, { by: ['side', 'hour'] }, {}, config);
tell(account, trades, statistics, 404);
