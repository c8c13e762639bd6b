import type { Theme, WidgetSize } from '../../accounts/widget-options.ts';
import type { Days, PublicAccount } from '../account.ts';
import { linePath, place, rangeOf } from '../charts/path.ts';
import { linePoints } from '../charts/sparkline.ts';
import type { Context } from '../context.ts';
import { creditText } from '../credit.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { stylesheet } from '../layout.ts';
import { isStale } from '../stale.ts';
import { palettes } from './palettes.ts';

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** All that a card says of an account in words. */
export interface CardFacts {
  readonly name: string;
  readonly owner: string | null;
  readonly mark: 'confirmed' | 'identity' | 'record' | null;
  readonly reconciled: boolean | null;
  readonly demo: boolean | null;
  readonly history_cut_at: string | null;
  /** The day of its newest data, where that is old. */
  readonly stale_since: string | null;
  readonly twr_percent: number | null;
  readonly max_drawdown_percent: number | null;
  readonly attribution: PublicAccount['attribution'];
}

export function cardFactsOf(account: PublicAccount, now: Date): CardFacts {
  const { name, owner, reconciled, performance, attribution, demo, history_cut_at } = account;
  const { twr_percent, max_drawdown_percent } = performance;
  const mark = markOf(account);
  return {
    name,
    owner: owner.name,
    mark,
    reconciled,
    demo,
    history_cut_at,
    stale_since: isStale(account, now) ? (account.updated_at?.slice(0, 10) ?? null) : null,
    twr_percent,
    max_drawdown_percent,
    attribution,
  };
}

