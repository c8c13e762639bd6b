import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { account, type Desk, idOf, registeredAccount, trade, withDesk } from '../pipeline/desk.ts';
import { blocksOf, readDocument } from '../support/documents.ts';
import { program } from '../support/program.ts';
import { within } from '../support/within.ts';

const researchers = suite('researchers');
const atDesk = within(researchers, withDesk);

/** Returns the query in researchers.md that reads from a relation. */
function queryFrom(relation: string): string {
  const queries = blocksOf(readDocument('docs/researchers.md'), 'sql');
  const found = queries.find((sql) => sql.includes(`from ${relation}`));
  if (found === undefined) throw new Error(`docs/researchers.md queries no ${relation}`);
  return found.replace(/;\n$/, '');
}

function startReader({ dataDir }: Desk) {
  const { warehouse } = dataDir;
  const child = spawn(process.execPath, [...program('test/promises/direct-reader.ts'), warehouse], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async ask(word: 'open' | 'rest'): Promise<string> {
      child.stdin.write(`${word}\n`);
      return (await answers.next()).value;
    },
    end: () => new Promise((resolve) => child.once('close', resolve) && child.stdin.end()),
  };
}

atDesk('can finish a running query, and delay no run', async (desk) => {
  desk.write('accounts.csv', [account('a')]);
  desk.write('trades.csv', [trade('a', 1)]);
  await desk.run();
  const before = startReader(desk);
  const during = startReader(desk);
  try {
    assert.is(await before.ask('open'), 'true');
    desk.write('trades-2.csv', [trade('a', 2)]);
    const accounts = async () => {
      assert.is(await during.ask('open'), 'true');
      return desk.registered;
    };
    assert.ok((await desk.run({ registry: { accounts } })).isNew);
    assert.is(await before.ask('rest'), '100000', 'one trade, as when it began');
    assert.is(await during.ask('rest'), '100000');
    assert.is(await before.ask('open'), 'true');
    assert.is(await before.ask('rest'), '200000');
  } finally {
    await Promise.all([before.end(), during.end()]);
  }
});

atDesk('get from the queries written for them what they say', async (desk) => {
  desk.write('accounts.csv', [account('a'), account('b')]);
  // First account: 1000, 1010. Second: 1000, 1050, 1025.
  desk.write('trades.csv', [
    trade('a', 1),
    trade('b', 1, { profit: 50 }),
    trade('b', 2, { profit: -25, closed_at: '2024-06-03T10:00:00Z' }),
    trade('b', 3, { volume: 'much' }),
  ]);
  desk.registered.push(registeredAccount('a'), registeredAccount('b'));
  await desk.run();
  const figures = await desk.warehouse(queryFrom('shared_summary'));
  assert.equal(
    figures.map((row) =>
      [row.slug, row.twr_percent, row.profit_factor, row.total_trades].map(String),
    ),
    [
      ['b', '2.5', '2', '2'],
      ['a', '1', 'null', '1'],
    ],
  );
  const months = await desk.warehouse(queryFrom('shared_monthly_performance'));
  const june = months.filter(({ date }) => String(date).startsWith('2024-06'));
  assert.equal(june.map((row) => `${row.slug} ${row.monthly_percent}`).sort(), ['a 1', 'b 2.5']);
  const rejects = await desk.warehouse(queryFrom('rejects'));
  assert.is(rejects.length, 1);
  assert.match(String(rejects[0]?.reason), 'volume');
  assert.match(String(rejects[0]?.raw), idOf('b'));
  assert.equal(await desk.warehouse(queryFrom('(values')), [
    { raw: '1.5e3', value: '1500.00000000', fault: null },
    { raw: '1,000', value: null, fault: '{"code":"row_not_number","values":{}}' },
    {
      raw: '0.123456789',
      value: '0.12345679',
      fault: '{"code":"row_too_many_decimals","values":{"max":8}}',
    },
  ]);
});

researchers.run();
