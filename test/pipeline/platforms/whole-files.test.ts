import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt4Statement } from '../../../fixtures/statements/mt4.ts';
import { mt5Html, mt5Rows, mt5Xlsx } from '../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../fixtures/statements/mt5-story.ts';
import { makeAccount } from '../../../fixtures/statements/story.ts';
import { fieldsOf } from '../../support/fields.ts';
import { readBytes } from './reading.ts';

// All cells of a file decide what its marks mean. `fixtures/imports/table.txt` has more cases.
const whole = suite('whole files decide');

/** Writes numbers as a program with a decimal comma does: `1.234,56`. */
const withCommas = (text: string): string => {
  const [units = '', fraction = ''] = text.replaceAll(/[ \u00a0]/g, '').split('.');
  const grouped = units.replaceAll(/\B(?=(\d{3})+$)/g, '.');
  return fraction === '' ? grouped : `${grouped},${fraction}`;
};
const isAmount = /^-?\d[\d ]*\.\d+$/;

const report = makeReport('locale', { trades: 12 });
const statement = makeAccount('locale', { trades: 12, isEventful: true, positions: 2 });
const converted = mt5Rows(report, {}).map((row) =>
  row.map((cell) => ({
    ...cell,
    ...(isAmount.test(cell.text) && { text: withCommas(cell.text) }),
  })),
);

for (const [what, format, usual, other] of [
  ['a page of MetaTrader 5', 'mt5', mt5Html(mt5Rows(report, {})), mt5Html(converted)],
  ['a workbook of MetaTrader 5', 'mt5', mt5Xlsx(mt5Rows(report, {})), mt5Xlsx(converted)],
  [
    'a statement of MetaTrader 4',
    'mt4',
    mt4Statement(statement, { layout: 'detailed' }),
    mt4Statement(statement, { layout: 'detailed' }).replaceAll(
      />(-?\d[\d ]*\.\d+)</g,
      (_, amount: string) => `>${withCommas(amount)}<`,
    ),
  ],
] as const) {
  whole(`${what} is the same with decimal commas`, async () => {
    const valuesOf = async (bytes: string | Uint8Array) => {
      const { tables } = await readBytes(bytes, { format });
      return [
        ...(tables.trades ?? []).map((row) => [
          row.ticket,
          ...[row.volume, row.open_price, row.close_price, row.profit].map(Number),
          ...[row.commission, row.swap].map(Number),
        ]),
        ...(tables.cash_flows ?? []).map((row) => [row.id, Number(row.amount)]),
      ];
    };
    const values = await valuesOf(usual);
    assert.ok(values.length > 10);
    assert.equal(await valuesOf(other), values);
  });
}

whole('a report whose numbers have dots alone is read by its decimal commas', async () => {
  // Without another cell `1.500` is 1.5, as MetaTrader writes it; a comma anywhere makes it 1500.
  const profits = async (fee: string) => {
    const rows = mt5Rows(makeReport('locale', { trades: 12, mode: 'Netting' }), {
      hasPositions: false,
    }).map((row) =>
      row.length === 15 && /^(in|out)$/.test(row[4]?.text ?? '')
        ? row.map((cell, at) => ({
            ...cell,
            ...(at > 4 && { text: '1.500' }),
            ...(at === 10 && { text: fee }),
          }))
        : row.map((cell) => ({ ...cell, text: cell.text.replace(/\.\d\d$/, '') })),
    );
    const { tables } = await readBytes(mt5Html(rows), { format: 'mt5' });
    return new Set(tables.trades?.map(({ volume }) => volume));
  };
  assert.equal(await profits('0'), new Set(['1.500']));
  assert.equal(await profits('0,50'), new Set(['1500']));
});

whole('two figures of an event stay one value', async () => {
  const text =
    'date;time;currency;impact;event;forecast;previous;actual\n' +
    '2024-07-01;11:00;USD;high;Auction;1,234.5;;5.04|3.1\n';
  const { tables, told } = await readBytes(text, { format: 'table', accountId: undefined });
  assert.equal(told, []);
  assert.equal(fieldsOf(tables.calendar_events, 'forecast', 'actual'), [['1234.5', '5.04|3.1']]);
});

whole.run();
