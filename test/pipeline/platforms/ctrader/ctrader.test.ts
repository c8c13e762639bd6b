import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../../../pipeline/base/package-root.ts';
import { readSql } from '../../../../pipeline/duckdb/sql-files.ts';
import { importCtrader } from '../../../../pipeline/platforms/ctrader/import-ctrader.ts';
import { bounds } from '../../../../pipeline/read/bounds.ts';
import { parseTimezone } from '../../../../pipeline/read/timezone.ts';
import { isoCurrencies } from '../../../../sql/raw/currencies.ts';
import { differencesIn } from '../compared.ts';
import { held } from '../held.ts';

const ctrader = suite<{ directory: string }>('ctrader statements');

ctrader.before((context) => {
  context.directory = mkdtempSync(join(tmpdir(), 'trackrecord-ctrader-'));
});
ctrader.after(({ directory }) => rmSync(directory, { recursive: true, force: true }));

async function read(directory: string, lines: readonly string[], currency?: string) {
  const file = join(directory, 'statement.csv');
  writeFileSync(file, lines.join('\r\n'));
  return held(importCtrader(file, { accountId: 'cTrader:1', timezone: null, currency }));
}

ctrader(
  'newest first, day before month, an offset in the heading, blanks that do not break',
  async ({ directory }) => {
    const { tables, warnings } = await read(directory, [
      '"Symbol","Opening direction","Closing time (UTC+05:30)","Entry price","Closing price","Closing Quantity","Net €","Balance €"',
      '"EURUSD","Sell","02/03/2026 14:47:44.584","1.10000","1.09000","0.09 Lots","90.00","10\u00a0104.73"',
      '"GBPUSD","Buy","01/03/2026 05:00:00.000","1.25000","1.24000","0.05 Lots","-50.27","10\u00a0014.73"',
    ]);
    assert.equal(warnings, []);
    const [account] = tables.accounts ?? [];
    assert.is(account?.currency, 'EUR');
    assert.is(account?.opening_balance, '10065.00');
    assert.is(account?.reported_balance, '10104.73');
    assert.equal(
      tables.trades?.map(({ symbol, closed_at, profit, volume }) => [
        symbol,
        closed_at,
        profit,
        volume,
      ]),
      [
        ['GBPUSD', '2026-02-28T23:30:00Z', '-50.27', '0.05'],
        ['EURUSD', '2026-03-02T09:17:44.584Z', '90.00', '0.09'],
      ],
    );
  },
);

ctrader(
  'gross, swap and commission stay apart; units of a pair become lots',
  async ({ directory }) => {
    const { tables } = await read(directory, [
      'ID,Symbol,Opening Direction,Opening Time (UTC+0),Closing Time (UTC+0),Entry Price,Closing Price,Closing Volume,Swap,Commission,Gross USD,Net USD',
      '7,EURUSD,Buy,01 Aug 2026 10:00:00.000,01 Aug 2026 11:00:00.000,1.1,1.2,20 000 Units,-1.50,-0.80,200.00,197.70',
    ]);
    const [trade] = tables.trades ?? [];
    assert.equal(
      [trade?.ticket, trade?.volume, trade?.profit, trade?.swap, trade?.commission],
      ['7', '0.2', '200.00', '-1.50', '-0.80'],
    );
  },
);

ctrader('only two currencies make a pair; a lot size in the file counts', async ({ directory }) => {
  const columns =
    'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Closing Volume,Lot Size,Net USD';
  const rows = [
    ['EUR/USD', '20 000 Units', '', '0.2'],
    ['USDTRY.r', '50 000 Units', '', '0.5'],
    ['XAUUSD', '100 oz', '', '100'],
    ['XAGEUR', '5 000 oz', '', '5000'],
    ['BTCUSD', '2 Units', '', '2'],
    ['NATGAS', '10 000 Units', '', '10000'],
    ['COPPER', '2500 Units', '', '2500'],
    ['XAUUSD', '250 oz', '100', '2.5'],
    ['EURUSD', '20 000 Units', '10 000', '2'],
  ] as const;
  const { tables } = await read(directory, [
    columns,
    ...rows.map(
      ([symbol, units, size], at) =>
        `${at},${symbol},Buy,01 Aug 2026 11:00:0${at}.000,1.1,1.2,${units},${size},1.00`,
    ),
  ]);
  assert.equal(
    tables.trades?.map(({ symbol, volume }) => [symbol, volume]),
    rows.map(([symbol, , , lots]) => [symbol, lots]),
  );
});

