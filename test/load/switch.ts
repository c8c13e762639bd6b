import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { startCommand } from '../server/commands/process.ts';
import { exchange } from '../server/raw.ts';
import { accounts, owners, publishFacts } from '../server/world.ts';
import { type Answered, kinds, type SwitchReport, switchUnderLoad } from './switching.ts';

// Checks that answers stay complete and of one version while versions are published:
//
//     node dist/test/load/switch.js --seconds 60 --per-minute 200

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    'per-minute': { type: 'string', default: '200' },
    clients: { type: 'string', default: '8' },
  },
});
const perMinute = Number(values['per-minute']);
const seconds = Number(values.seconds);
const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'trackrecord-switch-')));
const registry = await openRegistry({ dataDir, clock: () => new Date() });
await applyRegistry(registry, { owners, accounts });
await registry.close();
await publishFacts(dataDir);
const server = startCommand(['serve'], dataDir, { LOG_LEVEL: 'error' });

try {
  const { url } = await server.answers;
  const idle = await run(url, 1, (seconds * 1000) / 4);
  const busy = await run(url, Math.round((perMinute * seconds) / 60), 60_000 / perMinute);
  print('idle', idle);
  print('busy', busy);
  const isFlawless = idle.faults.length + busy.faults.length === 0;
  process.exitCode = isFlawless && busy.p99Milliseconds < 2 * idle.p99Milliseconds ? 0 : 1;
} finally {
  server.child.kill();
  await server.ended;
  rmSync(dataDir.path, { recursive: true, force: true });
}

/** Sends each request without a key from its own address, so that no limit applies. */
function run(url: string, switches: number, millisecondsBetween: number): Promise<SwitchReport> {
  const request = `GET ${kinds.account.url} HTTP/1.1\r\nHost: records.example\r\n\r\n`;
  return switchUnderLoad({
    dataDir,
    switches,
    millisecondsBetween,
    clients: Number(values.clients),
    asked: ['account'],
    published: async () => {},
    async ask(): Promise<Answered> {
      const [answer] = (await exchange(url, request, { wanted: 1 })).answers;
      return { status: answer?.status ?? 0, body: answer?.body ?? '' };
    },
  });
}

function print(name: string, { requests, versions, faults, p99Milliseconds }: SwitchReport): void {
  const p99 = p99Milliseconds.toFixed(1);
  console.log(`${name}: ${requests} requests, ${versions} versions seen, p99 ${p99} ms`);
  for (const fault of faults) console.log(fault);
}
