import type { PageAccount } from '../account.ts';
import { amountCell } from '../cells.ts';
import { coordinateOf, fitLines, type Point } from '../charts/path.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { lineSample } from '../line-sample.ts';

type Month = NonNullable<PageAccount['advanced']>['charts']['profit_by_side'][number];

/** Section of the net profit of buy trades and of sell trades so far, a line each. */
export function sides({ advanced, currency }: PageAccount, language: Language): Html | null {
  const months = advanced?.charts.profit_by_side ?? [];
  if (months.length < 2) return null;
  const { words, format } = language;
  const { sides: texts } = words;
  return html`<section id="sides" aria-labelledby="sides-title">
<h2 id="sides-title">${texts.title}${currency !== null && `, ${currency}`}</h2>
<p>${texts.lead}</p>
${lines(months, language)}
<details class="more"><summary>${words.tradingHours.table}</summary><div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}"><table class="narrow">
<thead><tr><th scope="col">${texts.month}</th><th scope="col" class="num">${texts.longs}</th><th scope="col" class="num">${texts.shorts}</th></tr></thead>
<tbody>${months
    .toReversed()
    .map(
      ({ date, longs_profit, shorts_profit }) =>
        html`<tr><th scope="row">${format.month(date)}</th>${amountCell(longs_profit, currency, language)}${amountCell(shorts_profit, currency, language)}</tr>`,
    )}</tbody></table></div></details>
</section>`;
}

const [width, height, side, top] = [480, 110, 64, 8];

/** Draws both lines from 0 on. The line of sell trades is dashed, so nobody needs its colour. */
function lines(months: readonly Month[], { words, format }: Language): Html {
  const pointsOf = (profitOf: (month: Month) => number): Point[] => [
    [0, 0],
    ...months.map((month, at) => [at + 1, profitOf(month)] as const),
  ];
  const both = [
    pointsOf(({ longs_profit }) => longs_profit),
    pointsOf(({ shorts_profit }) => shorts_profit),
  ];
  const { paths, y: range } = fitLines(both, { left: side, top, width: width - side, height });
  const y = (profit: number) => coordinateOf(profit, range, top + height, top);
  const [first, last] = [months[0], months.at(-1)];
  const foot = top + height + 12;
  return html`<svg class="columns wide" viewBox="0 0 ${width + 4} ${foot + 4}" preserveAspectRatio="xMinYMid" aria-hidden="true">${[
    ...new Set([range.max, 0, range.min]),
  ].map(
    (profit) =>
      html`<path class="axis" d="M${side} ${y(profit)}H${width}"/><text class="scale" x="${side - 4}" y="${y(profit) + 3}">${format.signedCompact(profit)}</text>`,
  )}<path class="line" d="${paths[0]}"/><path class="line shorts" d="${paths[1]}"/><text class="start" x="${side}" y="${foot}">${format.month(first?.date ?? '')}</text><text class="scale" x="${width}" y="${foot}">${format.month(last?.date ?? '')}</text></svg>
<p class="key">${lineSample('line')} ${words.sides.longs} ${lineSample('line shorts')} ${words.sides.shorts}</p>`;
}