ctrader('German headings and sides, with decimal commas', async ({ directory }) => {
  const { tables, warnings } = await read(directory, [
    'ID;Symbol;Eröffnungsrichtung;Eröffnungszeit (UTC+2);Schließzeit (UTC+2);Einstiegskurs;Schlusskurs;Schließvolumen;Swap EUR;Kommission EUR;Brutto EUR;Netto EUR;Kontostand EUR',
    '7;EURUSD;Verkaufen;21.04.2026 09:00:00;21.04.2026 11:30:00;1,10100;1,10000;20 000 Units;-0,50;-1,00;1.200,00;1.198,50;11.198,50',
  ]);
  assert.equal(warnings, []);
  const [trade] = tables.trades ?? [];
  assert.equal(
    [trade?.side, trade?.volume, trade?.opened_at, trade?.closed_at, trade?.open_price],
    ['sell', '0.2', '2026-04-21T07:00:00Z', '2026-04-21T09:30:00Z', '1.10100'],
  );
  assert.equal([trade?.profit, trade?.swap, trade?.commission], ['1200.00', '-0.50', '-1.00']);
  assert.equal(
    tables.accounts?.map((row) => [row.currency, row.opening_balance, row.reported_balance]),
    [['EUR', '10000.00', '11198.50']],
  );
});

ctrader('pips are no money, whatever column they are in', async ({ directory }) => {
  const { tables } = await read(directory, [
    'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net Pips,Net USD',
    '1,EURUSD,Buy,21 Aug 2026 10:00:00,1.1,1.2,0.1,100.0,9.19',
  ]);
  assert.is(tables.trades?.[0]?.profit, '9.19');
  const alone = await read(
    directory,
    [
      'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net Pips',
      '1,EURUSD,Buy,21 Aug 2026 10:00:00,1.1,1.2,0.1,100.0',
    ],
    'USD',
  ).catch((error: Error) => error.message);
  assert.match(String(alone), /results are in pips, not in money \(`Net Pips`\)/);
});

ctrader('the codes of pairs are those that SQL knows', () => {
  const macro = readSql('macros/money').match(/currency_codes\(\) as\s+'([^']+)'/)?.[1];
  assert.equal(macro?.split('|'), isoCurrencies);
});

ctrader(
  'a net that gross, swap and commission do not add up to is named',
  async ({ directory }) => {
    const { warnings } = await read(directory, [
      'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Commission,Gross USD,Net USD',
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,-0.80,10.00,9.19',
      '2,EURUSD,Buy,2026-08-02 10:00:00,1.1,1.2,0.1,-0.80,10.00,7.70',
    ]);
    assert.equal(
      warnings.map((warning) => warning.replace(/^.*csv: /, '')),
      ['line 3: net 7.70 is printed, gross, commission and swap add up to 9.20, which is taken'],
    );
  },
);

ctrader('money that moved between two deals is a flow, with a warning', async ({ directory }) => {
  const { tables, warnings } = await read(directory, [
    'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net USD,Balance USD',
    '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00,110.00',
    '2,EURUSD,Buy,2026-08-02 10:00:00,1.1,1.2,0.1,10.00,620.00',
  ]);
  assert.equal(
    tables.cash_flows?.map(({ id, amount, kind }) => [id, amount, kind]),
    [['before-2', '500.00', 'flow']],
  );
  assert.is(warnings.length, 1);
  assert.match(warnings[0] ?? '', /line 3: the balance moved by 500\.00 before this deal/);
});

const short = 'Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity';
const ticketsOf = async (directory: string, lines: readonly string[]) =>
  (await read(directory, lines, 'USD')).tables.trades
    ?.map(({ ticket, profit }) => [ticket, profit])
    .sort();

