import { sectionNames } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { creditText } from '../credit.ts';
import { definitionText } from '../definitions.ts';
import { downloads } from '../downloads.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import type { Language } from '../language/languages.ts';
import { embed } from './embed.ts';
import { statisticNames } from './statistics.ts';

/** Figures that every page defines. */
export const alwaysDefined = ['twr_percent', 'absolute_gain_percent', 'max_drawdown_percent'];

/** Every figure of the page with its formula and where that is from. */
export function how(account: PageAccount, language: Language): Html {
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

/** The same figures for programs, and the credit that goes with them. */
export function data(account: PageAccount, { site, language }: Context): Html {
  const { words: texts, to } = language;
  const { data: words, feed } = texts;
  const { slug, attribution } = account;
  const json = `/api/v1/accounts/${slug}?include=${sectionNames},restatements`;
  const files = downloads.filter(({ file }) => account.files.includes(file));
  const widget = html`<a href="${to(`/widget/${slug}`)}">${words.widgetName}</a>`;
  const how = html`<a href="${to(`/account/${slug}/embed`)}">${words.embed}</a>`;
  const listLinks = {
    trades: html`<code>/api/v1/accounts/${slug}/trades</code>`,
    positions: html`<code>/positions</code>`,
    me: html`<a href="/me">/me</a>`,
    docs: html`<a href="/docs">${words.docs}</a>`,
  };
  const credit = html`<a href="${attribution.account_url}">${creditText(attribution, language)}</a>`;
  return html`<section id="data" aria-labelledby="data-title">
<h2 id="data-title">${words.title}</h2>
<ul class="links"><li>${fill(words.json, { link: html`<a href="${json}">JSON</a>` })}</li>${files.map(
    ({ file }) =>
      html`<li>${fill(words.csv, { link: html`<a href="/account/${slug}/${file}">CSV</a>`, what: words.files[file] })}</li>`,
  )}${account.monthly !== null && html`<li><a href="${to(`/account/${slug}/months.atom`)}">${feed.link}</a></li>`}<li>${fill(words.widget, { link: widget, how })}</li></ul>
${embed(account, site, language)}
<p>${fill(words.lists, listLinks)}</p>
<p>${fill(words.credit, { link: credit })}</p>
</section>`;
}
