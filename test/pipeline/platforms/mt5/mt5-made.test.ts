import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { type Encoding, encode } from '../../../../fixtures/statements/encode.ts';
import {
  mt5Html,
  mt5Rows,
  mt5Xlsx,
  type ReportLook,
  type ReportRow,
  reportTotals,
} from '../../../../fixtures/statements/mt5.ts';
import { makeReport, type ReportTraits } from '../../../../fixtures/statements/mt5-story.ts';
import { testerRows } from '../../../../fixtures/statements/mt5-tester.ts';
import { importMt5 } from '../../../../pipeline/platforms/mt5/import-mt5.ts';
import { utc } from '../../../../pipeline/read/timezone.ts';
import { directoryDuring } from '../../../support/directory.ts';
import { differencesIn } from '../compared.ts';
import { inWords } from '../in-words.ts';
import { readBytes } from '../reading.ts';
import { assertRows, instant } from '../same-rows.ts';

// Number of random accounts that are written and read again. ACCOUNTS=200 makes more.
const count = Number(process.env.ACCOUNTS ?? 30);

const russian = { Positions: 'Позиции', Deals: 'Сделки', Time: 'Время', Profit: 'Прибыль' };
const german = {
  Positions: 'Positionen',
  Balance: 'Kontostand',
  Equity: 'Eigenkapital',
  Deals: 'Geschäfte',
};
const chinese = {
  Positions: '持仓',
  Account: '账户',
  Balance: '结余',
  Equity: '净值',
  Results: '结果',
};
const spanish = {
  Positions: 'Posiciones',
  Company: 'Compañía',
  'Total Net Profit': 'Beneficio neto total',
};

interface Form {
  name: string;
  traits: Partial<ReportTraits>;
  look: ReportLook;
  /** Encoding of a page, or `workbook`. */
  as: Encoding | 'xlsx';
}
const forms: readonly Form[] = [
  { name: 'hedged', traits: {}, look: { hasFees: false }, as: 'utf-16le' },
  { name: 'hedged, with fees', traits: { hasFees: true }, look: {}, as: 'utf-8' },
  {
    name: 'netted, deals alone',
    traits: { mode: 'Netting' },
    look: { hasPositions: false, hasFees: false },
    as: 'utf-16le',
  },
  {
    name: 'a period, in Russian',
    traits: { before: 500_000 },
    look: { words: russian },
    as: 'windows-1251',
  },
  {
    name: 'with credit, in German',
    traits: { hasCredit: true },
    look: { words: german },
    as: 'windows-1252',
  },
  {
    name: 'cents, in Chinese',
    traits: { currency: 'USC' },
    look: { words: chinese },
    as: 'utf-16le',
  },
  {
    name: 'a workbook in Spanish',
    traits: { hasFees: true },
    look: { words: spanish },
    as: 'xlsx',
  },
];

const units = (amount: string | undefined): number => Math.round(Number(amount || 0) * 100);
const sum = (values: readonly number[]): number => values.reduce((all, each) => all + each, 0);

const made = suite('mt5 made-up reports');
const directory = directoryDuring(made);

for (const { name, traits, look, as } of forms) {
  made(`${name}: every trade comes back, and the money to the last digit`, async () => {
    for (let at = 0; at < count; at += 1) {
      const story = `${name} ${at}`;
      const report = makeReport(story, { trades: 1 + ((at * 7) % 60), ...traits });
      const rows = mt5Rows(report, look);
      const file = join(directory, 'report');
      writeFileSync(file, as === 'xlsx' ? mt5Xlsx(rows) : encode(mt5Html(rows), as));
      const { tables, warnings } = inWords(
        await importMt5(file, { accountId: 'MT5:1', timezone: utc }),
      );
      assert.equal(warnings, [], story);

      const { trades = [], positions = [], cash_flows = [], accounts = [], equity = [] } = tables;
      const totals = reportTotals(report);
      // In deals alone, only the balance shows whether a charge is missing. The import compares
      // it.
      const isListed = look.hasPositions !== false;
      const parts = report.positions.flatMap((position) => position.parts);
      assertRows(
        trades,
        parts.map((part) => ({
          symbol: part.symbol,
          side: part.side,
          volume: part.volume / 100,
          closed_at: instant(part.closed),
          close_price: Number(part.closePrice),
          profit: part.profit / 100,
          swap: part.swap / 100,
        })),
        story,
      );
      const open = report.positions.filter(({ left }) => left > 0);
      assert.equal(
        {
          currency: accounts[0]?.currency,
          opening: units(accounts[0]?.opening_balance),
          balance: units(accounts[0]?.reported_balance),
          equity: units(equity[0]?.equity),
          charges: isListed
            ? sum([...trades, ...positions].map(({ commission }) => units(commission)))
            : null,
          credit: sum(
            cash_flows.map(({ kind, amount }) => (kind === 'credit' ? units(amount) : 0)),
          ),
          positions: positions.length,
        },
        {
          currency: report.currency,
          opening: report.before,
          balance: totals.balance,
          equity: totals.balance + totals.credit + totals.floating + totals.swap,
          charges: isListed ? totals.charges : null,
          credit: totals.credit,
          positions: open.length,
        },
        story,
      );
    }
  });
}

made('a hedging account without its positions is refused, by the line that shows two', async () => {
  const file = join(directory, 'report');
  const rows = mt5Rows(makeReport('hedged deals', { trades: 40 }), { hasPositions: false });
  writeFileSync(file, mt5Html(rows));
  const refusal = await importMt5(file, { accountId: 'MT5:1', timezone: utc }).then(
    () => '',
    ({ message }: Error) => message,
  );
  assert.match(
    refusal,
    /report is a report of a hedging account without a list of positions\. Line \d+: several/,
  );
});

/** Damages to one row that its table alone doesn't show, with what tells them. */
const damages: readonly (readonly [
  what: string,
  rows: readonly ReportRow[],
  cell: readonly [ticket: string, at: number, text: string],
  told: RegExp,
])[] = [
  [
    'a digit twice in the number of an open position',
    mt5Rows(makeReport('mutated 3', { trades: 10, mode: 'Netting' }), { hasPositions: false }),
    ['7900007', 1, '79900007'],
    /no deal opened position 79900007$/m,
  ],
  [
    'a withdrawal that became credit',
    testerRows(makeReport('tested', { trades: 12, mode: 'Netting' })),
    ['7000023', 3, 'credit'],
    /balance: 5336\.79, ours 5364\.94/,
  ],
  [
    'a deposit above the balance next to it',
    testerRows(makeReport('tested', { trades: 12, mode: 'Netting' })),
    ['7000002', 10, '109972'],
    /the opening balance would be -108872\.28; it is below 0/,
  ],
];

for (const [what, rows, [ticket, at, text], said] of damages) {
  made(`${what}: it is told`, async () => {
    const damaged = rows.map((row) => (row[1]?.text === ticket ? row.with(at, { text }) : row));
    assert.not.equal(damaged, rows);
    const { told, tables } = await readBytes(mt5Xlsx(damaged), { format: 'mt5' });
    assert.match([...told, ...(await differencesIn(directory, tables))].join('\n'), said);
  });
}

made.run();
