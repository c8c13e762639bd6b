import { demoBenchmark } from '../../fixtures/demo/reference.ts';
import { createLog } from '../../pipeline/base/log.ts';
import type { CommandIo } from '../../pipeline/commands/io.ts';
import { isWatched, withStages } from '../../pipeline/commands/progress.ts';
import { withRegistry } from '../../pipeline/commands/with-registry.ts';
import type { Config } from '../../pipeline/config/config.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import { findPayingOwner, prepareDemo, replaceDemoKey, signInLinks } from '../demo/world.ts';
import { startServer } from '../main.ts';
import { serveUntilStopped } from './serve.ts';

/** Generates demo data, computes and serves it, and prints what to try. */
export async function demoCommand(
  config: Config,
  _options: object,
  io: CommandIo,
): Promise<number> {
  const log = createLog(config);
  // Opens the ports first, so that a port in use is noticed before the work.
  const benchmarks = config.benchmarks.length > 0 ? config.benchmarks : [demoBenchmark];
  const server = await startServer({ ...config, benchmarks }, io.clock, log);
  io.stderr(`Computing the demo. In about a minute you can open ${server.url}/`);
  let key: string | null = null;
  try {
    await withRegistry(config, io, async (registry) => {
      const result = await withStages(log, isWatched(config, io), (runLog, progress) =>
        prepareDemo(config, registry, io.clock, runLog, progress),
      );
      for (const warning of result.warnings) io.stderr(warning);
      await server.refresh();
      const hints = await hintsOf(registry, server.url);
      for (const line of hints.lines) io.stderr(line);
      key = hints.key;
    });
  } catch (error) {
    await server.close();
    throw error;
  }
  return serveUntilStopped(server, io, log, { key });
}

/** Words what to try, and returns the key for the line on stdout, which scripts read. */
async function hintsOf(
  registry: Registry,
  url: string,
): Promise<{ lines: string[]; key: string | null }> {
  const owner = await findPayingOwner(registry);
  const accounts = await registry.accounts();
  const published = accounts.filter((entry) => entry.published);
  const account = published.find((entry) => entry.owner === owner?.slug);
  const portfolio = published.find(({ type }) => type === 'portfolio');
  const key = owner && (await replaceDemoKey(registry, owner));
  const links = await signInLinks(registry, owner);
  const lines = [
    'The demo is ready. Open:',
    `  ${url}/`,
    `  ${url}/calendar`,
    ...[account, portfolio].flatMap((shown) => (shown ? [`  ${url}/account/${shown.slug}`] : [])),
    key
      ? `A key of ${owner.slug} to try, in the header "Authorization: Bearer KEY": ${key}`
      : 'No room for another key: trackrecord keys list --owner SLUG shows the active ones.',
    ...links.map(
      ({ as, path }) =>
        `To sign in as the ${as}, open this link once and choose a password:\n  ${url}${path}`,
    ),
  ];
  return { lines, key: key ?? null };
}
