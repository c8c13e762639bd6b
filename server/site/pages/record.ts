import type { PageAccount } from '../account.ts';
import type { Context } from '../context.ts';
import { dataBlock, type Html, type HtmlContent, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { layout } from '../layout.ts';
import { isPrivate } from '../parts/downloads.ts';
import { headline } from '../parts/headline.ts';
import { identity } from '../parts/identity.ts';
import { addressOfPage, fragmentsOf, type RecordPage, recordPages } from '../record-pages.ts';

interface Parts {
  /** Content below the head; the overview has the figures of the head in its own place. */
  readonly main: Html;
  /** Sentence above the figures that answers the question of the page. */
  readonly answer?: Html | null;
  /** Notice in place of the one for the owner. */
  readonly notice?: Html | undefined;
  readonly head?: HtmlContent;
}

/** Builds a page of a record: the head that all of them have, the bar that leads to the others. */
export function recordPage(
  account: PageAccount,
  page: RecordPage,
  { main, answer, notice, head }: Parts,
  context: Context,
): Html {
  const { slug, name } = account;
  const { language, site } = context;
  const { words } = language;
  const title = page === 'overview' ? name : `${words.contents[page]} · ${name}`;
  const description = describedAs(account, page, language);
  const content = html`<article class="account on-${page}">
${notice ?? ownersNotice(account, language)}
${identity(account, actions(account, language), language)}
${bar(account, page, language)}
${answer}
${page !== 'overview' && headline(account, language)}
${main}
${dataBlock('format-words', words.format)}
</article>`;
  return layout(
    {
      title: `${title} · ${site.name}`,
      description,
      path: addressOfPage(slug, page),
      isIndexed: account.isShared !== true,
      section: '/',
      main: content,
      style: 'account.css',
      script: 'account.ts',
      head: html`${head}${preview(account, page, title, description, context)}`,
    },
    context,
  );
}

/** Bar of the pages. Fragments that the one long page had lead to them, by a script. */
const bar = (account: PageAccount, current: RecordPage, { words, to }: Language): Html =>
  html`<nav class="contents" aria-label="${words.contents.title}" data-all-columns="${words.layout.allColumns}"><ul>${(
    Object.keys(recordPages) as RecordPage[]
  )
    .filter((page) => page !== 'trades' || account.listed !== null)
    .map((page) => {
      const fragments = current === 'overview' ? fragmentsOf(page).join(' ') : '';
      return html`<li><a href="${to(addressOfPage(account.slug, page))}"${page === current && html` aria-current="page"`}${fragments !== '' && html` data-fragments="${fragments}"`}>${words.contents[page]}</a></li>`;
    })}</ul></nav>`;

/**
 * Links to what readers take away: the trades, the sheet, a link or picture, and the files. Phones
 * leave out what the bar of pages or the foot have too.
 */
function actions(account: PageAccount, { words, to }: Language): Html {
  const { slug, listed, isShared, updated_at } = account;
  const { contents: texts } = words;
  const share = isPrivate(account) ? `/me/accounts/${slug}/shares` : to(`/account/${slug}/embed`);
  const links = [
    listed !== null && ([to(addressOfPage(slug, 'trades')), texts.trades, true] as const),
    updated_at !== null && ([to(`/account/${slug}/tearsheet.pdf`), texts.sheet, false] as const),
    isShared !== true && ([share, texts.share, false] as const),
    updated_at !== null &&
      account.files.length > 0 &&
      ([to(`/account/${slug}#data`), 'CSV', true] as const),
  ].filter((link) => link !== false);
  return html`<ul class="actions">${links.map(
    ([address, text, isElsewhere]) =>
      html`<li${isElsewhere && html` class="elsewhere"`}><a href="${address}">${text}</a></li>`,
  )}</ul>`;
}

/** Notice for the owner, with the way to change what others see. */
function ownersNotice({ slug, ownersView }: PageAccount, { words }: Language): Html | null {
  if (ownersView === undefined) return null;
  const { account: texts } = words;
  return html`<p class="notice only-you-page">${ownersView.isPrivate ? texts.onlyYouPage : texts.yours} <a href="/me/accounts/${slug}">${texts.edit}</a></p>`;
}

/** Describes a page of an account, for search engines and link previews. */
function describedAs(
  { name, performance }: PageAccount,
  page: RecordPage,
  { words, format }: Language,
): string {
  const figures = fillText(words.account.description, {
    return: format.signedPercent(performance.twr_percent),
    drawdown: format.percent(performance.max_drawdown_percent),
  });
  return page === 'overview' ? figures : `${words.contents[page]}: ${name}. ${figures}`;
}

/** Link preview that other sites show for a page; private and shared accounts have none. */
function preview(
  account: PageAccount,
  page: RecordPage,
  title: string,
  description: string,
  { site, language }: Context,
): Html | null {
  const { slug, isShared } = account;
  if (isShared || isPrivate(account)) return null;
  const image = language.to(`/widget/${slug}.png?size=preview`);
  return html`<meta property="og:type" content="website">
<meta property="og:site_name" content="${site.name}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${site.baseUrl}${language.to(addressOfPage(slug, page))}">
<meta property="og:image" content="${site.baseUrl}${image}">
<meta property="og:image:width" content="1200">
<meta property="og:image:height" content="630">
<meta name="twitter:card" content="summary_large_image">
`;
}
