import { sectionNames } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import { downloads } from '../downloads.ts';
import { type Html, html } from '../html.ts';

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