ctrader('rows without an id, or with the id of a position, are all kept', async ({ directory }) => {
  const at = '2026-08-01 10:00:00';
  // Equal but for the prices, and equal in everything.
  const made = await ticketsOf(directory, [
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    `EURUSD,Buy,${at},1.10000,1.10100,0.1,10.00`,
  ]);
  assert.is(new Set(made?.map(([ticket]) => ticket)).size, 3);
  const overlapping = await ticketsOf(directory, [
    `${short},Net USD`,
    `EURUSD,Buy,${at},1.09900,1.10100,0.1,20.00`,
    'EURUSD,Buy,2026-08-02 10:00:00,1.10000,1.10100,0.1,10.00',
  ]);
  assert.is(overlapping?.[0]?.[0], made?.find(([, profit]) => profit === '20.00')?.[0]);
  // Parts of a position, each with the time at which it closed, in any file.
  const parts = [
    `PID7,EURUSD,Buy,${at},1.1,1.2,0.1,10.00`,
    'PID7,EURUSD,Buy,2026-08-02 10:00:00,1.1,1.2,0.2,20.00',
  ];
  const heading = `Position ID,${short},Net USD`;
  const second = ['7-20260802100000', '20.00'];
  assert.equal(await ticketsOf(directory, [heading, ...parts]), [
    ['7-20260801100000', '10.00'],
    second,
  ]);
  assert.equal(await ticketsOf(directory, [heading, ...parts.slice(1)]), [second]);
});

ctrader('a closing deal names a trade, an opening deal does not', async ({ directory }) => {
  const trades = await ticketsOf(directory, [
    `Closing Deal ID,Opening Deal ID,${short},Net USD`,
    '1001,2001,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
    '1002,2001,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
  ]);
  assert.equal(trades, [
    ['1001', '10.00'],
    ['1002', '10.00'],
  ]);
});

ctrader(
  'an id that closes twice at a time keeps both rows, and is named',
  async ({ directory }) => {
    const row = '5,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00';
    const { tables, warnings } = await read(directory, [`ID,${short},Net USD`, row, row]);
    assert.equal(
      tables.trades?.map(({ ticket }) => ticket),
      ['5', '5-2'],
    );
    assert.equal(warnings, ['line 3: ticket 5 closes twice at that time; both are kept']);
  },
);

ctrader('the loss of a refused row is a result, and no withdrawal', async ({ directory }) => {
  const { tables, warnings, rows } = await read(directory, [
    `ID,${short},Net USD,Balance USD`,
    '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00,1010.00',
    '2,EURUSD,Buy,2026-08-02 10:00:00,1.1,oops,0.1,-100.00,910.00',
    '3,EURUSD,Buy,2026-08-03 10:00:00,1.1,1.2,0.1,10.00,920.00',
  ]);
  assert.equal(
    tables.cash_flows?.map(({ amount, kind }) => [amount, kind]),
    [['-100.00', 'adjustment']],
  );
  assert.match(warnings.join('\n'), /^line 3 not imported: Closing Price `oops` is not a number/m);
  assert.match(
    warnings.join('\n'),
    /^line 4: the balance moved by -100\.00 before this deal, where a row was not imported;/m,
  );
  assert.equal([rows.read, rows.refused, rows.made], [3, 1, 1]);
});

ctrader('all closed at once: the balances tell which row is first', async ({ directory }) => {
  const at = '2026-08-01 10:00:00';
  const { tables, warnings } = await read(directory, [
    `${short},Net USD,Balance USD`,
    `EURUSD,Buy,${at},1.1,1.2,0.1,10.00,1010.00`,
    `EURUSD,Buy,${at},1.1,1.2,0.1,20.00,1030.00`,
    `EURUSD,Sell,${at},1.2,1.1,0.1,30.00,1060.00`,
  ]);
  assert.equal([warnings, tables.cash_flows], [[], []]);
  const [account] = tables.accounts ?? [];
  assert.equal([account?.opening_balance, account?.reported_balance], ['1000.00', '1060.00']);
});

ctrader(
  'a dollar sign names no currency, and a row without a price is named',
  async ({ directory }) => {
    const lines = [
      'ID,Symbol,Direction,Closing Time,Entry Price,Closing Price,Quantity,Net $',
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
      '2,EURUSD,Buy,2026-08-01 10:00:00,1.1,—,0.1,10.00',
    ];
    const refusal = await read(directory, lines).catch((error: Error) => error.message);
    assert.match(
      String(refusal),
      /names no currency; give the account's currency with --currency$/,
    );
    const { tables, warnings, notes, supposed } = await read(directory, lines, 'USD');
    assert.is(tables.trades?.length, 1);
    assert.match(warnings[0] ?? '', /line 3 not imported: Closing Price is empty: /);
    assert.equal(notes, [
      'no sums are printed below the deals, so a cut file could not be noticed',
    ]);
    assert.equal(supposed, { utc: true });
  },
);

