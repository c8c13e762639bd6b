import { createHash } from 'node:crypto';
import type { TSchema } from 'typebox';
import {
  listParts,
  type PagePartName,
  type PartName,
  type SectionName,
  sectionNames,
} from '../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { advanced, monthly, summary } from '../sql/marts/index.ts';
import * as pages from '../sql/pages/index.ts';
import { asDescribed, lackingMembers } from './as-described.ts';
import type { Attribution } from './attribution.ts';
import type { Body, BodyCache } from './body.ts';
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
  ['data_source', 'snapshot'],
  ['history_cut_at', 'registry'],
  ['published', 'registry'],
  ['verified', 'registry'],
  ['verified_by', 'registry'],
  ['reconciled', 'snapshot'],
  ['reconciliation', 'snapshot'],
  ['balance', 'snapshot'],
  ['equity', 'snapshot'],
  ['created_at', 'snapshot'],
  ['updated_at', 'snapshot'],
  ['performance', 'snapshot'],
  ['owner', 'registry'],
  ['attribution', 'registry'],
] as const;

/** Facts that are nobody's business but the owner's. */
const ownersFields = Object.entries<TSchema>(summary.properties)
  .filter(([, schema]) => 'x-privacy' in schema && schema['x-privacy'] === 'owner')
  .map(([name]) => name);

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
  'summary',
  ...sectionNames,
  ...listParts.flatMap((name) => [name, `${name}.index`] as const),
];

export function createView(shown: Shown): AccountView {
  return { ...shown, fingerprint: fingerprintOf(shown, shownParts) };
}

/** Equal for what looks the same in every byte, as long as it is made of these parts alone. */
export function fingerprintOf(shown: Shown, parts: readonly PartName[]): string {
  const { account, entry, hidden, rows, isOwners } = shown.subject;
  const hashes = parts.map((name) => entry.parts[name]?.[3]);
  const flags = [hidden, ...rows].map((flags) => flags && [...flags]);
  const content = JSON.stringify([
    [...liveFields(shown)],
    account.created_at,
    isOwners,
    flags,
    hashes,
  ]);
  return createHash('sha256').update(content).digest('base64url');
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
  const known = { registry: liveFields(view), snapshot: factsOf(view, snapshot) };
  const members = fields.map(([name, source]) => {
    const value = known[source].get(name);
    if (value === undefined) throw new Error(`the ${source} has no ${name}`);
    return `"${name}":${value}`;
  });
  const asked = sectionNames.filter((name) => sections.has(name));
  const parts = asked.map((name) => `"${name}":${sectionText(view, name, snapshot)}`);
  return `{${[...members, ...parts].join(',')}}`;
}

/** Sections that are no larger for a long history, so that their members can be looked through. */
const boundedSections: Partial<Record<SectionName, TSchema>> = { monthly, advanced };

/** What is shown of a section as text: null where it is hidden, or where the version has none. */
export function sectionText({ subject }: Shown, name: SectionName, snapshot: Snapshot): string {
  const { entry, hidden } = subject;
  const bytes = isWithheld(name, hidden) ? undefined : snapshot.part(entry.id, name);
  if (bytes === undefined) return 'null';
  const text = bytes.toString();
  const schema = boundedSections[name];
  return neutralise(name, schema ? asDescribed(text, schema) : text, hidden);
}

const drawn = { ...pages };

/**
 * What pages draw of an account, by the same rules; null also where the version has another form
 * of it, since half of a drawing is none.
 */
export function pagePart({ subject }: Shown, name: PagePartName, snapshot: Snapshot) {
  const { entry, hidden } = subject;
  const bytes = isWithheld(name, hidden) ? undefined : snapshot.part(entry.id, name);
  const value = bytes === undefined ? null : JSON.parse(bytes.toString());
  return lackingMembers(value, drawn[name], name).length === 0 ? value : null;
}

function liveFields({ subject, owner, attribution }: Shown): Map<string, string> {
  const { type, slug, name, published, verified, confirmed } = subject.account;
  const values = {
    type,
    slug,
    name,
    history_cut_at: subject.historyCutAt,
    published,
    verified,
    verified_by: confirmed,
    owner,
    attribution,
  };
  return new Map(Object.entries(values).map(([name, value]) => [name, JSON.stringify(value)]));
}

function factsOf({ subject }: Shown, snapshot: Snapshot): Map<string, string> {
  const { account, entry } = subject;
  const text = snapshot.part(entry.id, 'summary')?.toString() ?? '{}';
  const facts = membersOf(asDescribed(text, summary));
  if (facts.get('created_at') === 'null' || account.type === 'portfolio') {
    facts.set('created_at', JSON.stringify(account.created_at));
  }
  for (const name of subject.isOwners ? [] : ownersFields) facts.set(name, 'null');
  return facts;
}
