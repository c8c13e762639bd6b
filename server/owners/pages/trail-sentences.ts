import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import { fillText } from '../../site/language/format.ts';
import type { OwnerWords } from '../language/words.ts';
import type { PageWords } from '../page-request.ts';
import { hideName } from './visibility.ts';

type Words = OwnerWords['trail'];

interface ToldChange {
  readonly entry: AuditEntry;
  readonly page: PageWords;
  readonly words: Words;
  readonly sentences: Words['sentences'];
  /** Values of the change as texts. */
  readonly values: { readonly from: string; readonly to: string };
}

type Teller = (change: ToldChange) => string | null;

/** Sentence with both values in it. */
const plain =
  (name: keyof Words['sentences']): Teller =>
  ({ sentences, values }) =>
    fillText(sentences[name], values);

/** Sentence that depends on whether the new value is set. */
const either =
  (set: keyof Words['sentences'], unset: keyof Words['sentences']): Teller =>
  (change) =>
    plain(change.entry.to === null || change.entry.to === false ? unset : set)(change);

/** Sentence with the day of the new value, or another one without a day. */
const onDay =
  (name: keyof Words['sentences'], without: keyof Words['sentences'] = name): Teller =>
  ({ entry, page, sentences }) =>
    entry.to === null
      ? sentences[without]
      : fillText(sentences[name], {
          day: page.context.language.format.day(String(entry.to)),
        });

const mark =
  (stated: 'identity' | 'record', taken: 'noIdentity' | 'noRecord'): Teller =>
  ({ entry: { to }, sentences, words }) =>
    to === null
      ? sentences[taken]
      : fillText(sentences[stated], { by: fieldOf(to, 'by') || words.operator });

const silent: Teller = () => null;

/** Sentences by field. What says nothing to an owner has none. */
const tellers: Readonly<Record<string, Teller>> = {
  type: plain('created'),
  account_id: silent,
  owner: (change) => (change.entry.from === null ? null : plain('owner')(change)),
  name: (change) => plain(nameSentence(change.entry))(change),
  currency: plain('currency'),
  benchmark: either('benchmark', 'noBenchmark'),
  members: (change) => listChange(change, 'membersAdded', 'membersRemoved', 'names', String),
  owner_data: either('ownerData', 'noOwnerData'),
  show_trades_on_page: either('listed', 'unlisted'),
  broker: plain('broker'),
  timezone: plain('timezone'),
  statement_currency: plain('statementCurrency'),
  statement_type: (change) => plain(change.entry.to === 'demo' ? 'demo' : 'real')(change),
  history_cut_at: onDay('cut'),
  'verified.identity': mark('identity', 'noIdentity'),
  'verified.track_record': mark('record', 'noRecord'),
  hide: (change) => listChange(change, 'hid', 'showed', 'parts', partName(change)),
  hidden: (change) => listChange(change, 'hid', 'membersShow', 'parts', partName(change)),
  published: either('public', 'private'),
  created_at: onDay('openedOn'),
  plan: plain('plan'),
  plan_until: onDay('planUntil', 'planOpen'),
  role: (change) => plain(change.entry.to === 'operator' ? 'isOperator' : 'noOperator')(change),
  password: plain('password'),
  invite: plain('invite'),
  deleted: plain('deleted'),
  sessions: plain('session'),
  alerts: alertsTeller,
  deliveries: ({ entry, page, sentences }) =>
    fillText(sentences.withdrew, {
      day: page.context.language.format.day(fieldOf(entry.from, 'received_at')),
    }),
};

/** Tells of the alerts of an account, or of a place that alerts go to. */
function alertsTeller({ entry: { field, to }, sentences }: ToldChange): string {
  if (field === 'alerts') return sentences.alerts;
  if (to === null) return sentences.alertPlaceRemoved;
  return fieldOf(to, 'kind') === '' ? sentences.alertConfirmed : sentences.alertPlaceAdded;
}

/** Tells a change in a sentence; null if it says nothing to an owner. */
export function sentenceOf(entry: AuditEntry, page: PageWords): string | null {
  const { trail: words } = page.words;
  const values = { from: textOf(entry.from), to: textOf(entry.to) };
  const change = { entry, page, words, sentences: words.sentences, values };
  const [kind = ''] = entry.field.split('.');
  const teller = tellers[entry.field] ?? tellers[kind];
  if (teller) return teller(change);
  const things = entry.to === null ? words.removed : words.made;
  const thing = Object.entries(things).find(([name]) => name === kind)?.[1];
  const isChange = entry.from !== null && entry.to !== null;
  if (thing === undefined || isChange) {
    return fillText(words.changed, { field: kind.replaceAll('_', ' ') });
  }
  const value = entry.to ?? entry.from;
  return fillText(thing, { name: fieldOf(value, 'name') || fieldOf(value, 'label') });
}

function nameSentence({ from, to }: AuditEntry): 'named' | 'renamed' | 'unnamed' {
  if (to === null) return 'unnamed';
  return from === null ? 'named' : 'renamed';
}

const partName =
  ({ page }: ToldChange) =>
  (name: unknown): string => {
    const flag = hidables.find((known): known is Hidable => known === name);
    return flag ? hideName(flag, page) : String(name);
  };

/** Tells what a list gained and what it lost. */
function listChange(
  { entry, page, sentences }: ToldChange,
  gained: keyof Words['sentences'],
  lost: keyof Words['sentences'],
  placeholder: string,
  nameOf: (item: unknown) => string,
): string {
  const [before, after] = [entry.from, entry.to].map((value) =>
    Array.isArray(value) ? value : [],
  );
  const { locale } = page.context.language.words.format;
  const list = new Intl.ListFormat(locale, { type: 'conjunction' });
  const said = (name: keyof Words['sentences'], items: readonly unknown[] = []): string[] =>
    items.length === 0
      ? []
      : [fillText(sentences[name], { [placeholder]: list.format(items.map(nameOf)) })];
  return [
    ...said(
      gained,
      after?.filter((item) => !before?.includes(item)),
    ),
    ...said(
      lost,
      before?.filter((item) => !after?.includes(item)),
    ),
  ].join(' ');
}

/** Returns a field of a recorded value as text; empty without one. */
function fieldOf(value: unknown, name: string): string {
  const found = Object.entries(value ?? {}).find(([key]) => key === name)?.[1];
  return typeof found === 'string' ? found : '';
}

/** Writes a recorded value as text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