ctrader('only a file whose headings name no offset is read by a clock', async ({ directory }) => {
  const clockOf = async (closing: string) => {
    const { clock } = await read(directory, [
      `ID,Symbol,Direction,${closing},Entry Price,Closing Price,Quantity,Net USD`,
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
    ]);
    return clock;
  };
  assert.is(await clockOf('Closing Time'), 'UTC');
  assert.is(await clockOf('Closing Time (UTC+8)'), undefined);
});

ctrader(
  'headings and --tz must name the same clock, and all headings one',
  async ({ directory }) => {
    const file = join(directory, 'statement.csv');
    const readBy = (tz: string, opening = 'Opening Time (UTC+8)') => {
      const lines = [
        `ID,Symbol,Direction,${opening},Closing Time (UTC+8),Entry Price,Closing Price,Quantity,Net USD`,
        '1,EURUSD,Buy,2026-08-01 09:00:00,2026-08-01 10:00:00,1.1,1.2,0.1,10.00',
      ];
      writeFileSync(file, lines.join('\n'));
      const options = { accountId: 'cTrader:1', timezone: parseTimezone(tz) };
      return held(importCtrader(file, options)).then(
        ({ tables }) => tables.trades?.map(({ closed_at }) => closed_at),
        (error) => error.message.replace(file, 'FILE'),
      );
    };
    assert.equal(await readBy('+08:00'), ['2026-08-01T02:00:00Z']);
    assert.equal(await readBy('Asia/Singapore'), ['2026-08-01T02:00:00Z']);
    assert.is(
      await readBy('NY+7'),
      'FILE: a heading of its times names `UTC+08:00`, not NY+7; leave the time zone out',
    );
    assert.match(
      await readBy('+08:00', 'Opening Time (UTC+2)'),
      /: line 1: times are on UTC\+02:00 and UTC\+08:00; one file must have one time zone$/,
    );
  },
);

ctrader(
  'oldest first, two closings of one time: their balances are compared in the order of the file',
  async ({ directory }) => {
    const { tables, warnings, findings } = await read(directory, [
      'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net USD,Balance USD',
      '1,EURUSD,Buy,2026-08-01 10:00:00,1.1,1.2,0.1,10.00,110.00',
      '2,EURUSD,Buy,2026-08-02 10:00:00,1.1,1.2,0.1,7.00,117.00',
      '3,EURUSD,Buy,2026-08-02 10:00:00,1.1,1.2,0.1,5.00,122.00',
    ]);
    assert.equal(warnings, []);
    assert.equal(findings, ['the printed balance agrees after each of 3 deals']);
    assert.equal(tables.cash_flows, []);
    assert.equal(
      tables.trades?.map(({ ticket }) => ticket),
      ['1', '2', '3'],
    );
    assert.is(tables.accounts?.[0]?.reported_balance, '122.00');
  },
);

ctrader(
  'more deals than are held: the trades in batches, every balance compared',
  async ({ directory }) => {
    const all = bounds.heldTrades + 1;
    // Each deal brings 1. Before the tenth, 500 were deposited.
    const deals = Array.from({ length: all }, (_, at) => {
      const closed = new Date(Date.UTC(2020, 0, 1) + at * 60_000).toISOString();
      const balance = 101 + at + (at >= 9 ? 500 : 0);
      return `${at + 1},EURUSD,Buy,${closed.replace('T', ' ').slice(0, 19)},1.1,1.2,0.1,1.00,${balance}.00`;
    });
    const { tables, warnings, findings } = await read(directory, [
      'ID,Symbol,Direction,Closing Time (UTC+0),Entry Price,Closing Price,Quantity,Net USD,Balance USD',
      ...deals.reverse(),
      `,,,,,,,${all}.00,`,
    ]);
    assert.is(tables.trades?.length, all);
    const [account] = tables.accounts ?? [];
    assert.equal(
      [account?.opening_balance, account?.reported_balance, account?.created_at],
      ['100.00', `${all + 600}.00`, '2020-01-01T00:00:00Z'],
    );
    assert.equal(
      tables.cash_flows?.map(({ id, amount, at }) => [id, amount, at]),
      [['before-10', '500.00', '2020-01-01T00:09:00Z']],
    );
    assert.is(warnings.length, 1);
    assert.equal(findings, []);
    assert.equal(await differencesIn(directory, tables), []);
    assert.is(tables.printed_figures?.[0]?.covered_from, '2020-01-01T00:00:00Z');
  },
);

