import { instantText } from '../../oracle/instants.ts';
import type { Row } from '../../oracle/world.ts';
import { always, amountsOf, type Change, eachOrder, hides, pipSections } from './change.ts';
import type { Part } from './hiding-world.ts';
import { pick, type Random, wholeBetween } from './random.ts';
import type { Sighting } from './unseen.ts';

const price = (random: Random) => (1 + random() * 2000).toFixed(3);
const lots = (random: Random) => (wholeBetween(random, 1, 900) / 100).toFixed(2);
const oneOf = (isUnseen: readonly ((sighting: Sighting) => boolean)[]) => (sighting: Sighting) =>
  isUnseen.some((holds) => holds(sighting));

type Cell = (random: Random, cell: string | null | undefined) => string | null;

const comments = ['hidden words', '[sl]', '[tp 1.1]', '', null];
const symbols = ['GBPCHF', 'toJSON', 'HIDDENUSD', 'XAUUSD'];

/**
 * Cells of trades and open positions that no visible figure uses, with the flags that hide them.
 */
// biome-ignore format: a table
const cells: readonly [column: string, isUnseen: Change['isUnseen'], cell: Cell][] = [
  ['stop_loss', oneOf([hides('stop_loss'), hides('trades', 'behaviour')]), price],
  ['take_profit', oneOf([hides('take_profit'), hides('trades')]), price],
  ['comment', oneOf([hides('comment'), hides('trades')]), (random) => pick(random, comments)],
  ['volume', oneOf([hides('volume'), hides('trades', 'monthly', 'advanced', 'behaviour')]), lots],
  // Longer, so that tickets keep their order. It decides between trades of the same time.
  ['ticket', hides('trades'), (random, cell) => `${cell}-${wholeBetween(random, 0, 99)}`],
  ['magic_number', hides('trades', 'by_magic_number', 'advanced', 'behaviour'), (random) => pick(random, ['5', null, '0'])],
  ['symbol', hides('trades', 'news', 'behaviour', ...pipSections), (random) => pick(random, symbols)],
  ['side', hides('trades', 'behaviour', ...pipSections), (random) => pick(random, ['buy', 'sell'])],
  ['open_price', hides('trades', 'behaviour', ...pipSections), price],
  ['close_price', hides('trades', ...pipSections), price],
];

const cellChanges = cells.map(
  ([column, isUnseen, cell]): Change => ({
    kind: column,
    isUnseen,
    change: (part, { random }) =>
      eachOrder(part, (row) =>
        column in row ? { ...row, [column]: cell(random, row[column]) } : row,
      ),
  }),
);

/** Changes profit, commission and swap, but not the net profit. */
function refee(part: Part, row: Row, random: Random): Row {
  const { units, text } = amountsOf(part);
  const [fee, swap] = [wholeBetween(random, -900, 0), wholeBetween(random, -90, 90)];
  const net = units(row.profit) + units(row.commission) + units(row.swap);
  return { ...row, profit: text(net - fee - swap), commission: text(fee), swap: text(swap) };
}

const newestOf = ({ positions }: Part): string | undefined =>
  positions
    .map(({ reported_at }) => reported_at ?? '')
    .sort()
    .at(-1);

export const orderChanges: readonly Change[] = [
  ...cellChanges,
  {
    kind: 'fees of trades',
    isUnseen: (sighting) =>
      hides('trades', 'advanced', 'excursion')(sighting) && !sighting.isConverted,
    change: (part, { random }) => ({
      ...part,
      trades: part.trades.map((row) => refee(part, row, random)),
    }),
  },
  {
    kind: 'number and fees of positions',
    isUnseen: (sighting) => hides('trades')(sighting) && !sighting.isConverted,
    change: (part, { random }) => {
      const { text } = amountsOf(part);
      const zero = { profit: text(0), commission: null, swap: null };
      return {
        ...part,
        positions: part.positions.flatMap((row) => [
          refee(part, row, random),
          { ...row, ...zero, ticket: `${row.ticket}-more` },
        ]),
      };
    },
  },
  {
    kind: 'superseded positions',
    isUnseenByOwners: true,
    isUnseen: always,
    change: (part, { random }) => {
      const newest = newestOf(part);
      if (newest === undefined) return part;
      const reported_at = instantText(Date.parse(newest) - wholeBetween(random, 1, 900) * 1000);
      const older = part.positions.filter((row) => row.reported_at === newest);
      return {
        ...part,
        positions: [
          ...part.positions,
          ...older.map((row) => ({ ...row, reported_at, volume: lots(random), profit: '7.00' })),
        ],
      };
    },
  },
];
