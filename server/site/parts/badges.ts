import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { broker, operator, terminal } from '../../../pipeline/registry/words.ts';
import type { PublicAccount } from '../account.ts';
import { instant } from '../cells.ts';
import { type Html, html, plainText } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Badges in the order in which they are shown. */
export const badges = ['identity', 'track_record'] as const;

/**
 * Says for how many accounts of a portfolio, but not all of them, a badge was confirmed; null if
 * for none. Members that are not published are not counted, since nobody may learn of them.
 */
export function ofSomeMembers(
  badge: Badge,
  { verified, confirmed_members: members }: Pick<PublicAccount, 'verified' | 'confirmed_members'>,
  { words, format }: Language,
  texts: Readonly<Record<Badge, string>> = words.account.ofSomeMembers,
): string | null {
  if (verified[badge] || members === null || members[badge] === 0) return null;
  const counts = { count: format.count(members[badge]), total: format.count(members.total) };
  return fillText(texts[badge], counts);
}

/** Returns a sentence for each badge: what was confirmed, by whom and when. */
export const badgeTexts = (account: PublicAccount, language: Language): string[] =>
  badges.flatMap((badge) => {
    const confirmed = account.verified_by[badge];
    if (confirmed === null) {
      if (account.verified[badge]) return [`✓ ${language.words.account.ofMembers[badge]}`];
      return ofSomeMembers(badge, account, language) ?? [];
    }
    const texts = language.words.account;
    const text = summaryOf(badge, confirmed, account, texts);
    const tick = text === texts.marks.partly ? '' : '✓ ';
    return [`${tick}${plainText(fill(text, valuesOf(account, confirmed, language)))}`];
  });

/** Tells whether the operator confirmed only the days up to one. */
const isPartly = ({ verified }: Pick<PublicAccount, 'verified'>): boolean =>
  verified.covered_until !== null;

const kindOf = (badge: Badge, account: PublicAccount): Badge | 'partly' =>
  badge === 'track_record' && isPartly(account) ? 'partly' : badge;

/** Returns who confirmed a badge, when, and up to which day, for a summary. */
const valuesOf = (account: PublicAccount, confirmed: Confirmation, language: Language) => ({
  name: nameOf(confirmed, account, language),
  when: dayOf(confirmed, language),
  day:
    account.verified.covered_until === null
      ? ''
      : language.format.day(account.verified.covered_until),
});

/** Tells whether badges are green: the broker proved the record, not a person's word. */
export const isProved = ({ verified_by }: Pick<PublicAccount, 'verified_by'>): boolean =>
  verified_by.track_record?.by === broker;

/** Returns the badges of an account with who confirmed them; without a badge it says so. */
export function badgesOf(account: PublicAccount, language: Language): Html {
  const { verified_by, verified } = account;
  const texts = language.words.account;
  const { identity: owner, track_record: record } = verified_by;
  const isWithout = badges.every(
    (badge) =>
      verified_by[badge] === null &&
      !verified[badge] &&
      ofSomeMembers(badge, account, language) === null,
  );
  if (isWithout) {
    return html`<p class="marks none untold">${texts.unverified}</p>`;
  }
  const shown =
    owner !== null && record !== null && !isPartly(account) && isSameWord(owner, record, language)
      ? [
          {
            summary: texts.marks.both,
            marked: [['identity', owner] as const, ['track_record', record] as const],
          },
        ]
      : badges.flatMap((badge) => {
          const confirmed = verified_by[badge];
          if (confirmed === null) return [];
          const summary = summaryOf(badge, confirmed, account, texts);
          return [{ summary, marked: [[badge, confirmed] as const] }];
        });
  const missing = badges.filter((badge) => verified_by[badge] === null);
  return html`<ul class="marks${!isProved(account) && ' by-word'}">${shown.map(
    ({ summary, marked }) =>
      html`<li><details><summary>${summary !== texts.marks.partly && html`<span aria-hidden="true">✓</span> `}${marked
        .slice(0, 1)
        .map(([, confirmed]) =>
          fill(summary, valuesOf(account, confirmed, language)),
        )}</summary>${marked.map(
        ([badge, confirmed]) => html`<p>${meaningOf(badge, confirmed, account, language)}</p>`,
      )}</details></li>`,
  )}${missing.map((badge) => itemWithoutWord(badge, account, language))}</ul>`;
}

