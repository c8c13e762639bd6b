import { balanceGap } from '../../../pipeline/reconcile/balance-gap.ts';
import { depositsNotRead } from '../../../sql/marts/summary.ts';
import { sourceNames } from '../../../sql/raw/source_names.ts';
import type { PageAccount, PublicAccount } from '../account.ts';
import { behavingOf, behaviourStrip } from '../behaviour-warnings.ts';
import { type Html, html } from '../html.ts';
import { fill } from '../language/fill.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';
import { badgesOf } from './badges.ts';
import { publicSinceLine } from './observed.ts';

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
