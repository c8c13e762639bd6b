import { type SectionName, sectionNames } from '../pipeline/snapshot/layout.ts';
import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import type { Attribution } from './attribution.ts';
import type { Body, BodyCache } from './body-cache.ts';
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

export interface AccountView {
  readonly subject: Subject;
  readonly owner: { readonly slug: string; readonly name: string | null };
  readonly attribution: Attribution;
  readonly sections: ReadonlySet<SectionName>;
}

/** The account object as bytes; equal views of equal content share one cached body. */
export function accountBody(view: AccountView, snapshot: Snapshot, bodies: BodyCache): Body {
  const { entry, hidden, account } = view.subject;
  const sections = sectionNames.filter((name) => view.sections.has(name));
  const hashes = ['summary' as const, ...sections].map((name) => entry.parts[name]?.[3]);
  const live = JSON.stringify(liveFields(view));
  const key = [live, account.created_at, [...hidden], sections, hashes].join('|');
  return bodies.get(key, () => Buffer.from(accountText(view, snapshot)));
}

/** The account object as text, for places that hold several. */
export function accountText(view: AccountView, snapshot: Snapshot): string {
  const { entry, hidden, account } = view.subject;
  const text = (name: SectionName | 'summary') => partText(snapshot, entry.id, name);
  const facts = membersOf(text('summary'));
  const createdAt = facts.get('created_at');
  if (createdAt === undefined || createdAt === 'null' || account.type === 'portfolio') {
    facts.set('created_at', JSON.stringify(account.created_at));
  }
  const live = new Map(
    Object.entries(liveFields(view)).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const members = fields.map(([name, source]) => {
    const value = (source === 'registry' ? live : facts).get(name);
    if (value === undefined) throw new Error(`the ${source} has no ${name}`);
    return `"${name}":${value}`;
  });
  const sections = sectionNames
    .filter((name) => view.sections.has(name))
    .map((name) => {
      const value = isWithheld(name, hidden) ? 'null' : neutralise(name, text(name), hidden);
      return `"${name}":${value}`;
    });
  return `{${[...members, ...sections].join(',')}}`;
}

function liveFields({ subject, owner, attribution }: AccountView) {
  const { account, historyCutAt } = subject;
  const { type, slug, name, published, verified } = account;
  return {
    type,
    slug,
    name,
    history_cut_at: historyCutAt,
    published,
    verified,
    owner,
    attribution,
  };
}

function partText(snapshot: Snapshot, id: string, name: SectionName | 'summary'): string {
  const bytes = snapshot.part(id, name);
  if (!bytes) throw new ApiError('unavailable');
  return bytes.toString();
}
