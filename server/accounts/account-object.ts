import type { TSchema } from 'typebox';
import { membersOf } from '../../pipeline/base/json-text.ts';
import type { PagePartName } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { restatementsFor } from '../../pipeline/shown/restatements.ts';
import { type SectionName, sections as schemas, sectionNames } from '../../sql/marts/index.ts';
import { depositsNotRead, summary } from '../../sql/marts/summary.ts';
import { pages } from '../../sql/pages/index.ts';
import type { Body, BodyCache } from '../http/body.ts';
import { account } from '../schemas/account.ts';
import { explainFigures, sectionsOfFigures } from './explain.ts';
import { fitToSchema, lackingMembers } from './fit-to-schema.ts';
import { wholeRange } from './lists/range.ts';
import { type Narrowing, narrowSection, type Thinned } from './narrowed-sections.ts';
import { isWithheld, neutralise } from './privacy.ts';
import { liveFields, type View } from './view.ts';

/** Members that only the owner sees. */
const ownersFields = Object.entries<TSchema>(summary.properties)
  .filter(([, schema]) => 'x-privacy' in schema && schema['x-privacy'] === 'owner')
  .map(([name]) => name);

/** Names that `include` accepts. `explain` adds the definition of every figure. */
export const includable = [...sectionNames, 'restatements', 'explain'] as const;

export type Sections = ReadonlySet<(typeof includable)[number]>;

/** Names of the figures to explain; null if the request names no figures. */
export type Figures = ReadonlySet<string> | null;

const everything: Narrowing = { ...wholeRange, points: null, fields: null };

/** Returns the account object as bytes. Views with the same fingerprint share a cached body. */
export function accountBody(
  view: View,
  sections: Sections,
  snapshot: Snapshot,
  bodies: BodyCache,
  narrowing = everything,
  figures: Figures = null,
): Body {
  const { from, to, points, fields } = narrowing;
  const part = [from, to, points, fields === null ? null : [...fields]].join(' ');
  const named = figures === null ? '' : ` of ${[...figures].join()}`;
  const key = `${view.fingerprint} ${[...sections].join()} ${part}${named}`;
  return bodies.get(key, () =>
    Buffer.from(accountText(view, sections, snapshot, narrowing, figures)),
  );
}

/** Returns the account object as text, for lists. */
export function accountText(
  view: View,
  sections: Sections,
  snapshot: Snapshot,
  narrowing = everything,
  figures: Figures = null,
): string {
  const live = liveFields(view);
  const facts = summaryMembers(view, snapshot);
  live.set('verified', withReason(view, live.get('verified') ?? '{}', facts));
  const members = account.required.map((name) => {
    const value = live.get(name) ?? facts.get(name);
    if (value === undefined) throw new Error(`the account has no ${name}`);
    return `"${name}":${value}`;
  });
  const textWith = (names: ReadonlySet<string>, narrowing: Narrowing): string => {
    const thinned: Thinned[] = [];
    const parts = sectionsAmong(names).map((name) => {
      const narrowed = narrowSection(name, sectionText(view, name, snapshot), narrowing);
      thinned.push(...narrowed.thinned);
      return `"${name}":${narrowed.text}`;
    });
    if (names.has('restatements')) parts.push(`"restatements":${restatedText(view, snapshot)}`);
    if (thinned.length > 0) parts.push(`"thinned":${JSON.stringify(thinned)}`);
    return `{${[...members, ...parts].join(',')}}`;
  };
  const text = textWith(sections, narrowing);
  if (!sections.has('explain') && figures === null) return text;
  // A figure can be explained without including its section.
  const read = figures === null ? sections : sectionsOfFigures(figures);
  const answer = JSON.parse(textWith(read, everything));
  const words = JSON.stringify(explainFigures(view, sectionsAmong(read), answer, figures));
  return `${text.slice(0, -1)},"explain":${words}}`;
}

const sectionsAmong = (names: ReadonlySet<string>): SectionName[] =>
  sectionNames.filter((name) => names.has(name));

/**
 * Returns the restatements that the viewer may see; `null` if the version has no record of them.
 */
function restatedText({ entry, hidden }: View, snapshot: Snapshot): string {
  const text = snapshot.part(entry.id, 'restatements')?.toString();
  return text === undefined ? 'null' : JSON.stringify(restatementsFor(text, hidden));
}

/**
 * Sections that grow with the history. To save time, they are not compared with the schema.
 */
const longSections: ReadonlySet<SectionName> = new Set(['equity_curve', 'twr', 'returns']);

/** Adds to the figures of `observed` what the registry knows: when strangers could read it. */
const withTimes = (figures: string, { observed }: View['account']): string =>
  `${JSON.stringify(observed).slice(0, -1)},${figures.slice(1)}`;

/** Returns a section as the viewer sees it; `null` if it is hidden or the version lacks it. */
function sectionText(
  { account, entry, hidden }: View,
  name: SectionName,
  snapshot: Snapshot,
): string {
  const bytes = isWithheld(name, hidden) ? undefined : snapshot.part(entry.id, name);
  if (bytes === undefined) return 'null';
  const text = name === 'observed' ? withTimes(bytes.toString(), account) : bytes.toString();
  const fitted = longSections.has(name) ? text : fitToSchema(text, schemas[name]);
  return neutralise(name, fitted, hidden);
}

/**
 * Reads data that a page draws. Returns null if it is hidden, or if the version lacks a member of
 * it, since half a drawing is useless.
 */
export function pagePart({ entry, hidden }: View, name: PagePartName, snapshot: Snapshot) {
  const bytes = isWithheld(name, hidden) ? undefined : snapshot.part(entry.id, name);
  const value = bytes === undefined ? null : JSON.parse(neutralise(name, bytes.toString(), hidden));
  return lackingMembers(value, pages[name], name).length === 0 ? value : null;
}

/** Returns the currency of an account or portfolio. Null if it is unknown. */
export function currencyOf(id: string, snapshot: Snapshot): string | null {
  const text = snapshot.part(id, 'summary')?.toString() ?? '{}';
  return JSON.parse(text).currency ?? null;
}

function summaryMembers(
  { account, entry, isOwners }: View,
  snapshot: Snapshot,
): Map<string, string> {
  const text = snapshot.part(entry.id, 'summary')?.toString() ?? '{}';
  const members = membersOf(fitToSchema(text, summary));
  if (members.get('created_at') === 'null' || account.type === 'portfolio') {
    members.set('created_at', JSON.stringify(account.created_at));
  }
  for (const name of isOwners ? [] : ownersFields) members.set(name, 'null');
  return members;
}

/** Adds the reason why a history that was read from the broker is not confirmed. */
function withReason(
  { account: { verified } }: View,
  text: string,
  facts: ReadonlyMap<string, string>,
): string {
  const reason = JSON.stringify(depositsNotRead);
  const isTold = !verified.track_record && facts.get('unknown_capital') === reason;
  return `${text.slice(0, -1)},"reason":${isTold ? reason : null}}`;
}

/** Returns the bytes that each section would add for this viewer. */
export function sectionSizes(view: View, snapshot: Snapshot, bodies: BodyCache): Body {
  return bodies.get(`${view.fingerprint} sizes`, () => {
    const sizes = sectionNames.map((name) => [
      name,
      Buffer.byteLength(sectionText(view, name, snapshot)),
    ]);
    return Buffer.from(JSON.stringify(Object.fromEntries(sizes)));
  });
}