/** Says of a badge that nobody gave to the account itself whether all or some members have it. */
export function withoutWord(badge: Badge, account: PublicAccount, language: Language) {
  const { ofMembers, missing } = language.words.account;
  const isOfAll = account.verified[badge];
  const text = isOfAll
    ? ofMembers[badge]
    : (ofSomeMembers(badge, account, language) ?? missing[badge]);
  return { isOfAll, text };
}

/** Item of a badge that nobody gave to the account itself. */
function itemWithoutWord(badge: Badge, account: PublicAccount, language: Language): Html {
  const { isOfAll, text } = withoutWord(badge, account, language);
  return html`<li class="${isOfAll ? 'of-members' : 'missing'}"><span aria-hidden="true">${isOfAll ? '✓' : '○'}</span> ${text}</li>`;
}

/** Tells whether one person gave both badges on the same day. */
const isSameWord = (owner: Confirmation, record: Confirmation, language: Language): boolean =>
  proofOf('identity', owner) === null &&
  owner.by === record.by &&
  dayOf(owner, language) === dayOf(record, language);

type Texts = Language['words']['account'];
export type Badge = (typeof badges)[number];

/** Returns how an identity was proved; null if a person gave the badge. */
const proofOf = (badge: Badge, { by }: Confirmation) =>
  badge === 'identity' && (by === broker || by === terminal) ? by : null;

function summaryOf(
  badge: Badge,
  confirmed: Confirmation,
  account: PublicAccount,
  texts: Texts,
): string {
  const proof = proofOf(badge, confirmed);
  return proof === null ? texts.marks[kindOf(badge, account)] : texts.proved[proof];
}

function meaningOf(
  badge: Badge,
  confirmed: Confirmation,
  account: PublicAccount,
  language: Language,
): Html | string {
  const { account: texts } = language.words;
  const proof = proofOf(badge, confirmed);
  const { day } = valuesOf(account, confirmed, language);
  const words = { ...confirmationTexts(confirmed, account, language), day };
  if (proof !== null) return fill(texts.provedMean[proof], { when: words.when });
  return confirmed.by === broker
    ? texts.recordRead
    : fill(texts.marksMean[kindOf(badge, account)], words);
}

/** Says what a badge means and how that was checked, by whom, and when. */
export function confirmationOf(
  badge: Badge,
  confirmed: Confirmation,
  account: PublicAccount,
  language: Language,
) {
  const { account: texts, verification } = language.words;
  const { how } = confirmationTexts(confirmed, account, language);
  const { covered_until: until } = account.verified;
  const day = until === null ? '' : language.format.day(until);
  const proof = proofOf(badge, confirmed);
  if (proof !== null) {
    const says = fillText(texts.provedMean[proof], { when: '' });
    return { says, whom: verification.thisSite, at: confirmed.at };
  }
  if (confirmed.by === broker) {
    return { says: texts.recordRead, whom: verification.thisSite, at: confirmed.at };
  }
  const says = fill(verification.says[kindOf(badge, account)], { how, day });
  return { says, whom: confirmationTexts(confirmed, account, language).who, at: confirmed.at };
}

function nameOf({ by }: Confirmation, account: PublicAccount, { words }: Language): Html | string {
  if (by === broker) return words.account.broker;
  if (by !== operator) return html`<bdi>${by}</bdi>`;
  return account.operator ? html`<bdi>${account.operator}</bdi>` : words.account.operator;
}

const dayOf = ({ at }: Confirmation, { words, format }: Language): string =>
  at === null ? '' : fillText(words.account.confirmedAt, { instant: format.day(at) });

const operatorOf = ({ operator: name }: PublicAccount, texts: Texts): Html | string =>
  name ? html`<bdi>${name}</bdi>` : texts.siteOperator;

/** Returns who confirmed a badge, when and how, as texts. */
function confirmationTexts(
  { by, at, how }: Confirmation,
  account: PublicAccount,
  language: Language,
) {
  const texts = language.words.account;
  return {
    who:
      by === operator
        ? operatorOf(account, texts)
        : fill(texts.somebody, { name: html`<bdi>${by}</bdi>` }),
    when:
      at === null
        ? texts.confirmedSometime
        : fill(texts.confirmedAt, { instant: instant(at, language) }),
    how: how === null ? texts.howUnwritten : fill(texts.how, { how: html`<bdi>${how}</bdi>` }),
  };
}