/** An account on a card: name, return, drawdown and the line where it is shown. */
export function card(
  facts: CardFacts,
  days: Days | null,
  size: WidgetSize,
  theme: Theme,
  language: Language,
): Html {
  const { words, format } = language;
  const { widget: texts } = words;
  const { width, height, pad, name, value, label } = size;
  const { paper, ink, quiet, line: axis, accent, loss } = palettes[theme];
  const { twr_percent, max_drawdown_percent, attribution } = facts;
  const shownName = fitted(readable(facts.name), name * boldness, width - 2 * pad);
  const result = format.signedPercent(twr_percent);
  const tone = (twr_percent ?? 0) < 0 ? 'loss' : 'ink';
  const titleAt = pad + name * 0.8;
  const resultAt = titleAt + value * 1.22;
  const footAt = height - pad;
  const mark = facts.mark && texts[facts.mark];
  const by = byLine(facts.owner, mark, (width / 2 - pad) / label);
  const drawdown = format.percent(max_drawdown_percent);
  const line = fillText(texts.line, { drawdown });
  const signs = signsOf(facts, language);
  // The line begins beside the words, which shrink where that would leave it too little room.
  const wanted = pad * 1.5 + Math.max(label * roomOf(line), value * boldness * roomOf(result));
  const left = Math.min(width * 0.64, Math.max(width * 0.53, wanted));
  const isLow = height < 200;
  // What is to be known comes before a drawing, where there is one row for it.
  const isCrowded = isLow && roomOf(signs.join(between)) * label * 0.85 > left - pad * 1.5;
  const drawn = isCrowded ? null : days;
  const column = drawn === null ? width - 2 * pad : left - pad * 1.5;
  const rows = isLow ? [signs.join(between)].filter(Boolean) : rowsOf(signs, column / label);
  const resultSize = Math.min(value, column / (boldness * roomOf(result)));
  const lineSize = Math.min(label, column / roomOf(line));
  const title = fillText(texts.title, {
    name: readable(facts.name),
    return: result,
    drawdown,
    gap: signs.map((sign) => `, ${sign}`).join(''),
  });
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${fonts}">
<title>${title}</title>
<rect class="paper" width="${width}" height="${height}" rx="${pad / 3}" fill="${paper}"/>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${pad / 3}" fill="none" stroke="${axis}"/>
<text class="ink" x="${pad}" y="${titleAt}" font-size="${name}" font-weight="600" fill="${ink}">${shownName}</text>
<text class="${tone}" x="${pad - value / 24}" y="${resultAt}" font-size="${resultSize}" font-weight="600" fill="${tone === 'loss' ? loss : ink}">${result}</text>
<text class="quiet" x="${pad}" y="${resultAt + label * 1.6}" font-size="${lineSize}" fill="${quiet}">${line}</text>
${rows.map((row, at) => html`<text class="loss" x="${pad}" y="${resultAt + label * (3 + 1.4 * at)}" font-size="${Math.min(label, column / roomOf(row))}" fill="${loss}">${row}</text>`)}
${!isLow && html`<text class="quiet" x="${pad}" y="${footAt - label * 1.7}" font-size="${label}" fill="${quiet}">${by}</text>`}
<text class="quiet" x="${pad}" y="${footAt}" font-size="${label}" fill="${quiet}">${fitted(creditText(attribution, language), label, width - 2 * pad)}</text>
${drawn !== null && curve(drawn, size, { left, top: titleAt + name * 0.8, bottom: footAt - label * 1.6 }, { axis, accent })}
</svg>`;
}

function curve(
  days: Days,
  { width, pad }: WidgetSize,
  { left, top, bottom }: { left: number; top: number; bottom: number },
  { axis, accent }: { axis: string; accent: string },
): Html | null {
  const points = linePoints(days, width / 3);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const box = { left, top, width: width - pad - left, height: bottom - top };
  const x = { min: first[0], max: last[0] };
  const y = rangeOf(
    points.map(([, value]) => value),
    [0],
  );
  const zero = place(0, y, bottom, top);
  return html`<path class="axis" d="M${left} ${zero}H${width - pad}" fill="none" stroke="${axis}"/>
<path class="line" d="${linePath(points, x, y, box)}" fill="none" stroke="${accent}" stroke-width="${Math.max(1.5, width / 300)}" stroke-linejoin="round"/>`;
}

function markOf({ verified }: PublicAccount): CardFacts['mark'] {
  if (verified.identity && verified.track_record) return 'confirmed';
  if (verified.identity) return 'identity';
  return verified.track_record ? 'record' : null;
}

/** What whoever sees a return has to know besides, the gravest first. */
function signsOf(facts: CardFacts, { words, format }: Language): string[] {
  const { reconciled, demo, history_cut_at, stale_since } = facts;
  const { widget: texts } = words;
  const dated = (text: string, day: string | null) =>
    day === null ? [] : [fillText(text, { day: format.day(day) })];
  return [
    ...(reconciled === false ? [texts.gap] : []),
    ...(demo === true ? [texts.demo] : []),
    ...dated(texts.stale, stale_since),
    ...dated(texts.cut, history_cut_at),
  ];
}

const between = ' · ';

/** Signs in as few rows as there is width for. */
function rowsOf(signs: readonly string[], room: number): string[] {
  const rows: string[] = [];
  for (const sign of signs) {
    const joined = [rows.at(-1), sign].filter(Boolean).join(between);
    if (roomOf(joined) <= room) rows.splice(-1, 1, joined);
    else rows.push(sign);
  }
  return rows;
}

/** The owner and the badge in so much room; a long owner is cut, the badge never. */
function byLine(owner: string | null, mark: string | null, room: number): string {
  if (owner === null) return mark ?? '';
  const badge = mark === null ? '' : `${between}${mark}`;
  return fitted(readable(owner), 1, room - roomOf(badge)) + badge;
}

/** XML has no place for these, whatever wrote them. */
const readable = (text: string): string => text.replace(/[\ufffe\uffff]/g, '\ufffd');

/** Widths of characters in a wide sans serif, in shares of its size; the first that fits counts. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/[\u1100-\u11ff\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60]/u, 1.05],
  [/\p{Extended_Pictographic}/u, 1.4],
  [/\p{M}/u, 0],
  [/[iljtfrI.,:;'|!()[\] ]/u, 0.42],
  [/[mwMW@%—]/u, 1],
  [/\p{Lu}/u, 0.76],
];
const usual = 0.66;
/** How much wider bold text is. */
const boldness = 1.08;

/** Width of a text, in shares of its size. */
const roomOf = (text: string): number =>
  [...text].reduce((sum, character) => sum + widthOf(character), 0);

/** The text, cut with an ellipsis where it would be wider than that; never in too little room. */
export function fitted(text: string, fontSize: number, width: number): string {
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  const room = width / fontSize;
  let used = 0;
  for (const [at, character] of characters.entries()) {
    used += widthOf(character);
    if (used > room)
      return `${characters
        .slice(0, cutAt(characters, at, room))
        .join('')
        .trimEnd()}…`;
  }
  return text;
}

function cutAt(characters: readonly string[], end: number, room: number): number {
  let at = end;
  const widthUpTo = () => characters.slice(0, at).reduce((sum, one) => sum + widthOf(one), 1);
  while (at > 0 && widthUpTo() > room) at -= 1;
  return at;
}

const widthOf = (character: string): number =>
  widths.find(([pattern]) => pattern.test(character))?.[1] ?? usual;

/** A card as a page for a frame; it links to the account, in a window of its own. */
export function widgetPage(
  { name, attribution }: CardFacts,
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
