import type { PageAccount } from '../account.ts';
import { probabilityText } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

type Luck = NonNullable<PageAccount['luck']>;
type Row = readonly [label: string, text: string];

/** Section of what chance alone does to such a record; null if too few days are known. */
export function luck({ luck: found }: PageAccount, language: Language): Html | null {
  const { words, format } = language;
  const { luck: texts } = words;
  if (found === null || found.twr_percent === null) return null;
  const days = format.count(found.days);
  return html`<p>${fillText(texts.lead, { days })} ${texts.crashes}</p>
<dl class="record">${rowsOf(found, language).map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`;
}

function rowsOf(found: Luck, { words, format }: Language): Row[] {
  const { luck: texts } = words;
  const { twr_percent: returns, max_drawdown_percent: falls, luckiest_of, deflated_sharpe } = found;
  const range = (low: string, high: string): string => fillText(texts.range, { low, high });
  const losses = found.probability_of_loss_percent.map(
    ({ loss_percent, probability_percent }): Row => [
      fillText(texts.loss, { loss: format.percent(loss_percent, 0) }),
      probabilityText(probability_percent, 1, format),
    ],
  );
  const skill = deflated_sharpe === null ? null : 100 * deflated_sharpe;
  return [
    [texts.return, range(format.signedPercent(returns?.low), format.signedPercent(returns?.high))],
    [texts.fall, range(format.percent(falls?.low), format.percent(falls?.high))],
    ...losses,
    [
      fillText(texts.sharpe, { count: format.count(luckiest_of) }),
      probabilityText(skill, 1, format),
    ],
  ];
}
