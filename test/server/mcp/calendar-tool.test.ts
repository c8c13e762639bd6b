import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { publishCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { events, now, path } from '../calendar/world.ts';
import { openServer } from '../open-server.ts';
import { callTool } from './calls.ts';

const calendar = suite('get_economic_calendar');

async function withCalendar(work: (app: FastifyInstance) => Promise<void>): Promise<void> {
  const dataDir = dataDirectory(mkdtempSync(join(tmpdir(), 'mcp-calendar-')));
  publishCalendar(dataDir, events, now, 3);
  const server = await openServer({ dataDir, clock: () => now, log: silentLog });
  try {
    await work(server.app);
  } finally {
    await server.close();
    rmSync(dataDir.path, { recursive: true, force: true });
  }
}

const some = (words: readonly string[]) =>
  fc.oneof(
    fc.subarray([...words], { minLength: 1 }),
    fc.subarray([...words]).map((chosen) => chosen.join(',')),
  );
const argumentsOf = fc.record(
  {
    currency: some(['USD', 'EUR', 'GBP', 'JPY', 'CNY', 'usd']),
    impact: fc.oneof(some(['high', 'medium', 'low', 'holiday']), fc.constantFrom('all', 'big', '')),
    days: fc.constantFrom<string | number>(1, 2, 30, '7', 0, 31, 1.5, '1e1', ' 1'),
  },
  { requiredKeys: [] },
);

calendar('gives what HTTP gives, and the same words where it refuses', async () => {
  await withCalendar(async (app) => {
    const counts = new Set<number>();
    await fc.assert(
      fc.asyncProperty(argumentsOf, async (toolArguments) => {
        const query = new URLSearchParams();
        for (const [name, value] of Object.entries(toolArguments))
          query.append(name, String(value));
        const http = await app.inject(`${path}?${query}`);
        const answer = await callTool(app, 'get_economic_calendar', toolArguments);
        if (http.statusCode === 200) {
          assert.equal(answer.content, [{ type: 'text', text: http.body }]);
          assert.equal(answer.structuredContent, http.json());
          counts.add(http.json().count);
        } else {
          const { detail: text } = http.json();
          assert.equal(answer, { content: [{ type: 'text', text }], isError: true });
          counts.add(-1);
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(counts.has(-1) && counts.has(0) && counts.size > 3, [...counts].join());
  });
});

calendar('is JSON, and takes no word for another form', async () => {
  await withCalendar(async (app) => {
    const options = { impact: 'all' };
    const refused = await callTool(app, 'get_economic_calendar', { ...options, format: 'csv' });
    const text = 'Unknown argument. get_economic_calendar accepts only currency, impact and days.';
    assert.equal(refused, { content: [{ type: 'text', text }], isError: true });
    const answer = await callTool(app, 'get_economic_calendar', options);
    assert.equal(answer.structuredContent, (await app.inject(`${path}?impact=all`)).json());
    assert.match(JSON.stringify(answer.structuredContent), 'New Year');
  });
});

calendar.run();
