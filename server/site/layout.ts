import type { Entry } from './assets.ts';
import type { Context } from './context.ts';
import { type Content, type Html, html } from './html.ts';

export type Section = readonly [path: string, name: string];

export interface Page {
  readonly title: string;
  readonly description: string;
  /** Path of the page in the navigation that it belongs to. */
  readonly section: string | null;
  /** Where else to go; the public pages unless told. */
  readonly sections?: readonly Section[];
  readonly main: Html;
  readonly script?: Entry;
  readonly head?: Content;
}

const publicSections: readonly Section[] = [
  ['/', 'Accounts'],
  ['/calendar', 'Calendar'],
];

/** A whole document around what a page has to say. */
export function layout(page: Page, { site, assets }: Context): Html {
  const { title, description, section, sections = publicSections, main, script, head } = page;
  return html`<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${description}">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${stylesheet(assets.address('style.css'))}${themeScript(assets.address('theme.ts'))}${script && module(assets.address(script))}${head}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header class="top">
<a class="mark" href="/">trackrecord</a>
<nav aria-label="Pages"><ul>${sections.map(
    ([path, name]) =>
      html`<li><a href="${path}"${section === path && html` aria-current="page"`}>${name}</a></li>`,
  )}</ul></nav>
<button type="button" class="theme" id="theme" hidden>Dark</button>
</header>
<main id="main">
${main}
</main>
<footer class="bottom">
<p>Track records at <a href="/">${site.host}</a>. All figures are of net results; days and months are in UTC. Past results say nothing certain about later ones. <a href="/me">For owners</a></p>
</footer>
</body>
</html>
`;
}

export const stylesheet = (address: string | null) =>
  address !== null && html`<link rel="stylesheet" href="${address}">\n`;

/** Before the first paint, so that a chosen theme does not flash the other. */
const themeScript = (address: string | null) =>
  address !== null && html`<script src="${address}"></script>\n`;

const module = (address: string | null) =>
  address !== null && html`<script type="module" src="${address}"></script>\n`;
