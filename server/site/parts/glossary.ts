import type { PageAccount } from '../account.ts';
import { definitionText } from '../definitions.ts';
import { type Html, html } from '../html.ts';
import type { Language } from '../language/languages.ts';
import { statisticNames } from './statistics.ts';

/** Names of the figures that every account page defines. */
export const alwaysDefined = ['twr_percent', 'absolute_gain_percent', 'max_drawdown_percent'];

/** Definitions of all figures on the page, with formula and source. */
export function glossary(account: PageAccount, language: Language): Html {
  const names = [
    ...alwaysDefined,
    ...(account.monthly?.yearly_performance.length ? ['monthly_percent'] : []),
    ...(account.advanced?.total_trades ? statisticNames : []),
  ];
  const { figures: words } = language.words;
  return html`<section id="how" aria-labelledby="how-title">
<h2 id="how-title">${words.how}</h2>
<p>${words.howMeans}</p>
<dl class="how">${names.map(
    (
      name,
    ) => html`<div id="how-${name}"><dt><code>${name}</code></dt><dd>${definitionText(name, language)}</dd></div>
`,
  )}</dl>
</section>`;
}
