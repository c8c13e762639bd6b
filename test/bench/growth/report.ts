import { markdownTable, whole } from '../figures.ts';
import type { Growth, Point } from './measure.ts';
import { onPaper, type Slope, slopeOf } from './on-paper.ts';

/** World that no machine of ours has room for. */
export const far = { trades: 1_000_000_000, accounts: 1_000_000 };

/** Writes growth as Markdown: the figures, and an estimate for a far larger world. */
export function growthReport(growth: Growth, conditions: string): string {
  const { trades, accounts, base } = growth;
  const largest = trades.at(-1) ?? base;
  const widest = accounts.at(-1) ?? base;
  const points = [...trades, ...accounts.filter((point) => point !== base)];
  return `Full runs on ${conditions}.

${markdownTable([
  ['trades', 'accounts', 'rows loaded', 'seconds', 'CPU seconds', 'peak MB', 'data folder, MB'],
  ...points.map((point) => [
    whole(point.trades),
    whole(point.accounts),
    whole(point.rows),
    point.seconds.toFixed(1),
    point.cpuSeconds.toFixed(1),
    whole(point.peakMegabytes),
    whole(point.diskMegabytes),
  ]),
])}

The same data folders again, in seconds: with nothing new, and with ten new trades of one account.

${markdownTable([
  ['trades', 'accounts', 'nothing new', 'ten new trades', 'in service after'],
  ...points.map((point) => [
    whole(point.trades),
    whole(point.accounts),
    point.againSeconds.toFixed(1),
    point.tenTradesSeconds.toFixed(1),
    point.tenTradesSecondsToService.toFixed(1),
  ]),
])}

### On paper: 1 billion trades, 1 million accounts

Nothing of that size was run. The table adds up three parts:

- trades: what ${whole(largest.trades)} trades of ${whole(base.accounts)} accounts take beyond
  ${whole(base.trades)}, with the equity reports that come with them;
- accounts: what ${whole(widest.accounts)} accounts take beyond ${whole(base.accounts)}, with ${whole(base.trades)} trades;
- fixed: what is left of ${sizeOf(base)}.

The sum is fixed + 1,000 times a million trades + 1,000 times a thousand accounts:

${markdownTable([
  ['', 'fixed', 'a million trades', 'a thousand accounts', '1 billion trades, 1 million accounts'],
  paperRow(
    'seconds',
    slopeOf(growth, ({ seconds }) => seconds),
    hours,
  ),
  paperRow(
    'CPU seconds',
    slopeOf(growth, ({ cpuSeconds }) => cpuSeconds),
    hours,
  ),
  paperRow(
    'data folder, MB',
    slopeOf(growth, ({ diskMegabytes }) => diskMegabytes),
    terabytes,
  ),
])}

${memoryOnPaper(base, largest, widest)}

Time that grows faster than the data is not included: loading sorts everything. That sort
spills to the disk, and needs as much room as the data.`;
}

const sizeOf = ({ trades, accounts }: Point): string =>
  `${whole(trades)} trades of ${whole(accounts)} accounts`;

function paperRow(name: string, slope: Slope, readable: (value: number) => string): string[] {
  const { fixed, perTrade, perAccount } = slope;
  const total = onPaper(slope, far);
  const parts = [fixed, perTrade * 1e6, perAccount * 1e3].map((part) => part.toFixed(2));
  return [name, ...parts, `${whole(total)} (${readable(total)})`];
}

export const hours = (seconds: number): string => `${(seconds / 3600).toFixed(1)} hours`;
const terabytes = (megabytes: number): string => `${(megabytes / 1e6).toFixed(1)} TB`;

function memoryOnPaper(base: Point, largest: Point, widest: Point): string {
  const grown = widest.peakMegabytes - base.peakMegabytes;
  const perThousand = Math.max(0, (1e3 * grown) / (widest.accounts - base.accounts));
  const thousands = (far.accounts - largest.accounts) / 1e3;
  const total = largest.peakMegabytes + perThousand * thousands;
  return `More trades take no more memory: runs work in chunks, DuckDB keeps its limit, and the rest
spills to the disk. More accounts do:

- ${whole(widest.accounts)} accounts take ${whole(widest.peakMegabytes)} MB, and ${whole(base.accounts)} take ${whole(base.peakMegabytes)} MB.
  That is ${perThousand.toFixed(2)} MB for a thousand.
- ${sizeOf(largest)} take ${whole(largest.peakMegabytes)} MB.
- With ${whole(thousands)} thousand more accounts that is ${whole(total)} MB at most. DuckDB's part of it
  stops at its limit.`;
}
