import { isIP } from 'node:net';
import type { AssetEntry } from '../../site/assets.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { layout, type Section } from '../../site/layout.ts';
import type { OwnerPageRequest, SignedInRequest } from '../page-request.ts';

const ownerSections: readonly Section[] = [
  ['/me', 'Accounts'],
  ['/me/connections', 'Connections'],
  ['/me/settings', 'Settings'],
  ['/me/trail', 'Decisions'],
];
const operatorSection: Section = ['/operator', 'Operator'];

/** Lays out a page for a signed-in owner, with the sign-out form at its end. */
export function ownersPage(
  { owner, context }: SignedInRequest,
  title: string,
  section: string,
  main: HtmlContent,
): Html {
  const sections = owner.role === 'operator' ? [...ownerSections, operatorSection] : ownerSections;
  return layout(
    {
      title: `${title} · ${context.site.host}`,
      description: title,
      path: null,
      section,
      sections,
      script: 'owners.ts',
      main: html`${main}
<form class="leave" method="post" action="/me/sign-out"><button>Sign out</button> <span>Signed in as ${owner.slug}</span></form>`,
    },
    context,
  );
}

/** Tells whether browsers can use passkeys here: they need a host name, not a bare IP address. */
export const mayHavePasskeys = ({ context: { site } }: OwnerPageRequest): boolean =>
  isIP(new URL(site.baseUrl).hostname.replace(/^\[|\]$/g, '')) === 0;

/** Lays out a page for a visitor who is not signed in. */
export const strangersPage = (
  { context }: OwnerPageRequest,
  title: string,
  main: HtmlContent,
  script?: AssetEntry,
): Html =>
  layout(
    {
      title: `${title} · ${context.site.host}`,
      description: title,
      path: null,
      section: null,
      ...(script && { script }),
      main: html`${main}`,
    },
    context,
  );
