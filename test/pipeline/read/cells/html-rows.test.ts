import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { bounds, UnreadableExport } from '../../../../pipeline/read/bounds.ts';
import {
  createHtmlReader,
  readHtmlRows,
  type TableRow,
} from '../../../../pipeline/read/cells/html-rows.ts';
import { fieldsOf } from '../../../support/fields.ts';

const htmlRows = suite('html rows');

function read(html: string) {
  const rows: TableRow[] = [];
  return { ...readHtmlRows(html, (row) => rows.push(row)), rows };
}

htmlRows('gives the title and the lines of text before a table', () => {
  const { title, lines } = read(
    '<title>A\n report</title><style>td {}</style><body><br> <div><b>A &amp; B</b></div>text<table><tr><td>c</td></tr></table>d',
  );
  assert.equal([title, lines], ['A report', ['A & B', 'text']]);
});

htmlRows('gives each row with its line, its texts, titles and spans', () => {
  const { rows } = read(
    '<table>\n<tr align=right><td title="[sl]">1</td>\n<td colspan=2 nowrap>a&nbsp; <b>b</b></td></tr>\n\n<tr><th>x</th></tr></table>',
  );
  assert.equal(rows, [
    {
      line: 2,
      cells: [
        { text: '1', title: '[sl]', colspan: 1, column: 0, isHidden: false },
        { text: 'a b', title: '', colspan: 2, column: 1, isHidden: false },
      ],
    },
    { line: 5, cells: [{ text: 'x', title: '', colspan: 1, column: 0, isHidden: false }] },
  ]);
});

htmlRows('says which cells are hidden, which take no column', () => {
  const { rows } = read(
    '<table><tr><td colspan="2">1</td><td class="hidden" colspan="8">2</td><td>3</td></tr></table>',
  );
  assert.equal(fieldsOf(rows[0]?.cells, 'column', 'isHidden'), [
    [0, false],
    [2, true],
    [2, false],
  ]);
});

htmlRows('reads cells and rows whose end tags are missing', () => {
  const { rows } = read('<table><tr><td>1<td>2<tr><td> 3 <td>4</table>');
  assert.equal(
    rows.map((row) => row.cells.map((cell) => cell.text)),
    [
      ['1', '2'],
      ['3', '4'],
    ],
  );
});

htmlRows('survives text that is no HTML', () => {
  assert.equal(read('a,b\n1,2'), { title: '', lines: ['a,b', '1,2'], rows: [] });
  assert.equal(read(''), { title: '', lines: [], rows: [] });
});

const tooMuch: [what: string, html: string, reason: string][] = [
  [
    'elements in elements',
    '<div>\n'.repeat(bounds.nesting + 1),
    `line ${bounds.nesting + 1}: more than ${bounds.nesting} elements are open at once`,
  ],
  [
    'elements in cells',
    `<table><tr><td>${'<b>\n'.repeat(bounds.nesting)}`,
    `line ${bounds.nesting - 2}: more than ${bounds.nesting} elements are open at once`,
  ],
  [
    'a row without an end',
    `<table>\n<tr>${'<td>'.repeat(bounds.cellsOfRow + 1)}`,
    `line 2: a row of more than ${bounds.cellsOfRow} cells`,
  ],
  [
    'a cell without an end',
    `<table>\n<tr><td>${'x '.repeat(bounds.charactersOfCell / 2)}&amp;`,
    `line 2: a cell of more than ${bounds.charactersOfCell} characters`,
  ],
  ['a text without a table', `${'x\n<br>'.repeat(bounds.heading / 2)}`, 'no table in its first'],
];

// The reader stops at the fault. It never looks at what follows, however long that is.
for (const [what, html, reason] of tooMuch) {
  htmlRows(`ends at ${what}`, () => {
    const rows: TableRow[] = [];
    const whole = `<table><tr><td>behind</td></tr></table>`;
    assert.throws(
      () => readHtmlRows(html + whole, (row) => rows.push(row)),
      (error: unknown) => error instanceof UnreadableExport && error.message.startsWith(reason),
    );
    assert.is(rows.length, 0);
  });
}

htmlRows('reads the same wherever the parts of a page end', () => {
  const html =
    '<title>A &amp; b</title>\n<p>some<br>words</p>\n<table>\n<!-- <tr> -->\n<tr><td class="hidden">&#1055;</td>\n<td colspan="2" title=\'x > y\'>1&nbsp;000</td></tr>\n\n<tr><td>2</table>';
  for (const length of [1, 2, 3, 7]) {
    const rows: TableRow[] = [];
    const reader = createHtmlReader((row) => rows.push(row));
    for (let at = 0; at < html.length; at += length) reader.write(html.slice(at, at + length));
    assert.equal({ ...reader.end(), rows }, read(html), `by ${length}`);
  }
});

htmlRows('gives each row when it ends, and keeps none', () => {
  const lines: number[] = [];
  readHtmlRows('<table>\n<tr><td>1\n<tr><td>2</table>', ({ line }) => lines.push(line));
  assert.equal(lines, [2, 3]);
});

htmlRows.run();
