import { sectionNames } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import { definitionOf, definitionText } from '../definitions.ts';
import { downloads } from '../downloads.ts';
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

/** The same figures for programs, and the credit that goes with them. */
export function data(account: PageAccount): Html {
  const { slug, attribution } = account;
  const json = `/api/v1/accounts/${slug}?include=${sectionNames}`;
  const files = downloads.filter(({ file }) => account.files.includes(file));
  return html`<section id="data" aria-labelledby="data-title">
<h2 id="data-title">Download and embed</h2>
<ul class="links"><li><a href="${json}">JSON</a>, all of it</li>${files.map(
    ({ file, label }) => html`<li><a href="/account/${slug}/${file}">CSV</a>, ${label}</li>`,
  )}<li><a href="/widget/${slug}">Widget</a> for another site; <a href="/api/v1/accounts/${slug}/widget">how to embed it</a></li></ul>
<p>Whoever shows these figures elsewhere says: <a href="${attribution.account_url}">${attribution.text}</a>.</p>
</section>`;
}
