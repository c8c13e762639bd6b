import { createLog } from '../../pipeline/base/log.ts';
import { readConfig } from '../../pipeline/config/config.ts';
import { startServer } from '../../server/main.ts';
import { noLimits } from '../server/open-server.ts';

// For machines.ts: serves as `trackrecord serve` does, but lets clients ask as often as they like.

const config = readConfig(process.env);
const log = createLog(config.logLevel);
const { url, calendarUrl } = await startServer(config, () => new Date(), log, { limits: noLimits });
console.log(JSON.stringify({ url, calendar_url: calendarUrl }));
