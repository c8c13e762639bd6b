import type { PageAccount } from '../account.ts';
import { cell, probabilityText } from '../cells.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';

/** Section with the probability of losing parts of the capital; null if it is unknown. */
export function riskOfRuin({ advanced }: PageAccount, language: Language): Html | null {
  const losses = advanced?.risk_of_ruin ?? [];
  if (!losses.some(({ probability_percent }) => probability_percent !== null)) return null;
  const { words, format } = language;
  const { riskOfRuin: texts } = words;
  return html`<p>${texts.lead}</p>
<div class="scroll" data-scrolls="${words.layout.scrolls}" tabindex="0" role="region" aria-label="${texts.title}: ${texts.probability}"><table class="narrow">
<thead><tr><th scope="col">${texts.loss}</th><th scope="col" class="num">${texts.probability}</th></tr></thead>
<tbody>${losses.map(
    ({
      loss_percent,
      probability_percent,
    }) => html`<tr><th scope="row">${format.percent(loss_percent, 0)}</th>${cell(probabilityText(probability_percent, 1, format))}</tr>
`,
  )}</tbody></table></div>`;
}
