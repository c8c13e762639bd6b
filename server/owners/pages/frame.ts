import { isIP } from 'node:net';
import type { AssetEntry } from '../../site/assets.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { layout, type Section } from '../../site/layout.ts';
import type { OwnersVisit, Visit } from '../visit.ts';

const everybodys: readonly Section[] = [
  ['/me', 'Accounts'],
  ['/me/settings', 'Settings'],
  ['/me/trail', 'Decisions'],
];
const operators: Section = ['/operator', 'Operator'];

/** A page of whoever is signed in. */
export function ownersPage(
  { owner, context }: OwnersVisit,
  title: string,
  section: string,
  main: HtmlContent,
): Html {
  const sections = owner.role === 'operator' ? [...everybodys, operators] : everybodys;
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

/** Whether a browser makes passkeys for the site: they are bound to names, never to bare addresses. */
export const mayHavePasskeys = ({ context: { site } }: Visit): boolean =>
  isIP(new URL(site.baseUrl).hostname.replace(/^\[|\]$/g, '')) === 0;

/** A page before anybody is signed in. */
export const strangersPage = (
  { context }: Visit,
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
