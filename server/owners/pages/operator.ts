import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { Refused } from '../../../pipeline/deliveries/refused.ts';
import type { OwnerOverview, OwnersPlace } from '../../../pipeline/registry/overview.ts';
import type { Confirmation, RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Plan, plans } from '../../../pipeline/registry/words.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import { cell, instant } from '../../site/cells.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { english } from '../../site/language/languages.ts';
import { choice } from '../../site/parts/form.ts';
import * as en from '../language/en/index.ts';
import type { OperatorOverview } from '../operator-overview.ts';
import type { SignedInRequest } from '../page-request.ts';
import { done, fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { quotaTable, usageLine } from './quota.ts';
import { rejectedLink } from './refused-rows.ts';

/** Messages shown after a form was saved, by the `done` parameter. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['added', 'Owner added.'],
  ['plan', 'Saved.'],
  ['given', 'Badge given. The account’s page shows who confirmed it, when and how.'],
  ['taken', 'Badge removed.'],
]);

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
  const more =
    next !== null &&
    `/operator?${new URLSearchParams({ q: part, after: next.slug, bytes: String(next.bytes) })}`;
  return ownersPage(
    request,
    'Operator',
    '/operator',
    html`<h1>Operator</h1>
${fault(problem)}<section aria-labelledby="owners-title"><h2 id="owners-title">Owners</h2>
<form class="decide" method="get" action="/operator">${line('Search by name', 'q', part, 64)}<button>Search</button></form>
${owners.length === 0 ? html`<p class="empty">None.</p>` : html`<ul class="own">${owners.map((owner) => ownerItem(owner, uses))}</ul>`}
${more && html`<nav class="leaf" aria-label="More owners"><a rel="next" href="${more}">Next →</a></nav>`}
<details class="more"${(problem !== null || (owners.length < 2 && part === '')) && html` open`}><summary>Add an owner</summary>
${form('/operator/owners', 'Add owner and create sign-in link', newOwnerFields(request))}</details>
</section>
<section aria-labelledby="held-title"><h2 id="held-title">Held back</h2>
<p>The newest data of these accounts fails a check. They keep their last figures, if they have any. <code>trackrecord status</code> lists them all.</p>
${shortList(heldBack.map(heldBackItem))}
</section>
<section aria-labelledby="waiting-title"><h2 id="waiting-title">Waiting</h2>
<p>New data of these accounts can’t be added yet. Every run tries again.</p>
${shortList(waiting.map(waitingItem), waitingCount)}
</section>
<section aria-labelledby="gaps-title"><h2 id="gaps-title">Do not reconcile</h2>
${shortList(gaps.map(({ account, facts }) => html`<li>${nameOf(account)}: ${gapOf(facts)}</li>`))}
</section>
<section aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${runs.length === 0 ? html`<p class="empty">None yet.</p>` : runsTable(runs)}
<p><a href="/operator/refused">Rejected rows of all owners</a></p>
</section>`,
  );
}

const newOwnerFields = ({ form }: SignedInRequest): Html =>
  html`${line('Name in addresses: a to z, 0 to 9 and hyphens', 'slug', form.text('slug'), 64)}${line('Name that visitors see', 'name', form.text('name'))}${choice(
    'plan',
    'Plan',
    plans.map((plan) => [plan, plan] as const),
    form.text('plan') || 'free',
  )}${choice(
    'role',
    'Role',
    [
      ['owner', 'Owner'],
      ['operator', 'Operator: also sees this page'],
    ],
    form.text('role') || 'owner',
  )}`;

function ownerItem(owner: OwnerOverview, uses: ReadonlyMap<string, Use> | null): Html {
  const { slug, name, role, accounts, published, password_at } = owner;
  const facts: HtmlContent[] = [
    planOf(owner),
    `${accounts} account${accounts === 1 ? '' : 's'}, ${published} public`,
    uses !== null && usageLine(uses.get(slug)),
    password_at === null && 'has no password yet',
    role === 'operator' && 'operator',
  ];
  return html`<li><h3><a href="/operator/owners/${slug}">${slug}</a>${name !== null && html` <bdi>${name}</bdi>`}</h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul></li>
`;
}

const planOf = ({ plan, plan_until }: OwnerOverview): string =>
  plan_until === null ? plan : `${plan} until ${format.day(plan_until)}`;

const nameOf = ({ owner, slug, name }: RegistryAccount): Html =>
  html`<a href="/operator/owners/${owner}#${slug}">${slug}</a> (<bdi>${name}</bdi>, of ${owner})`;

const heldBackItem = ({ account, since, why }: OperatorOverview['heldBack'][number]): Html =>
  html`<li>${nameOf(account)}, since ${instant(since)}${why !== null && html`: ${why.check} (${why.reason}); it ${why.keeps_published ? 'keeps its last figures' : 'has none yet'}`}</li>`;

const waitingItem = ({ account, id, since, reason }: OperatorOverview['waiting'][number]): Html =>
  html`<li>${account === null ? id : nameOf(account)}, since ${instant(since)}: ${reason}</li>`;

function gapOf({ currency, reconciliation }: OperatorOverview['gaps'][number]['facts']): string {
  const { reported_balance: printed, balance, gap } = reconciliation ?? {};
  if (gap == null) return 'a total on the statement differs from the calculated one';
  const money = (value: number | null | undefined) => format.amount(value, currency);
  return `reported ${money(printed)}, calculated ${money(balance)}, difference ${money(gap)} ${currency ?? ''}`;
}

function shortList(items: readonly Html[], count = items.length): Html {
  if (items.length === 0) return html`<p class="empty">None.</p>`;
  const rest = count - Math.min(items.length, listed);
  return html`<ul class="links">${items.slice(0, listed)}${rest > 0 && html`<li>and ${rest} more</li>`}</ul>`;
}

const runsTable = (runs: readonly RunRecord[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="The last runs"><table>
<thead><tr><th scope="col">Ended</th><th scope="col">Outcome</th><th scope="col" class="num">Seconds</th><th scope="col" class="num">Rows</th><th scope="col" class="num">Rejected</th><th scope="col" class="num">Files failed</th><th scope="col" class="num">Computed</th><th scope="col" class="num">Held back</th></tr></thead>
<tbody>${runs.map(
    (
      run,
    ) => html`<tr><th scope="row">${instant(run.ended_at)}</th><td>${run.outcome}${run.error !== null && html` <span class="gap">${run.error}</span>`}</td>${cell(format.number((Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000, 1))}${cell(format.count(run.rows_loaded))}${cell(format.count(run.rows_rejected))}${cell(format.count(run.files_failed))}${cell(format.count(run.accounts_computed))}${cell(format.count(run.accounts_held_back))}</tr>
`,
  )}</tbody></table></div>`;

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
  return ownersPage(
    request,
    slug,
    '/operator',
    html`<h1>${slug}</h1>
<p class="lead">${name !== null && html`<bdi>${name}</bdi>, `}${planOf(owner)}; ${password_at === null ? 'has no password yet' : html`password set ${instant(password_at)}`}.</p>
${fault(problem)}${done(message)}
${
  link !== undefined &&
  html`<div class="notice" role="status"><p><strong>Sign-in link for ${slug}.</strong> Anyone with this link can sign in as ${slug}. It works once and expires in a day. Copy it now: it can’t be shown again.</p>
<p><label>Link <input class="secret" value="${link}" readonly spellcheck="false"></label></p></div>`
}
<section aria-labelledby="link-title"><h2 id="link-title">Signing in</h2>
${form(`${action}/invite`, 'Create sign-in link', html`<p class="hint">Send it to an owner who has no password or forgot it.</p>`)}
</section>
<section aria-labelledby="plan-title"><h2 id="plan-title">Plan</h2>
${form(
  `${action}/plan`,
  'Save plan',
  html`${choice(
    'plan',
    'Plan',
    plans.map((plan) => [plan, plan] as const),
    owner.plan,
  )}<label>Ends on, in UTC (empty: never) <input name="until" type="date" value="${owner.plan_until?.slice(0, 10) ?? ''}"></label>`,
)}
</section>
<section aria-labelledby="use-title"><h2 id="use-title">Use</h2>
${quotaTable(request, use.plan, use.data, accounts.filter(({ type }) => type === 'account').length, { title: 'Limits of the plan', used: 'Used' })}
<p>Requests so far: ${format.count(use.reading)} with Developer API Keys, ${format.count(use.sending)} with Connection Keys.</p>
</section>
<section aria-labelledby="marks-title"><h2 id="marks-title">Badges</h2>
<p>Each account’s page shows who confirmed a badge, when and how.</p>
${accounts.length === 0 ? html`<p class="empty">No account yet.</p>` : html`<ul class="own">${accounts.map((account) => marksOf(account, refused.get(account.account_id ?? '')?.count, shares.get(account.slug)))}</ul>`}
</section>`,
  );
}

const markNames = [
  ['identity', 'Identity'],
  ['track_record', 'Track record'],
] as const;

function marksOf(
  { slug, name, published, confirmed }: RegistryAccount,
  refused?: number,
  shares?: number,
): Html {
  return html`<li id="${slug}"><h3>${slug} <bdi>${name}</bdi></h3>
<ul class="facts"><li>${published ? 'Public' : 'Private'}</li>${markNames.map(
    ([mark, label]) => html`<li>${label}: ${confirmedBy(confirmed[mark])}</li>`,
  )}${shares !== undefined && html`<li>${shares} ${shares === 1 ? 'share link' : 'share links'}</li>`}${refused !== undefined && html`<li>${rejectedLink(`/operator/accounts/${slug}/refused`, english.counted(en.dashboard.rejected, refused))}</li>`}</ul>
<details class="more"><summary>Give or remove a badge of ${slug}</summary>
${form(
  `/operator/accounts/${slug}/marks`,
  'Save badge',
  html`${choice('mark', 'Badge', markNames, '')}${choice(
    'does',
    'Action',
    [
      ['give', 'Give the badge'],
      ['take', 'Remove the badge'],
    ],
    'give',
  )}${line('Confirmed by (empty: you, the operator)', 'by', '')}${line('How it was confirmed', 'how', '')}`,
)}</details></li>
`;
}

const confirmedBy = (mark: Confirmation | null): HtmlContent =>
  mark === null
    ? 'not confirmed'
    : html`<bdi>${mark.by}</bdi>${mark.at !== null && html`, ${instant(mark.at)}`}${mark.how !== null && html`, <bdi>${mark.how}</bdi>`}`;
