import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { Refused } from '../../../pipeline/deliveries/refused.ts';
import type { OwnerOverview, OwnersPlace } from '../../../pipeline/registry/overview.ts';
import type { Confirmation, RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Plan, plans } from '../../../pipeline/registry/words.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import { cell, instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { OperatorOverview } from '../operator-overview.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { done, fault, form, inEnglish, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { quotaTable, usageLine } from './quota.ts';
import { rejectedLink } from './refused-rows.ts';

const listed = 100;

interface OwnersSearch {
  /** Part of the name that was searched for. */
  readonly part: string;
  /** Position at which the next page begins; null on the last page. */
  readonly next: OwnersPlace | null;
}

/** Returns the operator's page: owners, accounts with problems, and the last runs. */
export function operatorPage(
  request: SignedInRequest,
  owners: readonly OwnerOverview[],
  /** Data usage by owner; null if it can't be read now. */
  uses: ReadonlyMap<string, Use> | null,
  { part, next }: OwnersSearch,
  runs: readonly RunRecord[],
  { heldBack, waiting, waitingCount, gaps }: OperatorOverview,
  problem: string | null,
): Html {
  const { operator: words } = request.words;
  const more =
    next !== null &&
    `/operator?${new URLSearchParams({ q: part, after: next.slug, bytes: String(next.bytes) })}`;
  return ownersPage(
    request,
    words.title,
    '/operator',
    html`<h1>${words.title}</h1>
${fault(problem)}<section aria-labelledby="owners-title"><h2 id="owners-title">${words.owners}</h2>
<form class="decide" method="get" action="/operator">${line(words.find, 'q', part, 64)}<button>${words.search}</button></form>
${owners.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ul class="own">${owners.map((owner) => ownerItem(request, owner, uses))}</ul>`}
${more && html`<nav class="leaf" aria-label="${words.more}"><a rel="next" href="${more}">${words.next}</a></nav>`}
<details class="more"${(problem !== null || (owners.length < 2 && part === '')) && html` open`}><summary>${words.addOwner}</summary>
${form('/operator/owners', words.addOwnerButton, newOwnerFields(request))}</details>
</section>
<section aria-labelledby="held-title"><h2 id="held-title">${words.held.title}</h2>
<p>${fill(words.held.lead, { command: html`<code>trackrecord status</code>` })}</p>
${shortList(
  request,
  heldBack.map((held) => heldBackItem(request, held)),
)}
</section>
<section aria-labelledby="waiting-title"><h2 id="waiting-title">${words.waiting.title}</h2>
<p>${words.waiting.lead}</p>
${shortList(
  request,
  waiting.map((waits) => waitingItem(request, waits)),
  waitingCount,
)}
</section>
<section aria-labelledby="gaps-title"><h2 id="gaps-title">${words.gaps.title}</h2>
${shortList(
  request,
  gaps.map(
    ({ account, facts }) => html`<li>${nameOf(request, account)}: ${gapOf(request, facts)}</li>`,
  ),
)}
</section>
<section aria-labelledby="runs-title"><h2 id="runs-title">${words.runs.title}</h2>
${runs.length === 0 ? html`<p class="empty">${words.noneYet}</p>` : runsTable(request, runs)}
<p><a href="/operator/refused">${words.rejected.link}</a></p>
</section>`,
  );
}

const planChoices = plans.map((plan) => [plan, plan] as const);

function newOwnerFields({ form, words: { operator: words } }: SignedInRequest): Html {
  const { roles } = words;
  return html`${line(words.slug, 'slug', form.text('slug'), 64)}${line(words.shownName, 'name', form.text('name'))}${choice(
    'plan',
    words.plan,
    planChoices,
    form.text('plan') || 'free',
  )}${choice(
    'role',
    words.role,
    [
      ['owner', roles.owner],
      ['operator', roles.operator],
    ],
    form.text('role') || 'owner',
  )}`;
}

function ownerItem(
  page: PageWords,
  owner: OwnerOverview,
  uses: ReadonlyMap<string, Use> | null,
): Html {
  const { slug, name, role, accounts, published, password_at } = owner;
  const { words, context } = page;
  const { language } = context;
  const shown = { shown: language.format.count(published) };
  const facts: HtmlContent[] = [
    planOf(page, owner),
    fillText(language.counted(words.operator.accounts, accounts), shown),
    uses !== null && usageLine(page, uses.get(slug)),
    password_at === null && words.operator.noPassword,
    role === 'operator' && words.operator.isOperator,
  ];
  return html`<li><h3><a href="/operator/owners/${slug}">${slug}</a>${name !== null && html` <bdi>${name}</bdi>`}</h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul></li>
`;
}

const planOf = ({ words, context }: PageWords, { plan, plan_until }: OwnerOverview): string =>
  plan_until === null
    ? plan
    : fillText(words.operator.planUntil, { plan, day: context.language.format.day(plan_until) });

const nameOf = ({ words }: PageWords, { owner, slug, name }: RegistryAccount): Html =>
  fill(words.operator.ofOwner, {
    account: html`<a href="/operator/owners/${owner}#${slug}">${slug}</a>`,
    name: html`<bdi>${name}</bdi>`,
    owner,
  });

function heldBackItem(
  page: PageWords,
  { account, since, why }: OperatorOverview['heldBack'][number],
): Html {
  const { held } = page.words.operator;
  const named = fill(held.since, {
    account: nameOf(page, account),
    instant: instant(since, page.context.language),
  });
  return html`<li>${named}${why !== null && html`: ${inEnglish(`${why.check} (${why.reason})`, page)}; ${why.keeps_published ? held.keeps : held.none}`}</li>`;
}

function waitingItem(
  page: PageWords,
  { account, id, since, reason }: OperatorOverview['waiting'][number],
): Html {
  const named = fill(page.words.operator.held.since, {
    account: account === null ? id : nameOf(page, account),
    instant: instant(since, page.context.language),
  });
  return html`<li>${named}: ${inEnglish(reason, page)}</li>`;
}

function gapOf(
  { words, context }: PageWords,
  { currency, reconciliation }: OperatorOverview['gaps'][number]['facts'],
): string {
  const { reported_balance: printed, balance, gap } = reconciliation ?? {};
  const { gaps } = words.operator;
  if (gap == null) return gaps.total;
  const money = (value: number | null | undefined) =>
    context.language.format.amount(value, currency);
  return fillText(gaps.balance, {
    ...{ printed: money(printed), balance: money(balance), gap: money(gap) },
    currency: currency ?? '',
  });
}

function shortList(
  { words, context }: PageWords,
  items: readonly Html[],
  count = items.length,
): Html {
  const { operator } = words;
  if (items.length === 0) return html`<p class="empty">${operator.none}</p>`;
  const rest = count - Math.min(items.length, listed);
  const more = fillText(operator.andMore, { count: context.language.format.count(rest) });
  return html`<ul class="links">${items.slice(0, listed)}${rest > 0 && html`<li>${more}</li>`}</ul>`;
}

function runsTable(page: PageWords, runs: readonly RunRecord[]): Html {
  const { words, context } = page;
  const { language } = context;
  const { runs: heads } = words.operator;
  const { format } = language;
  const seconds = (run: RunRecord) =>
    (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000;
  const numbers = [heads.seconds, heads.rows, heads.rejected, heads.files, heads.computed];
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${heads.table}"><table>
<thead><tr><th scope="col">${heads.ended}</th><th scope="col">${heads.outcome}</th>${[...numbers, heads.heldBack].map((head) => html`<th scope="col" class="num">${head}</th>`)}</tr></thead>
<tbody>${runs.map(
    (
      run,
    ) => html`<tr><th scope="row">${instant(run.ended_at, language)}</th><td>${heads.outcomes[run.outcome]}${run.error !== null && html` <span class="gap">${inEnglish(run.error, page)}</span>`}</td>${cell(format.number(seconds(run), 1))}${cell(format.count(run.rows_loaded))}${cell(format.count(run.rows_rejected))}${cell(format.count(run.files_failed))}${cell(format.count(run.accounts_computed))}${cell(format.count(run.accounts_held_back))}</tr>
`,
  )}</tbody></table></div>`;
}

export interface OwnerPageWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A sign-in link that was just created, to be shown once. */
  readonly link?: string;
}

