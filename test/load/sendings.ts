import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { dataDirectory } from '../../pipeline/base/data-directory.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { createConnectionKey } from '../../pipeline/registry/connection-keys.ts';
import { openRegistry } from '../../pipeline/registry/registry.ts';
import { startCommand } from '../server/commands/process.ts';

// Measures sending at a steady rate: time of answers, memory, and time to publish:
//
//     node dist/test/load/sendings.js --sendings 10000 --accounts 100 --rate 50

const { values } = parseArgs({
  options: {
    sendings: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '100' },
    rate: { type: 'string', default: '50' },
  },
});
const [sendings, accounts, rate] = [values.sendings, values.accounts, values.rate].map(Number);
if (!sendings || !accounts || !rate) throw new Error('numbers above 0 are needed');
const root = mkdtempSync(join(tmpdir(), 'trackrecord-sendings-'));
const dataDir = dataDirectory(root);
const clock = () => new Date();
const env = { LOG_LEVEL: 'warn', TRACKRECORD_CRON: '0 0 1 1 *' };

const keys = await prepare(accounts);
const server = startCommand(['serve'], dataDir, env);
const schedule = startCommand(['schedule'], dataDir, env);
let failed = 0;
try {
  const { url } = await server.answers;
  const send = async (
    number: number,
  ): Promise<{ milliseconds: number; receipt: string | null }> => {
    const key = keys[number % keys.length] ?? '';
    const began = performance.now();
    const response = await fetch(`${url}/connect/v1/facts`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(bodyOf(number)),
    });
    const answer: { receipt?: string } = JSON.parse(await response.text());
    const isTaken = response.status === 202;
    if (!isTaken) failed += 1;
    return {
      milliseconds: performance.now() - began,
      receipt: isTaken ? `${answer.receipt}` : null,
    };
  };
  await send(0);
  const start = performance.now();
  const sent: ReturnType<typeof send>[] = [];
  for (let number = 1; number <= sendings; number += 1) {
    const due = start + (1000 * number) / rate;
    if (due > performance.now())
      await new Promise((done) => setTimeout(done, due - performance.now()));
    sent.push(send(number));
  }
  const answers = await Promise.all(sent);
  const seconds = (performance.now() - start) / 1000;
  const times = answers
    .map(({ milliseconds }) => milliseconds)
    .sort((first, second) => first - second);
  const at = (part: number) => Math.round((times[Math.floor(times.length * part)] ?? 0) * 10) / 10;
  const memory = { server: peakOf(server.child.pid), receiver: peakOf(childOf(server.child.pid)) };
  const last = answers.at(-1)?.receipt ?? '';
  const lastKey = keys[sendings % keys.length] ?? '';
  const waited = performance.now();
  while (failed === 0 && !(await isPublished(url, lastKey, last))) {
    await new Promise((done) => setTimeout(done, 2000));
    if (performance.now() - waited > 300_000) failed += 1;
  }
  const published = Math.round((performance.now() - waited) / 1000);
  console.log(
    JSON.stringify({
      sendings,
      accounts,
      failed,
      perSecond: Math.round(sendings / seconds),
      p50: at(0.5),
      p99: at(0.99),
      max: at(0.9999),
      memory,
      secondsToPublish: published,
    }),
  );
} finally {
  for (const { child } of [server, schedule]) child.kill('SIGTERM');
  await Promise.all([server.ended, schedule.ended]);
  rmSync(root, { recursive: true, force: true });
}
process.exitCode = failed === 0 ? 0 : 1;

/** Returns the body that a terminal sends each minute: an equity report, sometimes with a trade. */
function bodyOf(number: number): object {
  const minute = Math.floor(number / (accounts || 1));
  const at = new Date(Date.UTC(2026, 0, 5) + minute * 60_000).toISOString();
  const account = {
    platform: 'MT5',
    currency: 'USD',
    opening_balance: 1000,
    created_at: '2026-01-01T00:00:00Z',
    updated_at: '2026-01-05T00:00:00Z',
  };
  const trade = {
    ticket: `${number}`,
    symbol: 'EURUSD',
    side: 'buy',
    volume: 0.1,
    open_price: 1.1,
    close_price: 1.2,
    opened_at: '2026-01-05T00:00:00Z',
    closed_at: at,
    profit: 10,
  };
  const equity = [{ at, balance: 1000 + minute, equity: 1000 + minute }];
  if (minute === 0) return { account, equity };
  return minute % 10 === 1 ? { equity, trades: [trade] } : { equity };
}

async function prepare(count: number): Promise<string[]> {
  const registry = await openRegistry({ dataDir, clock });
  const names = Array.from({ length: count }, (_, at) => `account-${at}`);
  try {
    await applyRegistry(registry, {
      owners: [{ slug: 'owner', name: 'Owner', plan: 'pro' }],
      accounts: names.map((slug) => ({
        slug,
        type: 'account',
        account_id: `MT5:${slug}@Load`,
        owner: 'owner',
        name: slug,
      })),
    });
    const made: string[] = [];
    for (const account of names) {
      made.push((await createConnectionKey(registry, { account, name: 'load' })).key);
    }
    return made;
  } finally {
    await registry.close();
  }
}

async function isPublished(url: string, key: string, receipt: string): Promise<boolean> {
  const headers = { authorization: `Bearer ${key}` };
  const response = await fetch(`${url}/connect/v1/receipts/${receipt}`, { headers });
  return (await response.text()).includes('"state":"published"');
}

function childOf(pid: number | undefined): number | undefined {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]) || undefined;
}

/** Reads the peak memory of a process, in megabytes. */
function peakOf(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(status.match(/VmHWM:\s+(\d+)/)?.[1]) / 1024);
}
