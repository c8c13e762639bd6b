import type { Context } from '../context.ts';
import { type Html, html } from '../html.ts';
import { stylesheet } from '../layout.ts';
import type { CardFacts } from './card.ts';
import type { Theme } from './sizes.ts';

/** A card as a page for a frame; it links to the account, in a window of its own. */
export function widgetPage(
  { name, attribution }: CardFacts,
  drawing: Html,
  theme: Theme | null,
  { assets }: Context,
): Html {
  return html`<html lang="en"${theme !== null && html` data-theme="${theme}"`}>
<head>
<meta charset="utf-8">
<title>${name}: ${attribution.text}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
${stylesheet(assets.address('widget.css'))}</head>
<body>
<main><h1><a href="${attribution.account_url}" target="_blank" rel="noopener">${drawing}</a></h1></main>
</body>
</html>
`;
}
