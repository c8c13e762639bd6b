import type { PageAccount } from '../account.ts';
import { amountCell } from '../cells.ts';
import { type Point, rangeWithZero } from '../charts/path.ts';
import { secondsOf } from '../charts/rebase.ts';
import { stillChart } from '../charts/still.ts';
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
  return html`<p>${texts.lead}</p>
${lines(months, language)}
<details class="more"><summary>${words.tradingHours.table}</summary><div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}"><table class="narrow">
<thead><tr><th scope="col">${texts.month}</th><th scope="col" class="num">${texts.longs}</th><th scope="col" class="num">${texts.shorts}</th></tr></thead>
<tbody>${months
    .toReversed()
    .map(
      ({ date, longs_profit, shorts_profit }) =>
        html`<tr><th scope="row">${format.month(date)}</th>${amountCell(longs_profit, currency, language)}${amountCell(shorts_profit, currency, language)}</tr>`,
    )}</tbody></table></div></details>`;
}

/** Draws both lines from 0 on. The line of sell trades is dashed, so nobody needs its colour. */
function lines(months: readonly Month[], { words, format }: Language): Html {
  const { sides: texts } = words;
  const endOf = (date: string) => secondsOf(`${date}-28`);
  const [start, ...rest] = months.map(({ date }) => secondsOf(`${date}-01`));
  const pointsOf = (profitOf: (month: Month) => number): Point[] => [
    [start ?? 0, 0],
    ...months.map((month) => [endOf(month.date), profitOf(month)] as const),
  ];
  const longs = pointsOf(({ longs_profit }) => longs_profit);
  const shorts = pointsOf(({ shorts_profit }) => shorts_profit);
  const chart = stillChart({
    lines: [
      { points: longs, className: '' },
      { points: shorts, className: ' shorts' },
    ],
    y: rangeWithZero([...longs, ...shorts]),
    labels: 4,
    isFilled: false,
    className: 'small',
    hits: months.map(({ date, longs_profit, shorts_profit }, at) => [
      secondsOf(`${date}-01`),
      rest[at] ?? endOf(date),
      `${format.month(date)}: ${texts.longs} ${format.signedCompact(longs_profit)}, ${texts.shorts} ${format.signedCompact(shorts_profit)}`,
    ]),
    value: format.signedCompact,
    days: format,
  });
  return html`${chart}
<p class="key">${lineSample('line')} ${texts.longs} ${lineSample('line shorts')} ${texts.shorts}</p>`;
}
