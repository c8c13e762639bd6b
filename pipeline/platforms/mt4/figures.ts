import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import type { TableRow } from '../../read/cells/html-rows.ts';
import { parseDecimal } from '../../read/decimals.ts';

/** A row of figures: the spans of its cells, and what is printed at which place. */
interface FigureRow {
  shape: string;
  names: readonly string[];
  places: readonly number[];
}

const row = (shape: string, places: readonly number[], ...names: string[]): FigureRow => ({
  shape,
  names,
  places,
});
const threeOf = (...names: string[]) => row('2,2,4,1,3,2', [1, 3, 5], ...names);
const twoOf = (...names: string[]) => row('2,2,4,1,5', [1, 3], ...names);
const shareOf = (...names: string[]) => row('8,1,3,2', [1, 3], ...names);
const sidesOf = (...names: string[]) => row('2,6,1,3,2', [2, 4], ...names);
const sumsOf = (what: string) =>
  row(
    '10,1,1,1,1',
    [1, 2, 3, 4],
    ...['Commission', 'Taxes', 'Swap', 'Profit'].map((sum) => `${sum} of ${what}`),
  );

const sections: readonly FigureRow[] = [
  sumsOf('closed trades'),
  row('12,2', [1], 'Closed P/L'),
  sumsOf('open trades'),
  row('10,2,2', [2], 'Floating P/L of open trades'),
];

const summary: readonly FigureRow[] = [
  twoOf('Deposit/Withdrawal', 'Credit Facility'),
  threeOf('Closed Trade P/L', 'Floating P/L', 'Margin'),
  threeOf('Balance', 'Equity', 'Free Margin'),
];

const details: readonly FigureRow[] = [
  threeOf('Gross Profit', 'Gross Loss', 'Total Net Profit'),
  twoOf('Profit Factor', 'Expected Payoff'),
  threeOf('Absolute Drawdown', 'Maximal Drawdown', 'Relative Drawdown'),
  threeOf('Total Trades', 'Short Positions', 'Long Positions'),
  shareOf('Profit Trades', 'Loss Trades'),
  sidesOf('Largest profit trade', 'Largest loss trade'),
  sidesOf('Average profit trade', 'Average loss trade'),
  sidesOf('Maximum consecutive wins', 'Maximum consecutive losses'),
  sidesOf('Maximal consecutive profit', 'Maximal consecutive loss'),
  sidesOf('Average consecutive wins', 'Average consecutive losses'),
];

const sectionShapes = new Set(sections.map(({ shape }) => shape));
const shapes = new Set([...summary, ...details].map(({ shape }) => shape));
/** Far more rows of figures than any statement has. */
const maxRows = 100;

/** The figures that a statement prints, as printed, by their English names. */
export interface Mt4Figures {
  printed: ReadonlyMap<string, string>;
  /** Names of figures that are not known. */
  unknown: readonly CodedReason[];
}

/** A figure that is one number; undefined where none is printed. */
export function figureOf({ printed }: Mt4Figures, name: string): string | undefined {
  return parseDecimal(printed.get(name) ?? '') ?? undefined;
}

/**
 * Gathers the figures of a statement by the shapes of their rows, since brokers translate the
 * words.
 */
export function createFigureReader(): { read(row: TableRow): void; figures(): Mt4Figures } {
  const totals: TableRow[] = [];
  const rows: { block: number; row: TableRow }[] = [];
  let block = 0;
  return {
    read(row) {
      const shape = shapeOf(row);
      if (row.cells.length <= 1) block++;
      else if (sectionShapes.has(shape) && totals.length < maxRows) totals.push(row);
      else if (shapes.has(shape) && rows.length < maxRows) rows.push({ block, row });
    },
    figures() {
      const ofSummary = rows.filter((each) => each.block === rows[0]?.block).slice(0, 3);
      const ofDetails = rows.slice(ofSummary.length).map((each) => each.row);
      const ofSections = readRows(sections, totals);
      const shown = readRows(details, ofDetails);
      const printed = [
        ...(ofSections ?? []),
        ...(readRows(
          summary,
          ofSummary.map((each) => each.row),
        ) ?? []),
        ...(shown ?? []),
      ];
      return {
        printed: new Map(printed),
        unknown: [
          ...(totals.length > 0 && !ofSections ? [makeReason('import_unknown_below')] : []),
          ...(ofDetails.length > 0 && !shown ? [makeReason('import_unknown_details')] : []),
        ],
      };
    },
  };
}

/** The figures by name; undefined unless the rows are the known ones. */
function readRows(
  known: readonly FigureRow[],
  rows: readonly TableRow[],
): [name: string, text: string][] | undefined {
  const isKnown =
    known.length === rows.length && known.every(({ shape }, at) => shape === shapeOf(rows[at]));
  if (!isKnown) return undefined;
  return known.flatMap(({ names, places }, at) =>
    names.map((name, index): [string, string] => [
      name,
      rows[at]?.cells[places[index] ?? 0]?.text ?? '',
    ]),
  );
}

const shapeOf = (row: TableRow | undefined): string =>
  row && row.cells.length <= 6 ? row.cells.map((cell) => cell.colspan).join() : '';
