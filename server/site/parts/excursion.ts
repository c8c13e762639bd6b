import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { notShown } from './not-shown.ts';

/** Section of the worst and the best result that trades had while they were open. */
export function excursion(account: PageAccount, language: Language): Html | null {
  const { excursion: known, hidden, currency } = account;
  const { words, format } = language;
  const { excursion: texts } = words;
  if (hidden.includes('excursion')) return notShown('excursion', texts.title, language);
  if (known === null || known.trades === 0) return null;
  const amount = (value: number | null) => format.signedAmount(value, currency);
  const once = fillText(texts.onceOf, {
    count: format.count(known.losses_once_in_profit),
    percent: format.percent(known.losses_once_in_profit_percent, 0),
  });
  const rows = [
    [texts.trades, format.count(known.trades)],
    [texts.worst, amount(known.avg_mae)],
    [texts.best, amount(known.avg_mfe)],
    [texts.worstOfWins, amount(known.avg_mae_of_wins)],
    [texts.bestOfLosses, amount(known.avg_mfe_of_losses)],
    [texts.kept, format.percent(known.kept_percent, 0)],
    [texts.once, known.losses_once_in_profit_percent === null ? format.unknown : once],
  ] as const;
  return html`<section id="excursion" aria-labelledby="excursion-title">
<h2 id="excursion-title">${texts.title}${currency !== null && `, ${currency}`}</h2>
<p>${texts.lead}</p>
<dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${known.pairs.length > 1 && html`<figure><figcaption>${texts.scatter}</figcaption>${scatter(known.pairs)}</figure>`}
</section>`;
}

type Pair = NonNullable<PageAccount['excursion']>['pairs'][number];

const [width, height, radius] = [480, 200, 2.5];

/** Draws a dot for each trade. Further right means a worse result, further up a better one. */
function scatter(pairs: readonly Pair[]): Html {
  const worst = Math.max(1e-9, ...pairs.map(({ mae }) => -mae));
  const best = Math.max(1e-9, ...pairs.map(({ mfe }) => mfe));
  const x = ({ mae }: Pair) => Math.round(radius + (-mae / worst) * (width - 2 * radius));
  const y = ({ mfe }: Pair) => Math.round(height - radius - (mfe / best) * (height - 2 * radius));
  return html`<svg class="columns wide" viewBox="0 0 ${width} ${height + 1}" preserveAspectRatio="xMinYMid" aria-hidden="true"><path class="axis" d="M0.5 0V${height + 0.5}H${width}"/>${pairs.map(
    (pair) =>
      html`<circle class="${pair.net_profit < 0 ? 'lost' : 'won'}" cx="${x(pair)}" cy="${y(pair)}" r="${radius}"/>`,
  )}</svg>`;
}
