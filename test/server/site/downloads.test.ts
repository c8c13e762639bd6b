import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withWorld } from '../world.ts';
import { richFacts as facts, hostileNames } from './rich.ts';

const downloads = suite('CSV of a page');

const account = '/account/north-eurusd';
const api = '/api/v1/accounts/north-eurusd';

downloads('hold what the API shows to everybody, under its names', async () => {
  await withWorld(
    async ({ app, read }) => {
      const { equity_curve, monthly } = await read(`${api}?include=equity_curve,monthly`);
      const files = [
        ['daily.csv', equity_curve.daily_performance],
        ['flows.csv', equity_curve.deposits_withdrawals],
        ['monthly.csv', monthly.monthly_performance],
      ] as const;
      for (const [file, rows] of files) {
        const response = await app.inject(`${account}/${file}`);
        assert.is(response.headers['content-type'], 'text/csv; charset=utf-8; header=present');
        const parsed: Record<string, string>[] = parse(response.body, { columns: true });
        const expected = rows.map((row: Record<string, unknown>) =>
          Object.fromEntries(
            Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]),
          ),
        );
        assert.equal(parsed, expected, file);
      }
    },
    { facts },
  );
});

downloads('begin no formula with a text, and leave numbers numbers', async () => {
  await withWorld(
    async ({ app }) => {
      const { body } = await app.inject(`${account}/instruments.csv`);
      const rows: string[][] = parse(body, { from_line: 2 });
      assert.is(rows.length, hostileNames.length + 1);
      for (const [name = ''] of rows) assert.not.match(name, /^\s*[=+\-@]/);
      for (const name of ["'@SUM(1+1)", "' =1+1", "'\u00a0=1+1"]) {
        assert.ok(
          rows.some(([cell]) => cell === name),
          name,
        );
      }
      assert.ok(body.includes('"a\n=1+1"'), 'half a line end is within quotes');
      const euro = rows.find(([name]) => name === 'EURUSD');
      assert.equal(euro?.slice(1, 7), ['3', '2', '1', '66.6667', '-4.25', '-12']);
    },
    { facts },
  );
});

downloads.run();
