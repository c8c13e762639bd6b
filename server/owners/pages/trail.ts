import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { actorOf } from '../../../pipeline/registry/owner-decisions.ts';
import { instant } from '../../site/cells.ts';
import { type Html, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { ownersPage } from './frame.ts';
import { sentenceOf, textOf } from './trail-sentences.ts';

/**
 * Returns the page of decisions, newest first. `older` is the number at which the next page begins,
 * or null. `names` has the names of the owner's accounts by slug.
 */
export function trailPage(
  request: SignedInRequest,
  entries: readonly AuditEntry[],
  names: ReadonlyMap<string, string>,
  older: number | null,
): Html {
  const { trail: words } = request.words;
  return ownersPage(
    request,
    words.title,
    '/me/trail',
    html`<h1>${words.title}</h1>
<p class="lead">${words.lead}</p>
${entries.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ol class="own trail">${groupChanges(entries).map((group) => groupItem(request, group, names))}</ol>`}
${older !== null && html`<nav class="leaf" aria-label="${words.more}"><a rel="next" href="/me/trail?before=${older}">${words.older}</a></nav>`}`,
  );
}

/** Groups the changes of one entry at one instant, since one form may make several. */
function groupChanges(entries: readonly AuditEntry[]): AuditEntry[][] {
  const groups: AuditEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    const [first] = group ?? [];
    const isSame =
      first?.at === entry.at && first.actor === entry.actor && first.entry === entry.entry;
    if (group && isSame) group.unshift(entry);
    else groups.push([entry]);
  }
  return groups;
}

function groupItem(
  request: SignedInRequest,
  group: readonly AuditEntry[],
  names: ReadonlyMap<string, string>,
): Html {
  const { trail: words } = request.words;
  const [first] = group;
  if (first === undefined) return html``;
  const { kind, entry, at, actor } = first;
  const sentences = group.flatMap((change) => sentenceOf(change, request) ?? []);
  const name = names.get(entry) ?? entry;
  return html`<li><h2>${kind === 'owner' ? words.your : html`<bdi>${name}</bdi>`}</h2>
<p>${sentences.join(' ') || fillText(words.changed, { field: first.field.replaceAll('_', ' ') })}${group.some(({ shows }) => shows !== null) && html` <span class="hint">${words.shows}</span>`}</p>
<ul class="facts"><li>${instant(at, request.context.language)}</li><li>${actorName(actor, request.owner.slug, request)}</li></ul>
<details class="more"><summary>${words.details}</summary><ul class="told">${group.map(
    ({ field, from, to }) =>
      html`<li><code>${field}</code>: <code>${textOf(from)}</code> → <code>${textOf(to)}</code></li>`,
  )}</ul></details></li>
`;
}

/**
 * Names who made a change. Names of the operator's shell accounts are left out: owners needn't know
 * them.
 */
function actorName(actor: string, owner: string, { words: { trail: words } }: PageWords): string {
  if (actor === actorOf(owner)) return words.you;
  if (actor === 'connector') return words.connector;
  if (actor === 'run') return words.run;
  if (actor === 'link') return words.link;
  const [command = ''] = actor.split(' (');
  return /^(registry|keys|owners) /.test(command)
    ? fillText(words.operatorBy, { command })
    : words.operator;
}
