import { textAnswers } from '../../../pipeline/platforms/source/cash-flow-kinds.ts';
import type { AuditEntry } from '../../../pipeline/registry/audit.ts';
import { lapseOf } from '../../../pipeline/registry/mark-history.ts';
import { type Hidable, hidables } from '../../../pipeline/registry/words.ts';
import type { OwnerWords } from '../../language/words.ts';
import { plainText } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { hideName } from './visibility.ts';

type Words = OwnerWords['trail'];

interface ChangeContext {
  readonly entry: AuditEntry;
  readonly page: PageWords;
  readonly words: Words;
  readonly sentences: Words['sentences'];
  /** Values of the change as texts. */
  readonly values: { readonly from: string; readonly to: string };
}

type SentenceWriter = (change: ChangeContext) => string | null;

/** Writes a sentence with the old and the new value in it. */
const withValues =
  (name: keyof Words['sentences']): SentenceWriter =>
  ({ sentences, values }) =>
    fillText(sentences[name], values);

/** Writes the sentence `set` if the new value is set, else `unset`. */
const bySetValue =
  (set: keyof Words['sentences'], unset: keyof Words['sentences']): SentenceWriter =>
  (change) =>
    withValues(change.entry.to === null || change.entry.to === false ? unset : set)(change);

/** Writes a sentence with the day of the new value, or the sentence `without` if it has no day. */
const onDay =
  (name: keyof Words['sentences'], without: keyof Words['sentences'] = name): SentenceWriter =>
  ({ entry, page, sentences }) =>
    entry.to === null
      ? sentences[without]
      : fillText(sentences[name], {
          day: page.context.language.format.day(String(entry.to)),
        });

const badgeChange =
  (stated: 'identity' | 'record', taken: 'noIdentity' | 'noRecord'): SentenceWriter =>
  ({ entry: { to }, page, sentences, words }) => {
    if (to === null) return sentences[taken];
    const lapse = lapseOf(to);
    if (lapse !== null) {
      return fillText(sentences.lapsed, { reason: plainText(reasonText(lapse, page)) });
    }
    const by = fieldOf(to, 'by');
    const provers = { ...words.provers, operator: words.operator };
    const prover = Object.entries(provers).find(([name]) => name === by)?.[1];
    return fillText(sentences[stated], { by: prover ?? (by || words.operator) });
  };

const noSentence: SentenceWriter = () => null;

/** Sentences by field. A change that means nothing to an owner has no sentence. */
const sentenceWriters: Readonly<Record<string, SentenceWriter>> = {
  type: withValues('created'),
  account_id: noSentence,
  owner: (change) => (change.entry.from === null ? null : withValues('owner')(change)),
  name: (change) => withValues(nameSentence(change.entry))(change),
  about: bySetValue('about', 'noAbout'),
  link: bySetValue('link', 'noLink'),
  picture: bySetValue('picture', 'noPicture'),
  currency: withValues('currency'),
  benchmark: bySetValue('benchmark', 'noBenchmark'),
  members: (change) => listChange(change, 'membersAdded', 'membersRemoved', 'names', String),
  owner_data: bySetValue('ownerData', 'noOwnerData'),
  show_trades_on_page: bySetValue('listed', 'unlisted'),
  statement_broker: withValues('broker'),
  timezone: withValues('timezone'),
  statement_currency: withValues('statementCurrency'),
  statement_type: (change) => withValues(change.entry.to === 'demo' ? 'demo' : 'real')(change),
  history_cut_at: onDay('cut'),
  'verified.identity': badgeChange('identity', 'noIdentity'),
  'verified.track_record': badgeChange('record', 'noRecord'),
  hide: (change) => listChange(change, 'hid', 'showed', 'parts', partName(change)),
  hidden: (change) => listChange(change, 'hid', 'membersShow', 'parts', partName(change)),
  published: bySetValue('public', 'private'),
  created_at: onDay('openedOn'),
  plan: withValues('plan'),
  plan_until: onDay('planUntil', 'planOpen'),
  role: (change) =>
    withValues(change.entry.to === 'operator' ? 'isOperator' : 'noOperator')(change),
  password: withValues('password'),
  invite: withValues('invite'),
  deleted: withValues('deleted'),
  sessions: withValues('session'),
  alerts: alertsSentence,
  balance_texts: textsSentence,
  deliveries: ({ entry, page, sentences }) =>
    fillText(sentences.withdrew, {
      day: page.context.language.format.day(fieldOf(entry.from, 'received_at')),
    }),
};

