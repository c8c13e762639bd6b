import { sizes, type Theme, type WidgetSize } from '../../accounts/widget-options.ts';
import type { Days } from '../account.ts';
import { drawCurve, linePoints } from '../charts/sparkline.ts';
import type { Context } from '../context.ts';
import { creditText } from '../credit.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { stylesheet } from '../layout.ts';
import type { CardContent } from './card-content.ts';
import { type Palette, palettes } from './palettes.ts';
import { type CardTexts, previewCard } from './preview.ts';
import { boldness, fitText, fonts, readable, separator, widthOfText } from './text-width.ts';

/** Draws the card: name, return, drawdown and the curve, if the owner shows it. */
export function card(
  content: CardContent,
  days: Days | null,
  size: WidgetSize,
  theme: keyof typeof palettes,
  language: Language,
): Html {
  const { words, format } = language;
  const warnings = warningsOf(content, language);
  const title = fillText(words.widget.title, {
    name: readable(content.name),
    return: format.signedPercent(content.twr_percent),
    drawdown: format.percent(content.max_drawdown_percent),
    gap: warnings.map((warning) => `, ${warning}`).join(''),
  });
  const texts = { title, mark: content.mark, warnings };
  return size === sizes.preview
    ? previewCard(content, days, texts, palettes[theme], language)
    : smallCard(content, days, texts, size, palettes[theme], language);
}

function smallCard(
  content: CardContent,
  days: Days | null,
  { title, mark, warnings }: CardTexts,
  size: WidgetSize,
  { paper, ink, quiet, line: axis, accent, loss }: Palette,
  language: Language,
): Html {
  const { words, format } = language;
  const { width, height, pad, name, value, label } = size;
  const { twr_percent, max_drawdown_percent, attribution } = content;
  const result = format.signedPercent(twr_percent);
  const drawdown = format.percent(max_drawdown_percent);
  const shownName = fitText(readable(content.name), name * boldness, width - 2 * pad);
  const tone = (twr_percent ?? 0) < 0 ? loss : ink;
  const titleAt = pad + name * 0.8;
  const resultAt = titleAt + value * 1.22;
  const footAt = height - pad;
  const by = byLine(content.owner, mark, (width - 2 * pad) / label);
  const line = fillText(words.widget.line, { drawdown });
  // The curve starts right of the texts; they shrink if it would get too little room.
  const textWidth =
    pad * 1.5 + Math.max(label * widthOfText(line), value * boldness * widthOfText(result));
  const left = Math.min(width * 0.64, Math.max(width * 0.53, textWidth));
  const isLow = height < 200;
  // A small card has room for warnings or for the curve. Warnings come first.
  const isCrowded =
    isLow && widthOfText(warnings.join(separator)) * label * 0.85 > left - pad * 1.5;
  const drawn = isCrowded ? null : days;
  const column = drawn === null ? width - 2 * pad : left - pad * 1.5;
  const rows = isLow
    ? [warnings.join(separator)].filter(Boolean)
    : rowsOf(warnings, column / label);
  const resultSize = Math.min(value, column / (boldness * widthOfText(result)));
  const lineSize = Math.min(label, column / widthOfText(line));
  const top = titleAt + name * 0.8;
  const bottom = footAt - label * (isLow ? 1.6 : 3.1);
  const box = { left, top, width: width - pad - left, height: bottom - top };
  const style = {
    axis: html` fill="none" stroke="${axis}"`,
    line: html` fill="none" stroke="${accent}" stroke-width="${Math.max(1.5, width / 300)}" stroke-linejoin="round"`,
  };
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${fonts}">
<title>${title}</title>
<rect width="${width}" height="${height}" rx="${pad / 3}" fill="${paper}"/>
<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${pad / 3}" fill="none" stroke="${axis}"/>
<text x="${pad}" y="${titleAt}" font-size="${name}" font-weight="600" fill="${ink}">${shownName}</text>
<text x="${pad - value / 24}" y="${resultAt}" font-size="${resultSize}" font-weight="600" fill="${tone}">${result}</text>
<text x="${pad}" y="${resultAt + label * 1.6}" font-size="${lineSize}" fill="${quiet}">${line}</text>
${rows.map((row, at) => html`<text x="${pad}" y="${resultAt + label * (3 + 1.4 * at)}" font-size="${Math.min(label, column / widthOfText(row))}" fill="${loss}">${row}</text>`)}
${!isLow && html`<text x="${pad}" y="${footAt - label * 1.7}" font-size="${label}" fill="${quiet}">${by}</text>`}
<text x="${pad}" y="${footAt}" font-size="${label}" fill="${quiet}">${isLow ? footOf(content, mark, (width - 2 * pad) / label, language) : fitText(creditText(attribution, language), label, width - 2 * pad)}</text>
${drawn !== null && drawCurve(linePoints(drawn, content.since, width / 3), box, style)}
</svg>`;
}

/** Lists warnings on the card, the most serious first. */
function warningsOf(content: CardContent, { words, format }: Language): string[] {
  const { behaviour, reconciled, demo, covered_until, history_cut_at, stale_since } = content;
  const { widget: texts } = words;
  const withDay = (text: string, day: string | null) =>
    day === null ? [] : [fillText(text, { day: format.day(day) })];
  return [
    ...behaviour,
    ...(reconciled === false ? [texts.gap] : []),
    ...(demo === true ? [texts.demo] : []),
    ...withDay(texts.until, covered_until),
    ...withDay(texts.stale, stale_since),
    ...withDay(texts.cut, history_cut_at),
  ];
}

/** Joins warnings into as few lines as the width allows. */
function rowsOf(warnings: readonly string[], room: number): string[] {
  const rows: string[] = [];
  for (const warning of warnings) {
    const joined = [rows.at(-1), warning].filter(Boolean).join(separator);
    if (widthOfText(joined) <= room) rows.splice(-1, 1, joined);
    else rows.push(warning);
  }
  return rows;
}

/** Joins badge and credit of a small card within the width. A long credit is cut. */
function footOf(
  { attribution }: CardContent,
  mark: string | null,
  room: number,
  language: Language,
): string {
  const badge = mark === null ? '' : `${mark}${separator}`;
  return badge + fitText(creditText(attribution, language), 1, room - widthOfText(badge));
}

/** Joins owner and badge within the width. A long owner's name is cut; the badge never is. */
function byLine(owner: string | null, mark: string | null, room: number): string {
  if (owner === null) return mark ?? '';
  const badge = mark === null ? '' : `${separator}${mark}`;
  return fitText(readable(owner), 1, room - widthOfText(badge)) + badge;
}

/** Builds the page of a card for a frame; it opens the account in a new window. */
export function widgetPage(
  { name, attribution }: CardContent,
  drawing: Html,
  theme: Theme | null,
  { assets, language }: Context,
): Html {
  return html`<html lang="${language.code}"${theme !== null && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<title>${name}: ${creditText(attribution, language)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${stylesheet(assets.address('widget.css'))}</head>
<body>
<main><h1><a href="${attribution.account_url}" target="_blank" rel="noopener">${drawing}</a></h1></main>
</body>
</html>
`;
}
