import type { PageAccount } from '../account.ts';
import {
  type Behaviour,
  behavingOf,
  missingSentences,
  warningSentences,
} from '../behaviour-warnings.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

type Row = readonly [label: string, text: string];

/** Section of how an account trades: its warnings, what they mean, and what can't be told. */
export function behaviour(account: PageAccount, language: Language): Html | null {
  const { behaviour: found } = account;
  const { behaviour: texts } = language.words;
  if (found === null || found.entries === 0) return null;
  const missing = missingSentences(behavingOf(account), language);
  return html`<p>${texts.lead}</p>
${warned(found, language)}
${missing.map((sentence) => html`<p class="untold">${sentence}</p>`)}`;
}

/** Figures behind the warnings; null without data. */
export function behaviourFigures(
  { behaviour: found }: PageAccount,
  language: Language,
): Html | null {
  const { behaviour: texts } = language.words;
  if (found === null || found.entries === 0) return null;
  const groups = [
    [texts.lots, lotsOf(found, language)],
    [texts.together, basketsOf(found, language)],
    [texts.endings, endingsOf(found, language)],
  ] as const;
  return html`<div class="groups">${groups.map(
    ([title, rows]) => html`<div class="group"><h3>${title}</h3>
<dl class="record">${rows.map(([label, text]) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl></div>
`,
  )}</div>`;
}

/** Warnings, each with what it means and from which value it is given. */
function warned(found: Behaviour, language: Language): Html {
  const { words, format } = language;
  const { behaviour: texts } = words;
  const sentences = warningSentences(found, language);
  if (sentences.length === 0) return html`<p>${texts.none}</p>`;
  const thresholdOf = (code: string) =>
    found.warnings.find((warning) => warning.code === code)?.threshold ?? null;
  return html`<dl class="warned-of">${sentences.map(
    ([code, sentence]) =>
      html`<dt>${sentence}</dt><dd>${texts.means[code]} ${fillText(texts.thresholds[code], { threshold: format.plain(thresholdOf(code)) })}</dd>
`,
  )}</dl>`;
}

function lotsOf(found: Behaviour, { words, format }: Language): Row[] {
  const { behaviour: texts } = words;
  return [
    [texts.largerAfterLoss, format.percent(found.larger_after_loss_percent, 1)],
    [texts.largerAfterWin, format.percent(found.larger_after_win_percent, 1)],
    [texts.ratioAfterLoss, format.number(found.lots_after_loss_ratio)],
    [texts.ratioAfterWin, format.number(found.lots_after_win_ratio)],
    [texts.largestMultiple, format.number(found.largest_lot_multiple, 1)],
  ];
}

function basketsOf(found: Behaviour, { words, format }: Language): Row[] {
  const { behaviour: texts } = words;
  const { baskets } = found;
  return [
    [texts.decisions, format.count(found.decisions)],
    [texts.perMonth, format.number(found.decisions_a_month, 1)],
    [texts.averageTrades, format.number(baskets.average_trades)],
    [texts.mostTrades, format.count(baskets.most_trades)],
    [texts.addsToLosers, format.percent(baskets.adds_to_losers_percent, 1)],
    [texts.addsToWinners, format.percent(baskets.adds_to_winners_percent, 1)],
    [texts.addsToThreeLosers, format.percent(baskets.adds_to_three_losers_percent, 1)],
    [texts.addsToThreeWinners, format.percent(baskets.adds_to_three_winners_percent, 1)],
  ];
}

function endingsOf(found: Behaviour, { words, format }: Language): Row[] {
  const { behaviour: texts } = words;
  return [
    [texts.withoutStop, format.percent(found.without_stop_percent, 1)],
    [texts.holding, format.number(found.holding_ratio, 1)],
    [texts.worstBasket, format.number(found.wins_lost_in_worst_basket, 1)],
  ];
}
