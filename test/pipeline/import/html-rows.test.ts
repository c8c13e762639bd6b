import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readHtmlRows } from '../../../pipeline/import/html-rows.ts';

const htmlRows = suite('html rows');

htmlRows('gives the first text before a table as heading', () => {
  const { heading } = readHtmlRows(
    '<title>no</title><style>td {}</style><body><br> <div><b>A &amp; B</b></div>text<table></table>',
  );
  assert.is(heading, 'A & B');
});

htmlRows('gives each row with its line, its texts, titles and spans', () => {
  const { rows } = readHtmlRows(
    '<table>\n<tr align=right><td title="[sl]">1</td>\n<td colspan=2 nowrap>a&nbsp; <b>b</b></td></tr>\n\n<tr><th>x</th></tr></table>',
  );
  assert.equal(rows, [
    {
      line: 2,
      cells: [
        { text: '1', title: '[sl]', colspan: 1 },
        { text: 'a b', title: '', colspan: 2 },
      ],
    },
    { line: 5, cells: [{ text: 'x', title: '', colspan: 1 }] },
  ]);
});

htmlRows('reads cells and rows whose end tags are missing', () => {
  const { rows } = readHtmlRows('<table><tr><td>1<td>2<tr><td> 3 <td>4</table>');
  assert.equal(
    rows.map((row) => row.cells.map((cell) => cell.text)),
    [
      ['1', '2'],
      ['3', '4'],
    ],
  );
});

htmlRows('survives text that is no HTML', () => {
  assert.equal(readHtmlRows('a,b\n1,2'), { heading: 'a,b', rows: [] });
  assert.equal(readHtmlRows(''), { heading: '', rows: [] });
});

htmlRows.run();