ctrader('another file is refused in one line', async ({ directory }) => {
  for (const lines of [['<html></html>'], ['a,b,c', '1,2,3'], ['']]) {
    const refusal = await read(directory, lines, 'USD').catch((error: Error) => error.message);
    assert.match(
      String(refusal),
      /statement\.csv: no cTrader statement: expected a statement of cTrader/,
    );
  }
});

const sample = inPackage('../shared/samples/ctrader-usd-16.csv');
if (!existsSync(sample)) console.log('skipped: no folder of sample exports next to this checkout');
else {
  ctrader('the sample: its footer, its balances and the capital before it', async () => {
    const { tables, warnings, findings } = await held(
      importCtrader(sample, {
        accountId: 'cTrader:1',
        timezone: null,
      }),
    );
    assert.equal(warnings, []);
    assert.is(tables.trades?.length, 16);
    assert.is(tables.accounts?.[0]?.opening_balance, '533.31');
    assert.equal(
      tables.equity?.map(({ balance, equity }) => [balance, equity]),
      [['763.38', '765.93']],
    );
    assert.equal(
      tables.positions?.map(({ symbol, profit }) => [symbol, profit]),
      [['INTC.US', '2.55']],
    );
    assert.is(tables.trades?.[0]?.opened_at, '2026-08-02T21:01:01.034Z');
    assert.equal(findings, ['the printed balance agrees after each of 16 deals']);
  });
}

const dealsOfTwo = [
  'Deals',
  'Deal ID,Symbol,Opening Direction,Opening time (UTC+0),Closing Time (UTC+0),Entry price,Closing price,Closing Quantity,Net USD,Balance USD',
  'DID1,EURUSD,Buy,03 Aug 2026 10:00:00.000,03 Aug 2026 11:00:00.000,1.10000,1.10100,0.1 Lots,10.00,510.00',
  '',
  'Positions',
  'Created (UTC+0),Symbol,Quantity,Direction,Entry,TP,SL,Net USD',
];
const openOf = ({ tables }: Awaited<ReturnType<typeof read>>) =>
  tables.positions?.map(({ symbol, volume, profit }) => [symbol, volume, profit]);

ctrader(
  'two open positions without results: the printed total is shared',
  async ({ directory }) => {
    const imported = await read(directory, [
      ...dealsOfTwo,
      '04 Aug 2026 21:35:22,EURUSD,0.1 Lots,Sell,1.20000,—,—,—',
      '04 Aug 2026 22:35:22,EURUSD,0.3 Lots,Buy,1.20000,—,—,—',
      '',
      'Summary',
      'Deposit,Withdrawal,Equity,Unr. P&L',
      '500.00,0.00,518.00,8.00',
      '',
      'Balance',
      '510.00',
    ]);
    // Weighted by volume, one to three.
    assert.equal(openOf(imported), [
      ['EURUSD', '0.1', '2.00'],
      ['EURUSD', '0.3', '6.00'],
    ]);
    assert.equal(imported.warnings, []);
    assert.match(
      imported.notes.join('\n'),
      /2 open positions without a result of their own: .* Only the total is known; the result of each is an estimate/,
    );
  },
);

ctrader('open positions next to one whose result is printed', async ({ directory }) => {
  const imported = await read(directory, [
    ...dealsOfTwo,
    '04 Aug 2026 21:35:22,EURUSD,0.1 Lots,Sell,1.20000,—,—,-3.00',
    '04 Aug 2026 22:35:22,GBPUSD,0.3 Lots,Buy,1.20000,—,—,—',
    '',
    'Summary',
    'Equity,Margin',
    '518.00,0.00',
    '',
    'Balance',
    '510.00',
  ]);
  // Equity is 8.00 above the balance. Positions report -3.00 of that.
  assert.equal(openOf(imported), [
    ['EURUSD', '0.1', '-3.00'],
    ['GBPUSD', '0.3', '11.00'],
  ]);
});

