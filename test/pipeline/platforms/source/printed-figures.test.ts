import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withPrintedFigures } from '../../../../pipeline/platforms/source/printed-figures.ts';
import type { SourceRows } from '../../../../pipeline/platforms/source/source-tables.ts';

const printed = suite('printed figures');

const account = {
  account_id: 'a',
  platform: 'MT4',
  currency: 'USD',
  broker: '',
  server: '',
  leverage: '',
  demo: '',
  created_at: '2024-01-01T00:00:00Z',
  updated_at: '2024-01-02T00:00:00Z',
  opening_balance: '',
  reported_balance: '',
  contradicted: '',
  deposits_unknown: '',
  timezone: '',
  statement: 's',
};
const flow = (at: string) => ({ account_id: 'a', id: at, at, amount: '1', kind: '', text: '' });

const rowsOf = (printedBy: Readonly<Record<string, string>>, rows: SourceRows = {}) =>
  withPrintedFigures({ accounts: [account], ...rows }, new Map(Object.entries(printedBy)), {
    Balance: ['balance'],
    'Closed Trade P/L': ['closed_profit'],
    'Closed P/L': ['closed_profit'],
    'Maximal Drawdown': ['drawdown_maximal', 'drawdown_maximal_percent'],
    'Relative Drawdown': ['drawdown_relative_percent', 'drawdown_relative'],
  }).printed_figures ?? [];

const valuesOf = (printedBy: Readonly<Record<string, string>>) =>
  rowsOf(printedBy).map(({ figure, value, decimals }) => [figure, value, decimals].join(' '));

printed('are rows of the account, the statement and what it speaks of', () => {
  assert.equal(rowsOf({ Balance: '10.50' }), [
    {
      account_id: 'a',
      statement: 's',
      figure: 'balance',
      value: '10.50',
      decimals: '2',
      covered_from: '',
      printed_at: '2024-01-02T00:00:00Z',
    },
  ]);
});

printed('are read with every digit, two of them where two stand', () => {
  assert.equal(
    valuesOf({
      Balance: '- 1 234.50',
      'Maximal Drawdown': '7 018.72 (6.89%)',
      'Relative Drawdown': '6.8% (7018)',
    }),
    [
      'balance -1234.50 2',
      'drawdown_maximal 7018.72 2',
      'drawdown_maximal_percent 6.89 2',
      'drawdown_relative_percent 6.8 1',
      'drawdown_relative 7018 0',
    ],
  );
});

printed('that are doubles are rounded to the digits that a source holds', () => {
  assert.equal(valuesOf({ Balance: '0.88683999999999996' }), ['balance 0.88684000 8']);
  assert.equal(valuesOf({ Balance: '22178.520000' }), ['balance 22178.52 2']);
  assert.equal(valuesOf({ Balance: '22178.500' }), ['balance 22178.50 2']);
});

printed('that are no number, or more numbers than are known, are left out', () => {
  assert.equal(valuesOf({ Balance: 'n/a', 'Maximal Drawdown': '' }), []);
  assert.equal(valuesOf({ Balance: '10.00 (2.00%)' }), []);
  assert.equal(valuesOf({ 'Maximal Drawdown': '10.00 (-)' }), ['drawdown_maximal 10.00 2']);
});

printed('that a file prints by two names are those of the first', () => {
  const both = { 'Closed P/L': '1.00', 'Closed Trade P/L': '2.00' };
  assert.equal(valuesOf(both), ['closed_profit 2.00 2']);
  assert.equal(valuesOf({ 'Closed P/L': '1.00' }), ['closed_profit 1.00 2']);
});

printed('cover what is booked from the first flow on', () => {
  const flows = ['2024-01-01T10:00:00Z', '2024-01-01T09:59:59.500Z', '2024-01-01T09:59:59Z'];
  const [row] = rowsOf({ Balance: '1' }, { cash_flows: flows.map(flow) });
  assert.is(row?.covered_from, '2024-01-01T09:59:59Z');
});

printed.run();
