import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { actorOf } from '../../../pipeline/registry/own.ts';
import { type Html, html } from '../../site/html.ts';
import { instant } from '../../site/numbers.ts';
import type { OwnersVisit } from '../visit.ts';
import { ownersPage } from './frame.ts';

/** What was decided, the newest first; `older` is where the next page goes on. */
export function trailPage(
  visit: OwnersVisit,
  entries: readonly AuditEntry[],
  older: number | null,
): Html {
  const { owner } = visit;
  return ownersPage(
    visit,
    'Decisions',
    '/me/trail',
    html`<h1>Decisions</h1>
<p class="lead">What was decided of you and what is yours, by whom and when.</p>
${entries.length === 0 ? html`<p class="empty">Nothing yet.</p>` : html`<ol class="own trail">${entries.map((entry) => one(entry, owner.slug))}</ol>`}
${older !== null && html`<nav class="leaf" aria-label="More decisions"><a rel="next" href="/me/trail?before=${older}">Older →</a></nav>`}`,
  );
}

function one({ at, actor, kind, entry, field, from, to, shows }: AuditEntry, owner: string): Html {
  return html`<li><h2>${kind === 'owner' ? 'You' : html`<bdi>${entry}</bdi>`}: ${field.replaceAll('_', ' ')}</h2>
<p><code>${textOf(from)}</code> → <code>${textOf(to)}</code></p>
${shows !== null && html`<p class="hint">Shows more: ${shows}</p>`}
<ul class="facts"><li>${instant(at)}</li><li>${whoIs(actor, owner)}</li></ul></li>
`;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** Whose accounts a shell has is nobody's business but the operator's. */
export function whoIs(actor: string, owner: string): string {
  if (actor === actorOf(owner)) return 'you';
  const [what = ''] = actor.split(' (');
  return /^(registry|keys|owners) /.test(what) ? `the operator, by ${what}` : 'the operator';
}
