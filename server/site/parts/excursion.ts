import type { PageAccount } from '../account.ts';
import { framed, percentOf, size } from '../charts/frame.ts';
import { coordinateOf, rangeOf } from '../charts/path.ts';
import { axisSteps } from '../charts/scale.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Section of the worst and the best result that trades had while they were open. */
export function excursion(
  { excursion: known, currency }: PageAccount,
  language: Language,
): Html | null {
  const { words, format } = language;
  const { excursion: texts } = words;
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
  return html`<p>${texts.lead}</p>
<dl class="record">${rows.map(([label, value]) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>
${known.pairs.length > 1 && html`<figure><figcaption>${texts.scatter}</figcaption>${scatter(known.pairs, currency, language)}</figure>`}`;
}

type Pair = NonNullable<PageAccount['excursion']>['pairs'][number];

/** Draws a dot for each trade. Further right means a worse result, further up a better one. */
function scatter(pairs: readonly Pair[], currency: string | null, { format }: Language): Html {
  const x = rangeOf(
    pairs.map(({ mae }) => -mae),
    [0],
  );
  const y = rangeOf(
    pairs.map(({ mfe }) => mfe),
    [0],
  );
  const [up, along] = [axisSteps(y.min, y.max, 4), axisSteps(x.min, x.max, 4)];
  const heightOf = (mfe: number) => Math.round(coordinateOf(mfe, y, size.height, 0));
  const acrossOf = (mae: number) => Math.round(coordinateOf(-mae, x, 0, size.width));
  return framed({
    className: 'small',
    left: up.map((value) => [percentOf(heightOf(value), size.height), format.signedCompact(value)]),
    below: along.map((value) => [
      percentOf(acrossOf(-value), size.width),
      format.signedCompact(-value),
    ]),
    lines: up.map(heightOf),
    content: pairs.map(({ mae, mfe, net_profit }) => {
      const [worst, best, net] = [mae, mfe, net_profit].map((at) =>
        format.signedAmount(at, currency),
      );
      return html`<path class="dot ${net_profit < 0 ? 'lost' : 'won'}" d="M${acrossOf(mae)} ${heightOf(mfe)}h0"><title>${worst} … ${best}: ${net}</title></path>`;
    }),
  });
}
