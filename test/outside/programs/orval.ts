import { getAccount, getStatistics, listTrades } from './orval/api.ts';
import { tell } from './tell.ts';

const [baseUrl = '', key = '', slug = ''] = process.argv.slice(2);
const plain = globalThis.fetch;
globalThis.fetch = (url, init) => plain(new URL(String(url), baseUrl), init);
const options = { headers: { authorization: `Bearer ${key}` } };
const account = await getAccount(slug, { include: ['advanced', 'monthly'] }, options);
const trades = await listTrades(slug, { page: 2 }, options);
const statistics = await getStatistics(slug, { by: ['side', 'hour'] }, options);
const refused = await getAccount('never-was', {}, options);
if (account.status !== 200 || trades.status !== 200 || statistics.status !== 200) {
  throw new Error(`${account.status} ${trades.status} ${statistics.status}`);
}
tell(account.data, trades.data, statistics.data, refused.status);
