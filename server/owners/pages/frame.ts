import { isIP } from 'node:net';
import type { OwnerWords } from '../../language/words.ts';
import type { AssetEntry } from '../../site/assets.ts';
import { dataBlock, type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { layout, type Section } from '../../site/layout.ts';
import type { OwnerPageRequest, SignedInRequest } from '../page-request.ts';

const ownerSections = ({ sections: names }: OwnerWords['frame']): readonly Section[] => [
  ['/me', names.accounts],
  ['/me/connections', names.connections],
  ['/me/alerts', names.alerts],
  ['/me/settings', names.settings],
  ['/me/trail', names.trail],
];

/** Lays out a page for a signed-in owner, with the sign-out form at its end. */
export function ownersPage(
  { owner, context, words, page }: SignedInRequest,
  title: string,
  section: string,
  main: HtmlContent,
): Html {
  const { frame } = words;
  const sections = [
    ...ownerSections(frame),
    ...(owner.role === 'operator' ? [['/operator', frame.sections.operator] as const] : []),
  ];
  return layout(
    {
      title: `${title} · ${context.site.name}`,
      description: title,
      path: page,
      section,
      sections,
      script: 'owners.ts',
      main: html`${main}
${dataBlock('format-words', context.language.words.format)}
${dataBlock('copy-words', context.language.words.layout.copying)}
<form class="leave" method="post" action="/me/sign-out"><button>${frame.signOut}</button> <span>${fill(frame.signedInAs, { owner: owner.slug })}</span></form>`,
    },
    context,
  );
}

/** Tells whether browsers can use passkeys here: they need a host name, not a bare IP address. */
export const mayHavePasskeys = ({ context: { site } }: OwnerPageRequest): boolean =>
  isIP(new URL(site.baseUrl).hostname.replace(/^\[|\]$/g, '')) === 0;

/** Lays out a page for a visitor who is not signed in. */
export const strangersPage = (
  { context, page }: OwnerPageRequest,
  title: string,
  main: HtmlContent,
  script?: AssetEntry,
): Html =>
  layout(
    {
      title: `${title} · ${context.site.name}`,
      description: title,
      path: page,
      section: null,
      script,
      main: html`${main}`,
    },
    context,
  );