ctrader('open positions that nothing values are named', async ({ directory }) => {
  const imported = await read(directory, [
    ...dealsOfTwo,
    '04 Aug 2026 21:35:22,EURUSD,0.1 Lots,Sell,1.20000,—,—,—',
  ]);
  assert.equal(openOf(imported), []);
  assert.match(imported.warnings.join('\n'), /^1 open position left out: neither its result/);
});

ctrader(
  'deals without a column of their symbol or closing time are refused',
  async ({ directory }) => {
    const refusal = (heading: string) =>
      read(directory, [
        'Deals',
        heading,
        '1,EURUSD,Buy,Sell,02/03/2026 08:00:00,02/03/2026 09:00:00,1.1,1.2,0.1 Lots,100.00',
        '',
        'Positions',
        'Created (UTC+0),Symbol,Quantity,Direction,Entry,TP,SL,Net USD',
        '02/03/2026 10:00:00,EURUSD,0.1 Lots,Buy,1.1,,,5.00',
      ]).then(
        () => 'none',
        ({ message }: Error) => message,
      );
    const heading = (symbol: string, closed: string) =>
      `Deal ID,${symbol},Opening direction,Closing direction,Opening time (UTC+0),${closed},Entry price,Closing price,Closing quantity,Net USD`;
    assert.is(await refusal(heading('Symbol', 'Closing time (UTC+0)')), 'none');
    assert.match(
      await refusal(heading('Symbol', 'Done (UTC+0)')),
      /line 2: the deals have no column such as `Closing time`; they have Deal ID, .*Done/,
    );
    assert.match(await refusal(heading('What', 'Closing time (UTC+0)')), /such as `Symbol`/);
  },
);

ctrader('a list of positions without any result is taken, and they are named', async (context) => {
  const { tables, warnings } = await read(
    context.directory,
    [
      'Created (UTC+0),Symbol,Quantity,Direction,Entry,TP,SL',
      '02/03/2026 10:00:00,EURUSD,0.1 Lots,Buy,1.1,,',
    ],
    'USD',
  );
  assert.is(tables.accounts?.[0]?.updated_at, '2026-03-02T10:00:00Z');
  assert.match(warnings.join(), /1 open position/);
});

ctrader('a refused row that says it is a deposit is no result', async ({ directory }) => {
  const { tables, warnings } = await read(directory, [
    'Symbol,Opening direction,Closing time (UTC+0),Entry price,Closing price,Closing Quantity,Net USD,Balance USD',
    'EURUSD,Buy,13/03/2026 09:00:00.000,1.1,1.11,0.1 Lots,100.00,1100.00',
    ',Deposit,14/03/2026 09:00:00.000,,,,500.00,1600.00',
    'EURUSD,Buy,15/03/2026 09:00:00.000,1.1,1.11,0.1 Lots,-50.00,1550.00',
    '',
  ]);
  assert.equal(
    tables.cash_flows?.map(({ amount, kind }) => [amount, kind]),
    [['500.00', 'flow']],
  );
  assert.match(warnings.join(), /line 3 not imported/);
});

ctrader('amounts in two currencies are refused, by the names of both columns', async (context) => {
  const heading = (net: string, balance: string) =>
    `Symbol,Opening direction,Closing time (UTC+0),Entry price,Closing price,Closing Quantity,${net},${balance}`;
  const deal = 'EURUSD,Buy,13/03/2026 09:00:00.000,1.1,1.11,0.1 Lots,100.00,1100.00';
  const refusal = (...lines: string[]) =>
    read(context.directory, lines).then(
      ({ tables }) => tables.accounts?.[0]?.currency ?? '',
      (error: Error) => error.message,
    );
  assert.is(await refusal(heading('Net USD', 'Balance USD'), deal), 'USD');
  assert.is(await refusal(heading('Net $', 'Balance EUR'), deal), 'EUR');
  const both = /line 1: column `Net USD` is in another currency than column `Balance (EUR|€)`;/;
  assert.match(await refusal(heading('Net USD', 'Balance EUR'), deal), both);
  assert.match(await refusal(heading('Net USD', 'Balance €'), deal), both);
  // Open positions may stand in a table of their own.
  const open = 'Symbol,Opening direction,Opening time (UTC+0),Entry price,Quantity,Net EUR';
  assert.match(
    await refusal(heading('Net USD', 'Balance USD'), deal, '', open),
    /line 4: column `Net USD` is in another currency than column `Net EUR`;/,
  );
});

ctrader.run();
