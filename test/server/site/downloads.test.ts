import { parse } from 'csv-parse/sync';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { downloads as offered } from '../../../server/site/downloads.ts';
import { privacyRules } from '../../../sql/privacy.ts';
import { account, idOf, trade } from '../../pipeline/desk.ts';
import { type ServedRows, type Source, servePublished } from '../published-rows.ts';

const downloads = suite<{ served: ServedRows }>('CSV of a page');

/** Instruments with names that a careless spreadsheet runs as formulas. */
const hostileNames = [
  '=HYPERLINK("https://elsewhere.example")',
  '@SUM(1+1)',
  '+1+1',
  '-1+1',
  '\uff1d1+1',
  'a,"b"',
] as const;

const source: Source = {
  tables: {
    accounts: [account('a')],
    trades: [
      trade('a', 1),
      trade('a', 2, { closed_at: '2023-06-03T09:00:00Z', opened_at: '2023-06-03T08:00:00Z' }),
      trade('a', 3, { side: 'sell', profit: -14.25, magic_number: 777 }),
      ...hostileNames.map((symbol, at) => trade('a', 10 + at, { symbol, magic_number: at })),
    ],
    cash_flows: [
      { account_id: idOf('a'), id: 'd', at: '2023-02-01T00:00:00Z', amount: 500 },
      { account_id: idOf('a'), id: 'w', at: '2024-02-01T00:00:00Z', amount: -25.5 },
    ],
  },
  registry: {
    owners: [{ slug: 'desk', name: 'Desk', plan: 'free' }],
    accounts: [
      {
        slug: 'a',
        type: 'account',
        account_id: idOf('a'),
        owner: 'desk',
        name: 'A',
        published: true,
      },
    ],
  },
};

downloads.before(async (context) => {
  context.served = await servePublished(source);
});

downloads.after(({ served }) => served.close());

type Row = Readonly<Record<string, unknown>>;

/** Returns the cells of a row as text. */
const cellsOf = (row: Row): Record<string, string> =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value === null ? '' : String(value)]),
  );

/** Makes the row of a breakdown entry, by column name, with figures as numbers. */
function entryCells(column: string, [key, { total, longs, shorts }]: [string, Entry]): Row {
  const number = (text: unknown) => (text === null ? '' : String(Number(text)));
  const side = (name: string, { trades, profit, pips }: Row) => ({
    [`${name}_trades`]: String(trades),
    [`${name}_profit`]: number(profit),
    [`${name}_pips`]: number(pips),
  });
  const { profit, pips, ...counts } = total;
  return {
    [column]: key,
    ...cellsOf(counts),
    profit: number(profit),
    pips: number(pips),
    ...side('long', longs),
    ...side('short', shorts),
  };
}

interface Entry {
  readonly total: Row;
  readonly longs: Row;
  readonly shorts: Row;
}

const named = (rows: readonly Row[], column: string): Row[] =>
  rows.toSorted((first, second) => (String(first[column]) < String(second[column]) ? -1 : 1));

downloads('hold what the API shows to everybody, under its names', async ({ served: { app } }) => {
  const rowsOf = async (file: string): Promise<Record<string, string>[]> => {
    const response = await app.inject(`/account/a/${file}`);
    assert.is(response.statusCode, 200, file);
    assert.is(response.headers['content-type'], 'text/csv; charset=utf-8; header=present');
    return parse(response.body, { columns: true });
  };
  const include = 'equity_curve,returns,monthly,by_symbol,by_magic_number';
  const shown = (await app.inject(`/api/v1/accounts/a?include=${include}`)).json();
  const tables: readonly (readonly [string, readonly Row[]])[] = [
    ['daily.csv', shown.equity_curve.daily_performance],
    ['flows.csv', shown.equity_curve.deposits_withdrawals],
    ['returns.csv', shown.returns.days],
    ['monthly.csv', shown.monthly.monthly_performance],
    ['yearly.csv', shown.monthly.yearly_performance],
  ];
  for (const [file, rows] of tables) {
    assert.ok(rows.length >= 2, file);
    assert.equal(await rowsOf(file), rows.map(cellsOf), file);
  }
  const breakdowns: readonly (readonly [string, string, Record<string, Entry>])[] = [
    ['instruments.csv', 'symbol', shown.by_symbol],
    ['magic-numbers.csv', 'magic_number', shown.by_magic_number],
  ];
  for (const [file, column, breakdown] of breakdowns) {
    const expected = Object.entries(breakdown).map((entry) => entryCells(column, entry));
    const rows = (await rowsOf(file)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, text]) => {
          if (name === column) return [name, text.replace(/^'/, '')];
          return [name, text === '' ? '' : String(Number(text))];
        }),
      ),
    );
    assert.equal(named(rows, column), named(expected, column), file);
  }
});

