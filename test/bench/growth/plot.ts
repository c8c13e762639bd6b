import { type Html, html, textOf } from '../../../server/site/html.ts';
import { type Axis, even, logarithmic } from './axis.ts';
import type { Growth, Point } from './measure.ts';

interface Series {
  readonly name: string;
  readonly figure: (point: Point) => number;
}

interface Panel {
  readonly left: number;
  readonly top: number;
  readonly x: Axis;
  readonly xOf: (point: Point) => number;
  readonly xName: string;
  readonly y: Axis;
  readonly yName: string;
  readonly points: readonly Point[];
  readonly series: readonly Series[];
}

const panelWidth = 330;
const panelHeight = 180;
const [width, height] = [850, 606];

const time: readonly Series[] = [
  { name: 'seconds', figure: ({ seconds }) => seconds },
  { name: 'cpu', figure: ({ cpuSeconds }) => cpuSeconds },
];
const memory: readonly Series[] = [
  { name: 'memory', figure: ({ peakMegabytes }) => peakMegabytes / 1000 },
];

/**
 * Draws growth as an SVG of four panels: time above, memory below, each by trades and by accounts.
 */
export function growthPlot({ trades, accounts, base }: Growth): string {
  const points = [...trades, ...accounts];
  const timeAxis = logarithmic(
    time.flatMap(({ figure }) => points.map(figure)),
    true,
  );
  const memoryAxis = even(memory.flatMap(({ figure }) => points.map(figure)));
  const byTrades = {
    left: 62,
    xOf: (point: Point) => point.trades,
    xName: `closed trades, of ${short(base.accounts)} accounts`,
    points: trades,
  };
  const byAccounts = {
    left: 490,
    xOf: (point: Point) => point.accounts,
    xName: `accounts, of ${short(base.trades)} closed trades`,
    points: accounts,
  };
  const panels = [byTrades, byAccounts].flatMap((column) => {
    const across = { ...column, x: logarithmic(column.points.map(column.xOf), false) };
    return [
      { ...across, top: 106, y: timeAxis, yName: 'seconds', series: time },
      { ...across, top: 368, y: memoryAxis, yName: 'gigabytes', series: memory },
    ];
  });
  return `${textOf(html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">What a full run takes</title>
<desc id="description">Elapsed and CPU seconds and peak memory of full runs, by the number of closed trades and of accounts.</desc>
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
<text class="heading" x="24" y="30">What a full run takes</text>
${legend()}
${panels.map(drawn)}</svg>`)}
`;
}

const style = `
  svg { --paper: #fdfcfa; --ink: #1c1b19; --quiet: #625f59; --line: #dedad2; --first: #0b5c6b; --second: #9c3418; --third: #6b4fa0 }
  @media (prefers-color-scheme: dark) {
    svg { --paper: #151617; --ink: #eceae5; --quiet: #a5a19a; --line: #38393a; --first: #79c4d1; --second: #f09a80; --third: #b9a2e8 }
  }
  text { font: 12px system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; fill: var(--quiet) }
  .heading { font-size: 17px; font-weight: 600; fill: var(--ink) }
  .name { fill: var(--ink) }
  .right { text-anchor: end }
  .middle { text-anchor: middle }
  .paper { fill: var(--paper) }
  .grid { stroke: var(--line) }
  .line { fill: none; stroke-width: 2 }
  .proportion { fill: none; stroke: var(--quiet); stroke-dasharray: 2 4 }
  .seconds { stroke: var(--first) } .seconds.mark { fill: var(--first) }
  .cpu { stroke: var(--second) } .cpu.mark { fill: var(--paper); stroke-width: 2 }
  .memory { stroke: var(--third) } .memory.mark { fill: var(--third) }
`;

function legend(): Html {
  const entries = [
    { name: 'seconds', label: 'elapsed' },
    { name: 'cpu', label: 'of all processors (CPU)' },
    { name: 'memory', label: 'peak resident memory' },
  ];
  return html`${entries.map(({ name, label }, at) => {
    const x = [24, 124, 322][at] ?? 0;
    return html`<path class="line ${name}" d="M${x} 52h24"/>${mark(name, x + 12, 52)}<text class="name" x="${x + 32}" y="56">${label}</text>`;
  })}<path class="proportion" d="M510 52h24"/><text class="name" x="542" y="56">in proportion to the number below</text>`;
}

function drawn({ left, top, x, xOf, xName, y, yName, points, series }: Panel): Html {
  const across = (value: number) => round(left + x.at(value) * panelWidth);
  const down = (value: number) => round(top + (1 - y.at(value)) * panelHeight);
  const bottom = top + panelHeight;
  return html`<text x="${left - 38}" y="${top - 14}">${yName}</text>
${y.ticks.map((tick) => html`<path class="grid" d="M${left} ${down(tick)}h${panelWidth}"/><text class="right" x="${left - 8}" y="${down(tick) + 4}">${short(tick)}</text>`)}
${x.ticks.map((tick) => html`<path class="grid" d="M${across(tick)} ${bottom}v5"/><text class="middle" x="${across(tick)}" y="${bottom + 20}">${short(tick)}</text>`)}
<text class="middle" x="${left + panelWidth / 2}" y="${bottom + 42}">${xName}</text>
${series === time && proportion(points, xOf, y, across, down)}
${series.map(({ name, figure }) => html`<path class="line ${name}" d="M${points.map((point) => `${across(xOf(point))} ${down(figure(point))}`).join('L')}"/>${points.map((point) => mark(name, across(xOf(point)), down(figure(point))))}`)}
`;
}

/** Scales the seconds of the largest world down to smaller ones, as if no cost were fixed. */
function proportion(
  points: readonly Point[],
  xOf: (point: Point) => number,
  y: Axis,
  across: (value: number) => number,
  down: (value: number) => number,
): Html | undefined {
  const last = points.at(-1);
  if (last === undefined) return undefined;
  const min = Math.min(...points.map(xOf));
  const each = last.seconds / xOf(last);
  const from = Math.max(min, (y.ticks[0] ?? 0) / each);
  return html`<path class="proportion" d="M${across(from)} ${down(from * each)}L${across(xOf(last))} ${down(last.seconds)}"/>`;
}

function mark(name: string, x: number, y: number): Html {
  return name === 'cpu'
    ? html`<rect class="mark cpu" x="${x - 3.5}" y="${y - 3.5}" width="7" height="7"/>`
    : html`<circle class="mark ${name}" cx="${x}" cy="${y}" r="4"/>`;
}

const round = (value: number): number => Math.round(value * 10) / 10;

/** Formats 10,000 as `10 k`, and 1,000,000 as `1 M`. */
function short(value: number): string {
  if (value >= 1e6) return `${value / 1e6} M`;
  if (value >= 1e4) return `${value / 1e3} k`;
  return Number(value.toPrecision(3)).toLocaleString('en');
}
