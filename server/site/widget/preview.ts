import { sizes } from '../../accounts/widget-options.ts';
import type { Days } from '../account.ts';
import { startOf } from '../charts/from-start.ts';
import { drawCurve, linePoints } from '../charts/sparkline.ts';
import { creditText } from '../credit.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import type { Tile } from '../parts/headline.ts';
import type { CardContent } from './card-content.ts';
import type { Palette } from './palettes.ts';
import { boldness, fitText, fonts, readable, separator, widthOfText } from './text-width.ts';

const { width, height, pad, name: nameSize, value: valueSize, label: labelSize } = sizes.preview;
const room = width - 2 * pad;

/** Heights of baselines, and of the chart. */
const lines = { name: 100, by: 148, warnings: 192, labels: 262, values: 318, foot: 592 };
const chart = { top: 356, bottom: 540 };
/** Without a chart, the figures stand in the middle. */
const lowered = 110;

const box = { left: pad, top: chart.top, width: room, height: chart.bottom - chart.top };

/** Texts of the card that other sizes have too. */
export interface CardTexts {
  readonly title: string;
  readonly mark: string | null;
  readonly warnings: readonly string[];
}

/** Draws what social networks show for a link: name, badge, five figures and the line. */
export function previewCard(
  content: CardContent,
  days: Days | null,
  { title, mark, warnings }: CardTexts,
  { paper, ink, quiet, line, accent, good, loss }: Palette,
  language: Language,
): Html {
  const { attribution, tiles, since } = content;
  const { format } = language;
  const drawn = days === null ? [] : linePoints(days, since, 400);
  const [first, last] = [days && startOf(days, since), days?.date.at(-1)];
  const range =
    first === null || last === undefined ? '' : `${format.day(first)} – ${format.day(last)}`;
  const warning = warnings.join(separator);
  const down = drawn.length === 0 ? lowered : 0;
  const column = room / 5;
  const text = (
    colour: string,
    [x, y]: readonly [number, number],
    size: number,
    content: Html | string,
    more: Html | null = null,
  ) =>
    html`<text x="${x}" y="${y}" font-size="${size}"${more} fill="${colour}">${content}</text>
`;
  const bold = html` font-weight="600"`;
  const style = {
    axis: html` fill="none" stroke="${line}" stroke-width="2"`,
    area: html` fill="${accent}" fill-opacity="0.14"`,
    line: html` fill="none" stroke="${accent}" stroke-width="3.5" stroke-linejoin="round"`,
  };
  // Neighbours have the same size, whichever is the longest.
  const most = column - 28;
  const labelsAt = Math.min(...tiles.map(({ label }) => fitting(label, 24, most)));
  const valuesAt = Math.min(
    ...tiles.map((figure) => fitting(figure.text, valueSize, most / boldness)),
  );
  const tile = ({ label, text: ownerText, value }: Tile, at: number) => {
    const left = pad + at * column;
    const tone = (value ?? 0) < 0 ? loss : ink;
    return html`${text(quiet, [left, lines.labels + down], labelsAt, label)}${text(tone, [left, lines.values + down], valuesAt, ownerText, bold)}`;
  };
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${fonts}">
<title>${title}</title>
<rect width="${width}" height="${height}" fill="${paper}"/>
${text(ink, [pad, lines.name], nameSize, fitText(readable(content.name), nameSize * boldness, room), bold)}${text(quiet, [pad, lines.by], labelSize, byLine(content.owner, mark, content.isProved ? good : ink))}${warning !== '' && text(loss, [pad, lines.warnings], fitting(warning, labelSize, room), warning)}${tiles.map(tile)}${drawCurve(drawn, box, style)}${text(quiet, [pad, lines.foot], 24, fitText(creditText(attribution, language), 24, room * 0.6))}${range !== '' && text(quiet, [width - pad, lines.foot], fitting(range, 24, room * 0.38), range, html` text-anchor="end"`)}</svg>`;
}

/** Returns the font size with which a text fits, at most the given one. */
const fitting = (text: string, size: number, most: number): number =>
  Math.round(Math.min(size, most / Math.max(0.1, widthOfText(text))) * 10) / 10;

/** Owner and badge; a long owner is shortened, the badge never. */
function byLine(owner: string | null, mark: string | null, colour: string): Html {
  const badge = mark !== null && html`<tspan fill="${colour}" font-weight="600">${mark}</tspan>`;
  if (owner === null) return html`${badge}`;
  const most = room - labelSize * boldness * widthOfText(mark ?? '') - labelSize;
  const shown = fitText(readable(owner), labelSize, most);
  return html`${shown}${badge && separator}${badge}`;
}