/** Use of one owner: data, null if it can't be read, and requests with keys so far. */
interface OwnerUse {
  /** Plan in force, whose limits hold. */
  readonly plan: Plan;
  readonly data: Use | null;
  readonly reading: number;
  readonly sending: number;
}

/** Rejected rows by account id, and share links that work by slug. */
interface AccountCounts {
  readonly use: OwnerUse;
  readonly refused: ReadonlyMap<string, Refused>;
  readonly shares: ReadonlyMap<string, number>;
}

/** Returns the page of one owner: plan, sign-in link, and the badges of their accounts. */
export function ownerPage(
  request: SignedInRequest,
  owner: OwnerOverview,
  accounts: readonly RegistryAccount[],
  { use, refused, shares }: AccountCounts,
  { message, problem, link }: OwnerPageWords,
): Html {
  const { slug, name, password_at } = owner;
  const action = `/operator/owners/${slug}`;
  const { words, context } = request;
  const { operator } = words;
  const { link: linkWords, use: useWords, badges } = operator;
  const { language } = context;
  const password =
    password_at === null
      ? operator.noPassword
      : fill(operator.passwordSet, { instant: instant(password_at, language) });
  const requests = fillText(useWords.requests, {
    reading: language.format.count(use.reading),
    sending: language.format.count(use.sending),
  });
  return ownersPage(
    request,
    slug,
    '/operator',
    html`<h1>${slug}</h1>
<p class="lead">${name !== null && html`<bdi>${name}</bdi>, `}${planOf(request, owner)}; ${password}.</p>
${fault(problem)}${done(message)}
${
  link !== undefined &&
  html`<div class="notice" role="status"><p><strong>${fillText(linkWords.title, { owner: slug })}</strong> ${fillText(linkWords.lead, { owner: slug })}</p>
<p><label>${linkWords.label} <input class="secret" value="${link}" readonly spellcheck="false"></label></p></div>`
}
<section aria-labelledby="link-title"><h2 id="link-title">${operator.signIn.title}</h2>
${form(`${action}/invite`, operator.signIn.button, html`<p class="hint">${operator.signIn.hint}</p>`)}
</section>
<section aria-labelledby="plan-title"><h2 id="plan-title">${operator.plan}</h2>
${form(
  `${action}/plan`,
  operator.savePlan,
  html`${choice('plan', operator.plan, planChoices, owner.plan)}<label>${operator.planEnd} <input name="until" type="date" value="${owner.plan_until?.slice(0, 10) ?? ''}"></label>`,
)}
</section>
<section aria-labelledby="use-title"><h2 id="use-title">${useWords.title}</h2>
${quotaTable(request, use.plan, use.data, accounts.filter(({ type }) => type === 'account').length, { title: useWords.limits, used: useWords.used })}
<p>${requests}</p>
</section>
<section aria-labelledby="marks-title"><h2 id="marks-title">${badges.title}</h2>
<p>${badges.lead}</p>
${accounts.length === 0 ? html`<p class="empty">${badges.noAccount}</p>` : html`<ul class="own">${accounts.map((account) => marksOf(request, account, refused.get(account.account_id ?? '')?.count, shares.get(account.slug)))}</ul>`}
</section>`,
  );
}

