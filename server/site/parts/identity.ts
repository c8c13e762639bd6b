import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { operator } from '../../../pipeline/registry/words.ts';
import type { PageAccount, PublicAccount } from '../account.ts';
import { instant } from '../cells.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Badges in the order in which they are shown. */
const badges = ['identity', 'track_record'] as const;

/** Head of the page: name, owner, kind of account, badges and warnings. */
export function identity(account: PageAccount, language: Language): Html {
  const { type, name, history_cut_at, updated_at, hidden } = account;
  const { words, format } = language;
  const { account: texts } = words;
  return html`<header class="identity">
<h1><bdi>${name}</bdi></h1>
<p class="owner">${byOwner(account, language)}</p>
<ul class="facts">${factsOf(account, language).map((fact) => html`<li>${fact}</li>`)}</ul>
${badgesOf(account, language)}
${updated_at === null ? html`<p class="notice">${texts.silent}</p>` : record(account, language)}
${account.isStale && updated_at !== null && html`<p class="notice gap" id="stale"><strong>${texts.stale}</strong> ${fillText(texts.staleMeans, { day: format.day(updated_at) })}</p>`}
${account.reconciled === false && html`<p class="notice gap"><strong>${texts.gap}</strong> ${type === 'portfolio' ? texts.gapOfPortfolio : texts.gapOfAccount}</p>`}
${history_cut_at !== null && html`<p class="notice"><strong>${texts.cut}</strong> ${fillText(texts.cutMeans, { day: format.day(history_cut_at) })}</p>`}
${hidden.length > 0 && html`<p class="hidden-parts">${fillText(texts.hidden, { parts: hidden.map((part) => partName(part, texts.parts)).join(', ') })}</p>`}
</header>`;
}

function byOwner({ owner: { slug, name } }: PublicAccount, { words, to }: Language): Html {
  const link = (text: Html | string) => html`<a href="${to(`/owner/${slug}`)}">${text}</a>`;
  return name === null
    ? link(words.owner.more)
    : fill(words.account.by, { name: link(html`<bdi>${name}</bdi>`) });
}

const partName = (part: string, names: Readonly<Record<string, string>>): string =>
  names[part] ?? part.replaceAll('_', ' ');

/** Table with data source, dates, trades and reconciliation. */
function record(account: PageAccount, language: Language): Html {
  const { slug, performance, updated_at, reconciled, advanced, hidden } = account;
  const { words, format, to } = language;
  const { account: texts } = words;
  const verdict = reconciled === null ? texts.nothingPrinted : texts.differs;
  const trades = hidden.includes('advanced')
    ? texts.notShown
    : format.count(advanced?.total_trades);
  const rows = [
    ['source', texts.data, sourceOf(account, texts.sources)],
    ['since', texts.since, performance.since && format.day(performance.since)],
    ['until', texts.until, updated_at && instant(updated_at, language)],
    ['trades', texts.closedTrades, trades],
    [
      'reconciled',
      texts.reconciled,
      html`<span${reconciled === false && html` class="gap"`}>${reconciled ? texts.reconciles : verdict}</span> · <a href="${to(`/account/${slug}/checked`)}">${texts.howChecked}</a>`,
    ],
    ['restated', texts.restatements, restatedOf(account, language)],
  ] as const;
  return html`<dl class="record" aria-label="${texts.record}">${rows.map(
    ([id, label, value]) =>
      value !== null && html`<div data-record="${id}"><dt>${label}</dt><dd>${value}</dd></div>`,
  )}</dl>`;
}

/** Returns the number of restatements as text; null if the version has no restatements. */
function restatedOf(
  { restatements }: Pick<PageAccount, 'restatements'>,
  { words, format }: Language,
): string | null {
  if (restatements === null) return null;
  const { since, count, last_found_at } = restatements;
  const texts = words.account;
  return last_found_at === null
    ? fillText(texts.neverRestated, { day: format.day(since) })
    : fillText(texts.restated, { count: format.count(count), day: format.day(last_found_at) });
}

function factsOf(account: PublicAccount, { words, format }: Language): (Html | string)[] {
  const { type, platform, broker, currency, leverage, demo, updated_at } = account;
  const texts = words.account;
  const money = demo === null ? texts.unknownMoney : demo ? texts.demo : texts.real;
  const facts = [
    type === 'portfolio' ? texts.portfolio : null,
    platform,
    broker === null ? null : html`<bdi>${broker}</bdi>`,
    currency,
    leverage === null ? null : `1:${format.plain(leverage)}`,
    updated_at === null
      ? null
      : html`<span class="${demo === false ? 'real' : 'demo'}">${money}</span>`,
  ];
  return facts.filter((fact) => fact !== null);
}

type Sources = Language['words']['account']['sources'];

/**
 * Returns the data source as text. Returns null before the first data, and if members of a
 * portfolio differ.
 */
function sourceOf({ type, data_source, updated_at }: PublicAccount, texts: Sources): string | null {
  if (data_source !== null) return new Map(Object.entries(texts)).get(data_source) ?? null;
  return type === 'portfolio' || updated_at === null ? null : texts.files;
}

function badgesOf({ verified_by }: PublicAccount, language: Language): Html {
  const texts = language.words.account;
  const confirmedBadges = badges.flatMap((badge) => {
    const confirmed = verified_by[badge];
    return confirmed === null ? [] : [{ badge, confirmed }];
  });
  if (confirmedBadges.length === 0) return html`<p class="marks none">${texts.unverified}</p>`;
  return html`<ul class="marks">${confirmedBadges.map(
    ({ badge, confirmed }) =>
      html`<li><details><summary><span aria-hidden="true">✓</span> ${fill(texts.marks[badge], { name: nameOf(confirmed, language), when: dayOf(confirmed, language) })}</summary><p>${fill(texts.marksMean[badge], confirmationTexts(confirmed, language))}</p></details></li>`,
  )}</ul>`;
}

const nameOf = ({ by }: Confirmation, { words }: Language): Html | string =>
  by === operator ? words.account.operator : html`<bdi>${by}</bdi>`;

const dayOf = ({ at }: Confirmation, { words, format }: Language): string =>
  at === null ? '' : fillText(words.account.confirmedAt, { instant: format.day(at) });

/** Returns who confirmed a badge, when and how, as texts. */
function confirmationTexts({ by, at, how }: Confirmation, language: Language) {
  const texts = language.words.account;
  return {
    who:
      by === operator ? texts.siteOperator : fill(texts.somebody, { name: html`<bdi>${by}</bdi>` }),
    when:
      at === null
        ? texts.confirmedSometime
        : fill(texts.confirmedAt, { instant: instant(at, language) }),
    how: how === null ? texts.howUnwritten : fill(texts.how, { how: html`<bdi>${how}</bdi>` }),
  };
}
