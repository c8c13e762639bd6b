import { createHash } from 'node:crypto';
import {
  jsonParts,
  listParts,
  type PartName,
  type SectionName,
  sectionNames,
} from '../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import type { Attribution } from './attribution.ts';
import type { Body } from './body.ts';
import type { BodyCache } from './body-cache.ts';
import { ApiError } from './errors.ts';
import { membersOf } from './json-text.ts';
import { isWithheld, neutralise } from './privacy.ts';
import type { Subject } from './subject.ts';

/** Members of the account object before its sections, and who knows them. */
const fields = [
  ['type', 'registry'],
  ['slug', 'registry'],
  ['name', 'registry'],
  ['platform', 'snapshot'],
  ['currency', 'snapshot'],
  ['broker', 'snapshot'],
  ['server', 'snapshot'],
  ['leverage', 'snapshot'],
  ['demo', 'snapshot'],
  ['history_cut_at', 'registry'],
  ['published', 'registry'],
  ['verified', 'registry'],
  ['balance', 'snapshot'],
  ['equity', 'snapshot'],
  ['created_at', 'snapshot'],
  ['updated_at', 'snapshot'],
  ['performance', 'snapshot'],
  ['owner', 'registry'],
  ['attribution', 'registry'],
] as const;

export interface Shown {
  readonly subject: Subject;
  readonly owner: { readonly slug: string; readonly name: string | null };
  readonly attribution: Attribution;
}

/** An account as one kind of caller sees it. */
export interface AccountView extends Shown {
  /** Equal for views that look the same in every byte, whatever sections or lists are asked for. */
  readonly fingerprint: string;
}

export type Sections = ReadonlySet<SectionName>;

const shownParts: readonly PartName[] = [
  ...jsonParts,
  ...listParts.flatMap((name) => [name, `${name}.index`] as const),
];

export function createView(shown: Shown): AccountView {
  const { account, entry, hidden, rows } = shown.subject;
  const hashes = shownParts.map((name) => entry.parts[name]?.[3]);
  const flags = [hidden, ...rows].map((flags) => flags && [...flags]);
  const content = JSON.stringify([[...liveFields(shown)], account.created_at, flags, hashes]);
  return { ...shown, fingerprint: createHash('sha256').update(content).digest('base64url') };
}

/** The account object as bytes; views with one fingerprint share the cached body. */
export function accountBody(
  view: AccountView,
  sections: Sections,
  snapshot: Snapshot,
  bodies: BodyCache,
): Body {
  const mask = sectionNames.map((name) => (sections.has(name) ? '1' : '0')).join('');
  return bodies.get(`${view.fingerprint} ${mask}`, () =>
    Buffer.from(accountText(view, sections, snapshot)),
  );
}

/** The account object as text, for lists of them. */
export function accountText(view: Shown, sections: Sections, snapshot: Snapshot): string {
  const { entry, hidden } = view.subject;
  const known = { registry: liveFields(view), snapshot: factsOf(view, snapshot) };
  const members = fields.map(([name, source]) => {
    const value = known[source].get(name);
    if (value === undefined) throw new Error(`the ${source} has no ${name}`);
    return `"${name}":${value}`;
  });
  const asked = sectionNames.filter((name) => sections.has(name));
  const parts = asked.map((name) => {
    if (isWithheld(name, hidden)) return `"${name}":null`;
    return `"${name}":${neutralise(name, partText(snapshot, entry.id, name), hidden)}`;
  });
  return `{${[...members, ...parts].join(',')}}`;
}

function liveFields({ subject, owner, attribution }: Shown): Map<string, string> {
  const { type, slug, name, published, verified } = subject.account;
  const values = {
    type,
    slug,
    name,
    history_cut_at: subject.historyCutAt,
    published,
    verified,
    owner,
    attribution,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

function factsOf({ subject }: Shown, snapshot: Snapshot): Map<string, string> {
  const { account, entry } = subject;
  const facts = membersOf(partText(snapshot, entry.id, 'summary'));
  if (facts.get('created_at') === 'null' || account.type === 'portfolio') {
    facts.set('created_at', JSON.stringify(account.created_at));
  }
  return facts;
}

function partText(snapshot: Snapshot, id: string, name: SectionName | 'summary'): string {
  const bytes = snapshot.part(id, name);
  if (!bytes) throw new ApiError('unavailable');
  return bytes.toString();
}
