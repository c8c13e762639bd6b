import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { mt5Html, mt5Rows } from '../../../../fixtures/statements/mt5.ts';
import { makeReport } from '../../../../fixtures/statements/mt5-story.ts';
import { readReportRow } from '../../../../pipeline/platforms/mt5/rows.ts';
import { Notation } from '../../../../pipeline/read/notation.ts';
import { readBytes } from '../reading.ts';

// A report that another program saved with decimal commas, or with a price that it damaged.
const commas = suite('prices of MT5 reports');

const report = mt5Html(mt5Rows(makeReport('commas', { trades: 12 }), {}));
const closing = /(\d{4}\.\d\d\.\d\d&nbsp;\d\d:\d\d:\d\d<\/td>\s*<td>)(\d+\.\d+)(<\/td>)/;

commas('with decimal commas are closing prices, and no states of orders', async () => {
  const written = report.replace(/>(-?[\d ]+)\.(\d+)</g, '>$1,$2<');
  assert.is.not(written, report);
  const [points, others] = [await readBytes(report), await readBytes(written)];
  assert.ok((points.tables.trades ?? []).length >= 12);
  assert.equal(others.told, []);
  assert.is(others.tables.trades?.length, points.tables.trades?.length);
  const sumOf = ({ tables }: typeof points) =>
    (tables.trades ?? []).reduce((sum, { profit }) => sum + Number(profit), 0).toFixed(2);
  assert.is(sumOf(others), sumOf(points));
});

commas('that are damaged are named, and their positions not left out as orders', async () => {
  const [, before = '', price = '', after = ''] = closing.exec(report) ?? [];
  assert.ok(price.length > 0);
  const damaged = report.replace(`${before}${price}${after}`, `${before}${price}x${after}`);
  const { told } = await readBytes(damaged);
  assert.match(told.join('\n'), new RegExp(`closing price \`${price}x\` is not a number`));
});

commas('stand below their own headings', () => {
  const texts = [
    ...['2024.01.02 10:00:00', '7', 'EURUSD', 'buy', '0.05 / 0.10', '1.1', '1.05', '1.2'],
    ...['2024.01.02 11:00:00', '1.15', '-1', '-0.5', '2.5'],
  ];
  const columns = texts.map((_, at) => at);
  const look = { title: '', colspan: 1, isHidden: false };
  const cells = texts.map((text, column) => ({ ...look, text, column }));
  const notation = new Notation('year first', 'point');
  const row = readReportRow({ line: 3, cells }, { columns, hasTwins: true }, notation);
  assert.ok(row.kind === 'closed');
  const { volume, openPrice, stopLoss, takeProfit, closePrice, ...others } = row.position;
  assert.equal(
    [volume, openPrice, stopLoss, takeProfit, closePrice],
    ['0.05', '1.1', '1.05', '1.2', '1.15'],
  );
  assert.equal([others.commission, others.swap, others.profit], ['-1', '-0.5', '2.5']);
});

commas.run();