downloads(
  'have days that compound to the return, with weekends folded into Monday too',
  async ({ served: { app } }) => {
    const text = (await app.inject('/account/a/returns.csv')).body;
    const days: { date: string; twr_percent: string }[] = parse(text, { columns: true });
    const factors = days.map((day) => 1 + Number(day.twr_percent) / 100);
    const byWeekday = new Map<string, number>();
    for (const [at, { date }] of days.entries()) {
      const weekday = new Date(date).getUTCDay();
      const moved = new Date(Date.parse(date) + ({ 0: 1, 6: 2 }[weekday] ?? 0) * 86_400_000);
      const key = moved.toISOString();
      byWeekday.set(key, (byWeekday.get(key) ?? 1) * (factors[at] ?? 1));
    }
    const { performance } = (await app.inject('/api/v1/accounts/a')).json();
    assert.ok(performance.twr_percent !== 0);
    for (const series of [factors, [...byWeekday.values()]]) {
      const total = series.reduce((product, factor) => product * factor, 1);
      assert.is((100 * (total - 1)).toFixed(4), performance.twr_percent.toFixed(4));
    }
  },
);

downloads(
  'begin no formula with a text, and leave numbers numbers',
  async ({ served: { app } }) => {
    const { body } = await app.inject('/account/a/instruments.csv');
    const rows: string[][] = parse(body, { from_line: 2 });
    assert.is(rows.length, hostileNames.length + 1);
    for (const [name = ''] of rows) assert.not.match(name, /^\s*[=+\-@\uff1d]/);
    for (const name of hostileNames.slice(0, 5)) {
      assert.ok(
        rows.some(([cell]) => cell === `'${name}`),
        name,
      );
    }
    assert.ok(body.includes('"a,""b"""'), 'a comma and quotes are within quotes');
    const euro = rows.find(([name]) => name === 'EURUSD');
    assert.equal(euro?.slice(1, 5), ['3', '2', '1', '66.6667']);
    assert.is(Number(euro?.[5]), 5.75);
    assert.ok(rows.every((cells) => cells.slice(1).every((cell) => !cell.startsWith("'"))));
    assert.match(body, /,-14\.25,/);
  },
);

downloads(
  'are the published tables to the byte, for anyone who may see them',
  async ({ served: { app, published } }) => {
    const { snapshot } = published;
    // The rows of returns come from JSON, and are compared with it above.
    for (const { file, part } of offered.filter(({ part }) => part !== 'returns')) {
      const { rawPayload } = await app.inject(`/account/a/${file}`);
      assert.equal(rawPayload, snapshot.part(idOf('a'), part), file);
    }
  },
);

downloads('have no field that a flag hides within its section', async ({ served: { app } }) => {
  for (const { file, section } of offered) {
    const { body } = await app.inject(`/account/a/${file}`);
    const columns = body.split('\r\n')[0]?.split(',') ?? [];
    const rules = privacyRules.filter(({ resource }) => resource === section);
    const hidden = rules.flatMap(({ path }) => path.slice(-1));
    assert.ok(columns.length > 1, file);
    assert.equal(
      columns.filter((column) => hidden.includes(column)),
      [],
      file,
    );
  }
});

downloads.run();
