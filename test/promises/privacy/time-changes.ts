import { instantText } from '../../oracle/instants.ts';
import type { Row } from '../../oracle/world.ts';
import { amountsOf, type Change, hides, type Setting, sections, timeOf } from './change.ts';
import type { Part } from './hiding-world.ts';
import { wholeBetween } from './random.ts';

const maxSeconds = 15;

/** Moves a closed trade by some seconds in which nothing else happens. */
function moved(row: Row, { busy, asOf, random }: Setting): Row {
  const closed = timeOf(row, 'closed_at');
  const end = closed + maxSeconds * 1000;
  const isAmongTrades = [...busy.keys()].some((instant) => instant > closed && instant <= end);
  const isDayEnd = end % 3_600_000 < maxSeconds * 1000 && closed % 3_600_000 > 0;
  const isSplitByRun = closed <= asOf.getTime() && end >= asOf.getTime();
  if (busy.get(closed) !== 1 || isAmongTrades || isDayEnd || isSplitByRun) return row;
  const shift = wholeBetween(random, 1, maxSeconds) * 1000;
  return {
    ...row,
    closed_at: instantText(closed + shift),
    opened_at: instantText(timeOf(row, 'opened_at') + shift),
  };
}

/**
 * Makes one trade shorter and another longer by the same time. Nothing else happens at these times.
 */
function relengthened({ entry, trades }: Part, { busy, random }: Setting): readonly Row[] {
  const from = entry?.history_cut_at ?? '';
  const alone = trades.filter(
    (row) => busy.get(timeOf(row, 'closed_at')) === 1 && (row.closed_at ?? '') >= from,
  );
  const shifts = new Map<Row, number>();
  for (let at = 0; at + 1 < alone.length; at += 2) {
    const [longer, shorter] = [alone[at], alone[at + 1]];
    if (!longer || !shorter) continue;
    const length = timeOf(shorter, 'closed_at') - timeOf(shorter, 'opened_at');
    const shift = wholeBetween(random, 0, Math.floor(length / 1000)) * 1000;
    shifts.set(longer, -shift).set(shorter, shift);
  }
  return trades.map((row) => ({
    ...row,
    opened_at: instantText(timeOf(row, 'opened_at') + (shifts.get(row) ?? 0)),
  }));
}

/** Splits one loss into two trades. Capital, and with it every return, ends where it did. */
function halved(part: Part, row: Row): Row[] {
  const { units, text } = amountsOf(part);
  const net = units(row.profit) + units(row.commission) + units(row.swap);
  if (net > -2) return [row];
  const half = Math.trunc(net / 2);
  const plain = { ...row, commission: null, swap: null };
  return [
    { ...plain, profit: text(half) },
    { ...plain, profit: text(net - half), ticket: `${row.ticket}-half` },
  ];
}

export const timeChanges: readonly Change[] = [
  {
    kind: 'seconds of closing',
    isUnseen: hides('trades', 'behaviour'),
    change: (part, setting) => ({
      ...part,
      trades: part.trades.map((row) => moved(row, setting)),
    }),
  },
  {
    kind: 'lengths of trades',
    isUnseen: hides('trades', 'behaviour'),
    change: (part, setting) => ({ ...part, trades: relengthened(part, setting) }),
  },
  {
    kind: 'number of trades',
    isUnseen: (sighting) => hides('trades', ...sections)(sighting) && !sighting.isConverted,
    change: (part) => ({ ...part, trades: part.trades.flatMap((row) => halved(part, row)) }),
  },
];
