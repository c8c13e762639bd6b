import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../pipeline/registry/postgres-server.ts';
import { killWhileSending } from '../promises/faults/sending.ts';
import { randomFrom } from '../support/random.ts';

// Kills the server, the process that receives, or a run, while clients send data:
//
//     node dist/test/load/sending-kills.js --kills 200 --seed 1
//
// With `--postgres`, two servers share PostgreSQL and a store. PostgreSQL is restarted too.

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    postgres: { type: 'boolean', default: false },
  },
});
const database = values.postgres ? await startPostgres('on') : undefined;
if (database === null) {
  console.log('skipped: PostgreSQL is not installed');
  process.exit();
}
const root = mkdtempSync(join(tmpdir(), 'trackrecord-sending-'));
const start = performance.now();
try {
  const kills = Number(values.kills);
  const random = randomFrom(Number(values.seed));
  const { faults, ...counts } = await killWhileSending({
    root,
    kills,
    random,
    ...(database && { database }),
  });
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(JSON.stringify({ ...counts, faults: faults.length, seconds }));
  for (const fault of faults.slice(0, 20)) console.log(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await database?.stop();
  rmSync(root, { recursive: true, force: true });
}
