import type { Test } from 'uvu';
import { silentLog } from '../../pipeline/base/log.ts';
import type { Scenario } from '../support/published.ts';
import { openServer, type Server } from './open-server.ts';

/** Published data of a suite, and a server over it. */
export interface Served<Data extends Scenario = Scenario> {
  published: Data;
  server: Server;
}

/** Serves what is published before the tests of a suite, and removes it afterwards. */
export function serveDuring<Context extends Served>(
  tested: Test<Context>,
  asOf: Date,
  publish: (context: Context) => Promise<Context['published']>,
): void {
  tested.before(async (context) => {
    const published = await publish(context);
    const { dataDir } = published;
    const server = await openServer({ dataDir, clock: () => asOf, log: silentLog });
    Object.assign(context, { published, server });
  });
  tested.after(async ({ server, published }) => {
    await server.close();
    published.remove();
  });
}
