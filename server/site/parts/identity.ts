import type { Confirmation } from '../../../pipeline/registry/schema.ts';
import { operator } from '../../../pipeline/registry/words.ts';
import type { PublicAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { instant } from '../numbers.ts';

/** The marks of an account in the order they are shown. */
const marks = ['identity', 'track_record'] as const;

/** Name, owner, what kind of account it is, its marks and how fresh it is. */
export function identity(account: PublicAccount, language: Language): Html {
  const { type, name, owner, history_cut_at, updated_at } = account;
  const { words, format, to } = language;
  const { account: texts } = words;
  const updated =
    updated_at === null
      ? texts.silent
      : fill(texts.updated, { instant: instant(updated_at, language) });
  return html`<header class="identity">
<h1><bdi>${name}</bdi></h1>
${owner.name !== null && html`<p class="owner">${fill(texts.by, { name: html`<bdi>${owner.name}</bdi>` })}</p>`}
<ul class="facts">${factsOf(account, language).map((fact) => html`<li>${fact}</li>`)}</ul>
${marksOf(account, language)}
${account.reconciled === false && html`<p class="notice gap"><strong>${texts.gap}</strong> ${type === 'portfolio' ? texts.gapOfPortfolio : texts.gapOfAccount}</p>`}
${history_cut_at !== null && html`<p class="notice"><strong>${texts.cut}</strong> ${fillText(texts.cutMeans, { day: format.day(history_cut_at) })}</p>`}
<p class="checked"><a href="${to(`/account/${account.slug}/checked`)}">${texts.howChecked}</a></p>
<p class="updated">${updated}</p>
</header>`;
}

function factsOf(account: PublicAccount, { words, format }: Language): (Html | string)[] {
  const { type, platform, broker, currency, leverage, demo } = account;
  const texts = words.account;
  const facts = [
    type === 'portfolio' ? texts.portfolio : null,
    platform,
    broker === null ? null : html`<bdi>${broker}</bdi>`,
    currency,
    leverage === null ? null : `1:${format.plain(leverage)}`,
    demo === null ? null : demo ? texts.demo : texts.real,
    sourceOf(account, texts.sources),
  ];
  return facts.filter((fact) => fact !== null);
}

type Sources = Language['words']['account']['sources'];

/** Null of an account that nothing has come of, and of a portfolio whose members differ. */
function sourceOf({ type, data_source, updated_at }: PublicAccount, texts: Sources): string | null {
  if (data_source !== null) return new Map(Object.entries(texts)).get(data_source) ?? null;
  return type === 'portfolio' || updated_at === null ? null : texts.files;
}

function marksOf({ verified_by }: PublicAccount, language: Language): Html {
  const texts = language.words.account;
  const held = marks.flatMap((mark) => {
    const confirmed = verified_by[mark];
    return confirmed === null ? [] : [{ mark, confirmed }];
  });
  if (held.length === 0) return html`<p class="marks none">${texts.unverified}</p>`;
  return html`<ul class="marks">${held.map(
    ({ mark, confirmed }) =>
      html`<li><details><summary><span aria-hidden="true">✓</span> ${fill(texts.marks[mark], { name: nameOf(confirmed, language) })}</summary><p>${fill(texts.marksMean[mark], wordsOf(confirmed, language))}</p></details></li>`,
  )}</ul>`;
}

const nameOf = ({ by }: Confirmation, { words }: Language): Html | string =>
  by === operator ? words.account.operator : html`<bdi>${by}</bdi>`;

/** Who confirmed it, when and how. */
function wordsOf({ by, at, how }: Confirmation, language: Language) {
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
