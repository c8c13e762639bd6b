import type { PageAccount } from '../account.ts';
import { definitionOf, definitionText } from '../definitions.ts';
import { type Html, html } from '../html.ts';
import { statisticNames } from './statistics.ts';

const always = ['twr_percent', 'absolute_gain_percent', 'max_drawdown_percent'];

/** Every figure of the page with its formula and where that is from. */
export function how(account: PageAccount): Html {
  const names = [
    ...always,
    ...(account.monthly?.yearly_performance.length ? ['monthly_percent'] : []),
    ...(account.advanced?.total_trades ? statisticNames : []),
  ];
  return html`<section id="how" aria-labelledby="how-title">
<h2 id="how-title">How is this computed?</h2>
<p>Every figure is of net results: profit, commission and swap together. The same figures stand under the names below in the JSON.</p>
<dl class="how">${names.map((name) => {
    const definition = definitionOf(name);
    return html`<div id="how-${name}"><dt><code>${name}</code></dt><dd>${definitionText(definition)}</dd></div>
`;
  })}</dl>
</section>`;
}