function marksOf(
  page: PageWords,
  { slug, name, published, confirmed }: RegistryAccount,
  refused?: number,
  shares?: number,
): Html {
  const { words, context } = page;
  const { badges } = words.operator;
  const { language } = context;
  const markNames = [
    ['identity', badges.identity],
    ['track_record', badges.track_record],
  ] as const;
  const rejected =
    refused !== undefined &&
    rejectedLink(
      `/operator/accounts/${slug}/refused`,
      language.counted(words.dashboard.rejected, refused),
    );
  return html`<li id="${slug}"><h3>${slug} <bdi>${name}</bdi></h3>
<ul class="facts"><li>${published ? words.dashboard.public : words.dashboard.private}</li>${markNames.map(
    ([mark, badge]) =>
      html`<li>${fill(badges.state, { badge, confirmed: confirmedBy(page, confirmed[mark]) })}</li>`,
  )}${shares !== undefined && html`<li>${language.counted(badges.shares, shares)}</li>`}${rejected && html`<li>${rejected}</li>`}</ul>
<details class="more"><summary>${fillText(badges.change, { account: slug })}</summary>
${form(
  `/operator/accounts/${slug}/marks`,
  badges.save,
  html`${choice('mark', badges.badge, markNames, '')}${choice(
    'does',
    badges.action,
    [
      ['give', badges.give],
      ['take', badges.take],
    ],
    'give',
  )}${line(badges.by, 'by', '')}${line(badges.how, 'how', '')}`,
)}</details></li>
`;
}

const confirmedBy = ({ words, context }: PageWords, mark: Confirmation | null): HtmlContent =>
  mark === null
    ? words.operator.badges.unconfirmed
    : html`<bdi>${mark.by}</bdi>${mark.at !== null && html`, ${instant(mark.at, context.language)}`}${mark.how !== null && html`, <bdi>${mark.how}</bdi>`}`;
