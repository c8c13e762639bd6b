import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { actorOf } from '../../../pipeline/registry/owner-decisions.ts';
import { instant } from '../../site/cells.ts';
import { type Html, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { ownersPage } from './frame.ts';

/**
 * Returns the page of decisions, newest first. `older` is where the next page continues, or null.
 */
export function trailPage(
  request: SignedInRequest,
  entries: readonly AuditEntry[],
  older: number | null,
): Html {
  const { owner } = request;
  return ownersPage(
    request,
    'Decisions',
    '/me/trail',
    html`<h1>Decisions</h1>
<p class="lead">Every change to your accounts and settings: who made it and when.</p>
${entries.length === 0 ? html`<p class="empty">No changes yet.</p>` : html`<ol class="own trail">${entries.map((entry) => entryItem(entry, owner.slug))}</ol>`}
${older !== null && html`<nav class="leaf" aria-label="More decisions"><a rel="next" href="/me/trail?before=${older}">Older →</a></nav>`}`,
  );
}

function entryItem(
  { at, actor, kind, entry, field, from, to, shows }: AuditEntry,
  owner: string,
): Html {
  return html`<li><h2>${kind === 'owner' ? 'You' : html`<bdi>${entry}</bdi>`}: ${field.replaceAll('_', ' ')}</h2>
<p><code>${textOf(from)}</code> → <code>${textOf(to)}</code></p>
${shows !== null && html`<p class="hint">This shows more: ${shows}</p>`}
<ul class="facts"><li>${instant(at)}</li><li>${whoIs(actor, owner)}</li></ul></li>
`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const siteActors: Readonly<Record<string, string>> = {
  connector: 'this site, after your sign-in at the broker',
  run: 'this site, when it computed the figures',
};

/**
 * Names who made a change. Names of the operator's shell accounts are left out: owners needn't know
 * them.
 */
export function whoIs(actor: string, owner: string): string {
  if (actor === actorOf(owner)) return 'you';
  const bySite = siteActors[actor];
  if (bySite) return bySite;
  const [what = ''] = actor.split(' (');
  return /^(registry|keys|owners) /.test(what) ? `the operator, by ${what}` : 'the operator';
}