/** Says what an owner answered about texts of balance entries, and which answers are gone. */
function textsSentence({ entry: { from, to }, page, sentences }: ChangeContext): string {
  const { choices } = page.words.statement.questions.texts;
  const after = new Map<string, unknown>(Object.entries(to ?? {}));
  const said = [...after].map(([text, answer]) => {
    const known = textAnswers.find((each) => each === answer);
    return `“${text}”: ${known === undefined ? String(answer) : choices[known]}`;
  });
  const gone = Object.keys(from ?? {}).filter((text) => !after.has(text));
  return [
    ...(said.length === 0 ? [] : [fillText(sentences.texts, { texts: said.join(', ') })]),
    ...(gone.length === 0
      ? []
      : [
          fillText(sentences.textsForgotten, { texts: gone.map((text) => `“${text}”`).join(', ') }),
        ]),
  ].join(' ');
}

/** Describes a change of an account's alerts, or of an address that alerts go to. */
function alertsSentence({ entry: { field, to }, sentences }: ChangeContext): string {
  if (field === 'alerts') return sentences.alerts;
  if (to === null) return sentences.alertPlaceRemoved;
  return fieldOf(to, 'kind') === '' ? sentences.alertConfirmed : sentences.alertPlaceAdded;
}

/** Describes a change in a sentence; null if it means nothing to an owner. */
export function sentenceOf(entry: AuditEntry, page: PageWords): string | null {
  const { trail: words } = page.words;
  const values = { from: textOf(entry.from), to: textOf(entry.to) };
  const change = { entry, page, words, sentences: words.sentences, values };
  const [kind = ''] = entry.field.split('.');
  const writeSentence = sentenceWriters[entry.field] ?? sentenceWriters[kind];
  if (writeSentence) return writeSentence(change);
  const things = entry.to === null ? words.removed : words.made;
  const thing = Object.entries(things).find(([name]) => name === kind)?.[1];
  const isChange = entry.from !== null && entry.to !== null;
  if (thing === undefined || isChange) {
    const name = fieldOf(entry.to, 'name');
    return fillText(words.changed, { field: name || kind.replaceAll('_', ' ') });
  }
  const value = entry.to ?? entry.from;
  return fillText(thing, { name: fieldOf(value, 'name') || fieldOf(value, 'label') });
}

function nameSentence({ from, to }: AuditEntry): 'named' | 'renamed' | 'unnamed' {
  if (to === null) return 'unnamed';
  return from === null ? 'named' : 'renamed';
}

const partName =
  ({ page }: ChangeContext) =>
  (name: unknown): string => {
    const flag = hidables.find((known): known is Hidable => known === name);
    return flag ? hideName(flag, page) : String(name);
  };

/** Describes what was added to a list and what was removed from it. */
function listChange(
  { entry, page, sentences }: ChangeContext,
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
  const sentencesFor = (
    name: keyof Words['sentences'],
    items: readonly unknown[] = [],
  ): string[] =>
    items.length === 0
      ? []
      : [fillText(sentences[name], { [placeholder]: list.format(items.map(nameOf)) })];
  return [
    ...sentencesFor(
      gained,
      after?.filter((item) => !before?.includes(item)),
    ),
    ...sentencesFor(
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
