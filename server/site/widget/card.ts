import type { Days, PublicAccount } from '../account.ts';
import { linePath, place, rangeOf } from '../charts/path.ts';
import { linePoints } from '../charts/sparkline.ts';
import * as format from '../format.ts';
import { type Html, html } from '../html.ts';
import { fitted } from './fit.ts';
import { palettes, type Size, type Theme } from './sizes.ts';

const fonts = "system-ui, -apple-system, 'Segoe UI', Roboto, 'DejaVu Sans', sans-serif";

/** All that a card says of an account in words. */
export interface CardFacts {
  readonly name: string;
  readonly owner: string | null;
  readonly mark: string | null;
  readonly reconciled: boolean | null;
  readonly twr_percent: number | null;
  readonly max_drawdown_percent: number | null;
  readonly attribution: PublicAccount['attribution'];
}

export function cardFactsOf(account: PublicAccount): CardFacts {
  const { name, owner, reconciled, performance, attribution } = account;
  const { twr_percent, max_drawdown_percent } = performance;
  const mark = markOf(account);
  return {
    name,
    owner: owner.name,
    mark,
    reconciled,
    twr_percent,
    max_drawdown_percent,
    attribution,
  };
}

/** An account on a card: name, return, drawdown and the line where it is shown. */
export function card(facts: CardFacts, days: Days | null, size: Size, theme: Theme): Html {
  const { width, height, pad, name, value, label } = size;
  const { paper, ink, quiet, line, accent, loss } = palettes[theme];
  const { twr_percent, max_drawdown_percent, attribution } = facts;
  const shownName = fitted(readable(facts.name), name * 1.08, width - 2 * pad);
  const result = format.signedPercent(twr_percent);
  const resultSize = Math.min(value, ((width - 2 * pad) * 0.55) / (result.length * 0.66));
  const tone = (twr_percent ?? 0) < 0 ? 'loss' : 'ink';
  const titleAt = pad + name * 0.8;
  const resultAt = titleAt + value * 1.22;
  const footAt = height - pad;
  const by = [facts.owner, facts.mark].filter((part) => part !== null).join(' · ');
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="${fonts}">
<title>${readable(facts.name)}: return ${result}, max drawdown ${format.percent(max_drawdown_percent)}${facts.reconciled === false && ', does not reconcile'}</title>
<rect class="paper" width="${width}" height="${height}" rx="${pad / 3}" fill="${paper}"/>
<rect class="frame" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="${pad / 3}" fill="none" stroke="${line}"/>
<text class="ink" x="${pad}" y="${titleAt}" font-size="${name}" font-weight="600" fill="${ink}">${shownName}</text>
<text class="${tone}" x="${pad - value / 24}" y="${resultAt}" font-size="${resultSize}" font-weight="600" fill="${tone === 'loss' ? loss : ink}">${result}</text>
<text class="quiet" x="${pad}" y="${resultAt + label * 1.6}" font-size="${label}" fill="${quiet}">return · drawdown ${format.percent(max_drawdown_percent)}</text>
${facts.reconciled === false && html`<text class="loss" x="${pad}" y="${resultAt + label * 3}" font-size="${label}" fill="${loss}">does not reconcile</text>`}
${height >= 200 && html`<text class="quiet" x="${pad}" y="${footAt - label * 1.7}" font-size="${label}" fill="${quiet}">${fitted(readable(by), label, width / 2 - pad)}</text>`}
<text class="quiet" x="${pad}" y="${footAt}" font-size="${label}" fill="${quiet}">${fitted(attribution.text, label, width - 2 * pad)}</text>
${days !== null && curve(days, size, { top: titleAt + name * 0.8, bottom: footAt - label * 1.6 }, { line, accent })}
</svg>`;
}

function curve(
  days: Days,
  { width, pad, value }: Size,
  { top, bottom }: { top: number; bottom: number },
  { line, accent }: { line: string; accent: string },
): Html | null {
  const points = linePoints(days, width / 3);
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return null;
  const left = Math.max(pad + value * 5.4, width * 0.53);
  const box = { left, top, width: width - pad - left, height: bottom - top };
  const x = { min: first[0], max: last[0] };
  const y = rangeOf(
    points.map(([, value]) => value),
    [0],
  );
  const zero = place(0, y, bottom, top);
  return html`<path class="axis" d="M${left} ${zero}H${width - pad}" fill="none" stroke="${line}"/>
<path class="line" d="${linePath(points, x, y, box)}" fill="none" stroke="${accent}" stroke-width="${Math.max(1.5, width / 300)}" stroke-linejoin="round"/>`;
}

function markOf({ verified }: PublicAccount): string | null {
  if (verified.identity && verified.track_record) return '✓ confirmed';
  if (verified.identity) return '✓ identity';
  return verified.track_record ? '✓ track record' : null;
}

/** XML has no place for these, whatever wrote them. */
const readable = (text: string): string => text.replace(/[\ufffe\uffff]/g, '\ufffd');
