import type { TableRow } from '../../read/cells/html-rows.ts';

/** Figures of one row by the column of their name. Each value is three columns to the right. */
type FigureRow = Readonly<Record<number, string>>;

const threeOf = (first: string, second: string, third: string): FigureRow => ({
  0: first,
  4: second,
  8: third,
});
const firstTwo = (first: string, second: string): FigureRow => ({ 0: first, 4: second });
const lastTwo = (second: string, third: string): FigureRow => ({ 4: second, 8: third });
const halves = (left: string, right: string): FigureRow => ({ 0: left, 6: right });

const money: readonly FigureRow[] = [
  halves('Balance', 'Free Margin'),
  halves('Credit Facility', 'Margin'),
  halves('Floating P/L', 'Margin Level'),
  { 0: 'Equity' },
];

const trades: readonly FigureRow[] = [
  lastTwo('Largest profit trade', 'Largest loss trade'),
  lastTwo('Average profit trade', 'Average loss trade'),
  lastTwo('Maximum consecutive wins', 'Maximum consecutive losses'),
  lastTwo('Maximal consecutive profit', 'Maximal consecutive loss'),
  lastTwo('Average consecutive wins', 'Average consecutive losses'),
];

const results: readonly FigureRow[] = [
  threeOf('Total Net Profit', 'Gross Profit', 'Gross Loss'),
  firstTwo('Profit Factor', 'Expected Payoff'),
  firstTwo('Recovery Factor', 'Sharpe Ratio'),
  threeOf('Balance Drawdown Absolute', 'Balance Drawdown Maximal', 'Balance Drawdown Relative'),
  threeOf('Total Trades', 'Short Trades', 'Long Trades'),
  lastTwo('Profit Trades', 'Loss Trades'),
  ...trades,
];

/**
 * Figures of the strategy tester. Its rows about ticks and later ones do not belong to an account.
 */
const tested: readonly FigureRow[] = [
  threeOf('Total Net Profit', 'Balance Drawdown Absolute', 'Equity Drawdown Absolute'),
  threeOf('Gross Profit', 'Balance Drawdown Maximal', 'Equity Drawdown Maximal'),
  threeOf('Gross Loss', 'Balance Drawdown Relative', 'Equity Drawdown Relative'),
  threeOf('Profit Factor', 'Expected Payoff', 'Margin Level'),
  threeOf('Recovery Factor', 'Sharpe Ratio', 'Z-Score'),
  threeOf('AHPR', 'LR Correlation', 'OnTester result'),
  firstTwo('GHPR', 'LR Standard Error'),
  threeOf('Total Trades', 'Short Trades', 'Long Trades'),
  threeOf('Total Deals', 'Profit Trades', 'Loss Trades'),
  ...trades,
];

/** The figures that a report prints, as printed, by their English names. */
export type Mt5Figures = ReadonlyMap<string, string>;

/**
 * Finds figures by the shapes of their rows, one after the other, since their names are translated.
 */
export function createFigureReader(): { read(row: TableRow): void; figures(): Mt5Figures } {
  const rows: Map<number, string>[] = [];
  return {
    read(row) {
      const figures = figuresOf(row);
      if (figures.size > 0 && rows.length < 1000) rows.push(figures);
    },
    figures: () =>
      new Map([tested, results, money].flatMap((known) => printedIn(rows, known) ?? [])),
  };
}

/** The last place where rows of these shapes follow each other. */
function printedIn(
  rows: readonly Map<number, string>[],
  known: readonly FigureRow[],
): [string, string][] | undefined {
  for (let from = rows.length - known.length; from >= 0; from -= 1) {
    const isHere = known.every(
      (row, at) => shapeOf(row) === [...(rows[from + at]?.keys() ?? [])].join(),
    );
    if (!isHere) continue;
    return known.flatMap((row, at) =>
      Object.entries(row).map(([column, name]): [string, string] => [
        name,
        rows[from + at]?.get(Number(column)) ?? '',
      ]),
    );
  }
  return undefined;
}

const shapeOf = (row: FigureRow): string => Object.keys(row).join();

/** The values of a row by the columns of their names; a name without a value ends nothing. */
function figuresOf({ cells }: TableRow): Map<number, string> {
  const seen = cells.filter(({ isHidden }) => !isHidden);
  const figures = new Map<number, string>();
  for (const { column, text, colspan } of seen) {
    const isName = [0, 4, 6, 8].includes(column) && text !== '' && !/^[-\d]/.test(text);
    const value = seen.find((figure) => figure.column === column + 3);
    if (!isName || colspan > 3 || (colspan === 1 && value === undefined)) continue;
    if (value !== undefined) figures.set(column, value.text);
  }
  return figures;
}
