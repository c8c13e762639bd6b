import type { Site } from '../accounts/attribution.ts';
import { catalogueIn, languageCodes } from '../language/catalogues.ts';
import type { AssetEntry } from './assets.ts';
import type { Context } from './context.ts';
import { type Html, type HtmlContent, html } from './html.ts';
import { fill } from './language/fill.ts';
import { addressIn, type Language } from './language/languages.ts';

export type Section = readonly [path: string, name: string];

export interface Page {
  readonly title: string;
  readonly description: string;
  /** Path without a language; null if the page is in one language only. */
  readonly path: string | null;
  /** True if search engines should index the page under this path. */
  readonly isIndexed?: boolean;
  /** Path of the navigation entry that the page belongs to. */
  readonly section: string | null;
  /** Navigation entries; the public pages by default. */
  readonly sections?: readonly Section[];
  readonly main: Html;
  /** Style sheet; the one with the rules of all pages by default. */
  readonly style?: AssetEntry;
  readonly script?: AssetEntry | undefined;
  readonly head?: HtmlContent;
}

const publicSections = ({ words: { layout }, to }: Language): readonly Section[] => [
  [to('/'), layout.accounts],
  [to('/calendar'), layout.calendar],
];

/** Wraps the content of a page into a complete document. */
export function layout(page: Page, context: Context): Html {
  const { site, assets, language } = context;
  const { title, description, path, isIndexed, section, main, script, head } = page;
  const { style = 'style.css' } = page;
  const { sections = publicSections(language) } = page;
  const { layout: words } = language.words;
  const current = section && (page.sections ? section : language.to(section));
  return html`<html lang="${language.code}">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${isIndexed && path !== null && alternates(path, context)}${stylesheet(assets.address(style))}${themeScript(assets.address('theme.ts'))}${script && module(assets.address(script))}${head}
</head>
<body>
<a class="skip" href="#main">${words.skip}</a>
<header class="top">
<a class="mark" href="${language.to('/')}"><bdi>${site.siteName ?? 'trackrecord'}</bdi></a>
<nav aria-label="${words.pages}"><ul>${sections.map(
    ([path, name]) =>
      html`<li><a href="${path}"${current === path && html` aria-current="${page.path === null || page.path === section ? 'page' : 'true'}"`}>${name}</a></li>`,
  )}</ul></nav>
<div class="aside">${path !== null && chooser(path, language)}${page.sections === undefined && signInLink(language)}</div>
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
<p>${fill(words.foot, { host: html`<a href="${language.to('/')}">${site.name}</a>` })} <a href="${language.to('/numbers')}">${language.words.numbers.title}</a> · <a href="${language.to('/calendar')}">${words.calendar}</a> · <a href="/docs">API</a> · <a href="${language.to('/me')}">${words.owners}</a> <button type="button" class="pill" id="theme" data-dark="${words.dark}" data-light="${words.light}" data-dark-label="${words.darkColours}" data-light-label="${words.lightColours}" hidden>${words.dark}</button></p>
${operatorLine(context)}</footer>
</body>
</html>
`;
}

/** Names the operator in the foot, with the links that are set; null if nothing is. */
function operatorLine({ site, language }: Context): Html | null {
  const { operatorEmail, imprintUrl, termsUrl } = site;
  const { layout: words } = language.words;
  const name = operatorName(site);
  const parts = [
    name && fill(words.operatedBy, { name }),
    operatorEmail && html`<a href="mailto:${operatorEmail}">${operatorEmail}</a>`,
    imprintUrl && html`<a href="${imprintUrl}">${words.imprint}</a>`,
    termsUrl && html`<a href="${termsUrl}">${words.terms}</a>`,
  ].filter((part) => part !== null);
  if (parts.length === 0) return null;
  return html`<p class="operator">${parts.map((part, at) => html`${at > 0 && ' · '}${part}`)}</p>
`;
}

/** Returns the operator's name, linked if there is an address; null if it is unset. */
export function operatorName({ operatorName: name, operatorUrl: url }: Site): Html | null {
  if (name === null) return null;
  return url === null ? html`<bdi>${name}</bdi>` : html`<a href="${url}"><bdi>${name}</bdi></a>`;
}

/** Link in the header of every public page; signed-in owners get their menu in its place. */
export const signInLink = ({ words, to }: Language): Html =>
  html`<a class="sign-in" href="${to('/me')}">${words.layout.signIn}</a>`;

/** Links to the page in other languages, for readers. */
const chooser = (path: string, { code: currentCode, words }: Language): Html =>
  html`<nav class="languages" aria-label="${words.layout.languages}"><ul>${languageCodes.map(
    (code) =>
      html`<li><a href="${addressIn(code, path)}" lang="${code}" hreflang="${code}" title="${catalogueIn(code).name}"${code === currentCode && html` aria-current="true"`}>${code.toUpperCase()}</a></li>`,
  )}</ul></nav>
`;

/** Links to the page in other languages, for search engines. */
function alternates(path: string, { site: { baseUrl }, language }: Context): Html {
  return html`<link rel="canonical" href="${baseUrl}${language.to(path)}">
${languageCodes.map(
  (code) => html`<link rel="alternate" hreflang="${code}" href="${baseUrl}${addressIn(code, path)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${baseUrl}${path}">
`;
}

export const stylesheet = (address: string | null) =>
  address !== null && html`<link rel="stylesheet" href="${address}">\n`;

/** Script that runs before the first paint, so that the page never shows the other theme first. */
const themeScript = (address: string | null) =>
  address !== null && html`<script src="${address}"></script>\n`;

const module = (address: string | null) =>
  address !== null && html`<script type="module" src="${address}"></script>\n`;
