import { balanceGap } from '../../../pipeline/reconcile/balance-gap.ts';
import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { broker, operator, terminal } from '../../../pipeline/registry/words.ts';
import { depositsNotRead } from '../../../sql/marts/summary.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount, PublicAccount } from '../account.ts';
import { behavingOf, behaviourStrip } from '../behaviour-warnings.ts';
import { instant } from '../cells.ts';
import { type Html, html, plainText } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { publicSinceLine } from './observed.ts';

/** Badges in the order in which they are shown. */
export const badges = ['identity', 'track_record'] as const;

/**
 * Head of every page of an account: its name with links, a line about it, badges and warnings.
 * Notices below have explanations.
 */
export function identity(account: PageAccount, actions: Html, language: Language): Html {
  const { name, updated_at } = account;
  const { words } = language;
  return html`<header class="identity">
<div class="title"><h1><bdi>${name}</bdi></h1>${actions}</div>
<ul class="facts">${lineBelowName(account, language).map((item) => html`<li>${item}</li>`)}</ul>
<div class="trust"><div>${badgesOf(account, language)}${publicSinceLine(account, language)}</div>${behaviourStrip(account.slug, behavingOf(account), language)}</div>
${updated_at === null && noFigures(account, language)}
${account.isWaiting && html`<p class="notice">${words.account.waiting}</p>`}
${warningsOf(account, language)}
</header>`;
}

/** Says that an account has no figures yet, and whether data waits for the next run. */
const noFigures = ({ hasArrived }: PageAccount, { words }: Language): Html =>
  html`<p class="notice">${hasArrived ? words.account.arrived : words.account.silent}</p>`;

/** Warnings, each in one sentence that opens to what it means. */
function warningsOf(account: PageAccount, language: Language): Html | null {
  const warnings = warningTexts(account, language);
  if (warnings.length === 0) return null;
  return html`<div class="warnings">${warnings.map(
    ([id, sentence, meaning]) =>
      html`<details id="${id}"><summary>${sentence}</summary><p>${meaning}</p></details>
`,
  )}</div>`;
}

type Warning = readonly [id: string, sentence: string, meaning: string];

/** Lists what a reader should know before trusting the figures. */
export function warningTexts(account: PageAccount, language: Language): Warning[] {
  const { words, format } = language;
  const { type, history_cut_at, updated_at, isStale, reconciled, performance, verified } = account;
  const { account: texts } = words;
  const { open_profit_percent: share, max_drawdown_percent: drawdown } = performance;
  const isDeep = share !== null && drawdown !== null && -share > drawdown;
  const ofGap =
    type === 'portfolio'
      ? texts.gapOfPortfolio
      : `${texts.gapOfAccount}${gapOf(account, language)}`;
  const warning = (...parts: Warning): Warning => parts;
  return [
    isStale &&
      updated_at !== null &&
      warning('stale', fillText(texts.stale, { day: format.day(updated_at) }), texts.staleMeans),
    reconciled === false && warning('gap', texts.gap, ofGap),
    isDeep &&
      warning(
        'open-loss',
        fillText(texts.openLoss, { loss: format.percent(-share) }),
        fillText(texts.openLossMeans, { drawdown: format.percent(drawdown) }),
      ),
    verified.lapsed_at !== null &&
      !verified.track_record &&
      warning(
        'lapsed',
        fillText(texts.lapsed, { day: format.day(verified.lapsed_at) }),
        texts.lapsedMeans,
      ),
    isWithoutDeposits(account) &&
      warning('deposits', texts.depositsUnknown, texts.depositsUnknownMeans),
    history_cut_at !== null &&
      warning('cut', fillText(texts.cut, { day: format.day(history_cut_at) }), texts.cutMeans),
  ].filter((shown) => shown !== false);
}

/** Returns true if capital is unknown because the source does not list all deposits. */
export const isWithoutDeposits = ({
  unknown_capital,
}: Pick<PublicAccount, 'unknown_capital'>): boolean =>
  unknown_capital === 'deposits unknown' || unknown_capital === depositsNotRead;

/** Tells the owner by how much the balances differ, and others that only the owner knows. */
function gapOf(
  { reconciliation, currency, ownersView }: PageAccount,
  { words: { account: texts }, format }: Language,
): string {
  if (ownersView === undefined) return ` ${texts.gapForOthers}`;
  const gap = balanceGap(reconciliation);
  if (gap === null) return '';
  const money = (value: number | null | undefined) =>
    [format.amount(value ?? null, currency), currency].filter(Boolean).join(' ');
  const amounts = {
    printed: money(reconciliation?.reported_balance),
    balance: money(reconciliation?.balance),
    gap: money(Math.abs(gap)),
  };
  return ` ${fillText(texts.gapForOwner, amounts)}`;
}

function byOwner(account: PageAccount, { words, to }: Language): Html | string | null {
  const { slug, name } = account.owner;
  if (account.isShared) {
    return name === null ? null : fill(words.account.by, { name: html`<bdi>${name}</bdi>` });
  }
  const link = (text: Html | string) => html`<a href="${to(`/owner/${slug}`)}">${text}</a>`;
  return name === null
    ? link(words.owner.more)
    : fill(words.account.by, { name: link(html`<bdi>${name}</bdi>`) });
}

/** Facts of the line below the name. */
export function lineBelowName(account: PageAccount, language: Language): (Html | string)[] {
  const { type, platform, broker, currency, leverage, demo, updated_at } = account;
  const { words, format } = language;
  const texts = words.account;
  const money = demo === null ? texts.unknownMoney : demo ? texts.demo : texts.real;
  const items = [
    byOwner(account, language),
    type === 'portfolio' ? texts.portfolio : null,
    platform,
    broker === null ? null : html`<bdi>${broker}</bdi>`,
    currency,
    leverage === null ? null : html`<span class="secondary">1:${format.plain(leverage)}</span>`,
    updated_at === null ? null : html`<span${demo === true && html` class="demo"`}>${money}</span>`,
    suppliedBy(account, language),
    updated_at === null
      ? null
      : fill(texts.updated, {
          when: html`<time class="ago secondary" datetime="${updated_at}">${format.day(updated_at)}</time>`,
        }),
  ];
  return items.filter((item) => item !== null);
}

/**
 * Says who supplied the trades and how many were read from the broker, with a link to the proof.
 * Returns null without trades, or if the owner hides where they come from.
 */
function suppliedBy({ provenance, slug }: PageAccount, language: Language): Html | null {
  if (provenance === null) return null;
  const { words, format, to } = language;
  const found = sourceNames.filter((source) => provenance[source].trades > 0);
  if (found.length === 0) return null;
  const total = found.reduce((sum, source) => sum + provenance[source].trades, 0);
  const suppliers = found.filter((source) => source !== 'broker_api');
  const { none, some, all } = words.account.fromBroker;
  const { trades } = provenance.broker_api;
  const sentence = suppliers.length === 0 ? all : trades === 0 ? none : some;
  // A few that are missing are not rounded away.
  const percent = Math.min(99.9, Math.max(0.1, (100 * trades) / total));
  const text = fillText(sentence, {
    share: format.percent(percent, 1),
    sources: suppliers.map((source) => words.provenance.sources[source]).join(', '),
  });
  return html`<a href="${to(`/account/${slug}/verification`)}">${text}</a>`;
}

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
function badgesOf(account: PublicAccount, language: Language): Html {
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
