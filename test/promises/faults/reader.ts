import { type Log, silentLog } from '../../../pipeline/base/log.ts';
import { readConfig } from '../../../pipeline/config/config.ts';
import { createKey } from '../../../pipeline/registry/keys.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { scopes } from '../../../pipeline/registry/words.ts';
import { startServer } from '../../../server/main.ts';
import { noLimits } from '../../server/open-server.ts';
import { bearer } from '../../server/world.ts';
import { asOf } from './decisions.ts';
import type { Place } from './place.ts';

const every = 'include=equity_curve,twr,monthly,by_symbol,by_magic_number,advanced';

/** Requests, each with or without a key. */
export const asked: Readonly<Record<string, boolean>> = {
  [`/api/v1/accounts/a?${every}`]: false,
  [`/api/v1/accounts/b?${every}`]: true,
  [`/api/v1/accounts/all?${every}`]: false,
  '/api/v1/accounts/a/trades?limit=200': true,
  '/api/v1/accounts/all/trades?limit=200&page=1': true,
  '/api/v1/accounts/a/trades.csv': true,
  '/api/v1/accounts/all/trades.csv': true,
  '/api/v1/accounts/a/positions': true,
  '/api/v1/search/accounts': false,
  '/api/public/calendar/v1?days=30&impact=all': false,
};

/** Answers by address. */
export type Answers = ReadonlyMap<string, string>;

export interface Reader {
  /** Asks for everything once. */
  answers(): Promise<Answers>;
  /** Switches to the newest published version. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Leaves out since when an account is public. The first run notes that by its own clock, and the
 * clock of a run in another process is the machine's.
 */
const withoutInstants = (text: string): string =>
  text.replaceAll(/"published_at":"[^"]+"/g, '"published_at":"known"');

/** Starts a server over a place, and a client that asks these addresses. */
export async function openReader(
  { dataDir }: Place,
  log: Log = silentLog,
  addresses: Readonly<Record<string, boolean>> = asked,
): Promise<Reader> {
  const clock = () => new Date(asOf);
  const registry = await openRegistry({ dataDir, clock });
  const { key } = await createKey(registry, { owner: 'desk', name: 'reader', scopes });
  await registry.close();
  const config = readConfig({
    TRACKRECORD_DATA: dataDir.path,
    PORT: '0',
    CALENDAR_PORT: '0',
    BASE_URL: 'https://records.example',
  });
  const server = await startServer(config, clock, log, { limits: noLimits });
  const ask = async (url: string, isKeyed: boolean): Promise<string> => {
    const response = await fetch(`${server.url}${url}`, { headers: isKeyed ? bearer(key) : {} });
    return `${response.status} ${withoutInstants(await response.text())}`;
  };
  return {
    async answers() {
      const answers = new Map<string, string>();
      for (const [url, isKeyed] of Object.entries(addresses))
        answers.set(url, await ask(url, isKeyed));
      return answers;
    },
    refresh: server.refresh,
    close: server.close,
  };
}
