import { createLog } from '../../pipeline/base/log.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { createLimits } from '../../server/callers/limits/create-limits.ts';
import { type Allowances, allowances } from '../../server/callers/limits/limits.ts';
import { startServer } from '../../server/main.ts';

// Used by partitions.ts: serves like `trackrecord serve`, but clients may ask as often as they
// like. Requests are still counted.

const config = readConfig(process.env);
const log = createLog(config);
const high = Object.fromEntries(Object.keys(allowances).map((name) => [name, 1e9])) as Allowances;
const limits = await createLimits({ redisUrl: config.redisUrl, log, limits: high });
const { url, calendarUrl } = await startServer(config, () => new Date(), log, { limits });
console.log(JSON.stringify({ url, calendar_url: calendarUrl }));
