import { capitalised } from '../../../sql/figures.ts';
import { sectionNames } from '../../../sql/marts/index.ts';
import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { creditText } from '../credit.ts';
import { downloads } from '../downloads.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';

/**
 * Links to the account's figures for programs, the widget and the credit that goes with them. The
 * owner of a private account gets the files alone, since the rest answers with 404.
 */
export function downloadLinks(account: PageAccount, { language }: Context): Html {
  const { words: texts, to } = language;
  const { data: words, feed } = texts;
  const { slug, attribution } = account;
  const isPublic = !isPrivate(account);
  const json = `/api/v1/accounts/${slug}?include=${sectionNames},restatements`;
  const files =
    account.updated_at === null ? [] : downloads.filter(({ file }) => account.files.includes(file));
  const widget = html`<a href="${to(`/widget/${slug}`)}">${words.widgetName}</a>`;
  const how = html`<a href="${to(`/account/${slug}/embed`)}">${words.embed}</a>`;
  const listLinks = {
    trades: html`<code>/api/v1/accounts/${slug}/trades</code>`,
    positions: html`<code>/positions</code>`,
    me: html`<a href="/me">/me</a>`,
    docs: html`<a href="/docs">${words.docs}</a>`,
  };
  const sheet =
    account.updated_at !== null &&
    html`<li><a href="${to(`/account/${slug}/tearsheet.pdf`)}">${texts.tearSheet.link}</a></li>`;
  const csvLinks = files.map(
    ({ file }) =>
      html`<li><a href="/account/${slug}/${file}">${capitalised(words.files[file])} (CSV)</a></li>`,
  );
  const fileLinks = html`${sheet}${csvLinks}`;
  // Programs cannot read a private account, so its share link offers only files.
  if (account.isShared) {
    return html`<section id="data" aria-labelledby="data-title">
<h2 id="data-title">${words.title}</h2>
<ul class="links">${fileLinks}</ul>
</section>`;
  }
  const credit = html`<a href="${attribution.account_url}">${creditText(attribution, language)}</a>`;
  return html`<section id="data" aria-labelledby="data-title">
<h2 id="data-title">${words.title}</h2>
<ul class="links">${isPublic && html`<li><a href="${json}">${words.all} (JSON)</a></li>`}${fileLinks}${hasFeed(account) && html`<li><a href="${to(`/account/${slug}/months.atom`)}">${feed.link}</a></li>`}${isPublic && html`<li>${fill(words.widget, { link: widget, how })}</li>`}</ul>
${
  account.listed === null &&
  html`<p>${fill(words.lists, listLinks)}</p>
`
}${isPublic && html`<p>${fill(words.credit, { link: credit })}</p>`}
</section>`;
}

/** Tells whether the owner of a private account reads its page. */
export const isPrivate = ({ ownersView }: PageAccount): boolean => ownersView?.isPrivate === true;

/** Tells whether strangers get the feed of monthly returns. */
export const hasFeed = (account: PageAccount): boolean =>
  account.monthly !== null &&
  !isPrivate(account) &&
  account.ownersView?.hidden.includes('monthly') !== true;
