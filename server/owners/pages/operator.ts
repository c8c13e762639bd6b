import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { Refused } from '../../../pipeline/deliveries/refused.ts';
import type { OwnerOverview, OwnersPlace } from '../../../pipeline/registry/overview.ts';
import type { Confirmation, RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { plans } from '../../../pipeline/registry/words.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import * as format from '../../site/format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { cell, instant } from '../../site/numbers.ts';
import { choice } from '../../site/parts/form.ts';
import type { OperatorOverview } from '../standing.ts';
import type { OwnersVisit } from '../visit.ts';
import { done, fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';
import { refusedRows } from './refused.ts';
import { useLine } from './use.ts';

/** What is said where a form was taken. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['plan', 'Saved, and in force.'],
  ['given', 'The mark is given, and its page says by whom, when and how.'],
  ['taken', 'The mark is taken away.'],
]);

const listed = 100;

interface Leaf {
  readonly part: string;
  /** Where the next page begins; null on the last one. */
  readonly next: OwnersPlace | null;
}

/** Everything an operator looks after. */
export function operatorPage(
  visit: OwnersVisit,
  owners: readonly OwnerOverview[],
  /** Null while it is out of reach. */
  uses: ReadonlyMap<string, Use> | null,
  { part, next }: Leaf,
  runs: readonly RunRecord[],
  { heldBack, waiting, waitingCount, gaps }: OperatorOverview,
): Html {
  const more =
    next !== null &&
    `/operator?${new URLSearchParams({ q: part, after: next.slug, bytes: String(next.bytes) })}`;
  return ownersPage(
    visit,
    'Operator',
    '/operator',
    html`<h1>Operator</h1>
<section aria-labelledby="owners-title"><h2 id="owners-title">Owners</h2>
<form class="decide" method="get" action="/operator">${line('Part of the name', 'q', part, 64)}<button>Show</button></form>
${owners.length === 0 ? html`<p class="empty">None.</p>` : html`<ul class="own">${owners.map((owner) => oneOwner(owner, uses))}</ul>`}
${more && html`<nav class="leaf" aria-label="More owners"><a rel="next" href="${more}">Next →</a></nav>`}
</section>
<section aria-labelledby="held-title"><h2 id="held-title">Held back</h2>
<p>Their newest facts fail a check. They keep the figures that they had, if any; <code>trackrecord status</code> names them all.</p>
${some(heldBack.map(heldOf))}
</section>
<section aria-labelledby="waiting-title"><h2 id="waiting-title">Waiting</h2>
<p>Something sent in of them can't be taken up. Every run tries again.</p>
${some(waiting.map(waitingOf), waitingCount)}
</section>
<section aria-labelledby="gaps-title"><h2 id="gaps-title">Do not reconcile</h2>
${some(gaps.map(({ account, facts }) => html`<li>${nameOf(account)}: ${gapOf(facts)}</li>`))}
</section>
<section aria-labelledby="runs-title"><h2 id="runs-title">Runs</h2>
${runs.length === 0 ? html`<p class="empty">None yet.</p>` : runsTable(runs)}
<p><a href="/operator/refused">Rows that were refused</a>: which, of whom and why</p>
</section>`,
  );
}

function oneOwner(owner: OwnerOverview, uses: ReadonlyMap<string, Use> | null): Html {
  const { slug, name, role, accounts, published, password_at } = owner;
  const facts: HtmlContent[] = [
    planOf(owner),
    `${accounts} account${accounts === 1 ? '' : 's'}, ${published} public`,
    uses !== null && useLine(uses.get(slug)),
    password_at === null && 'cannot sign in yet',
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

const heldOf = ({ account, since, why }: OperatorOverview['heldBack'][number]): Html =>
  html`<li>${nameOf(account)}, since ${instant(since)}${why !== null && html`: ${why.check} (${why.reason}); it ${why.keeps_published ? 'keeps its last figures' : 'has none yet'}`}</li>`;

const waitingOf = ({ account, id, since, reason }: OperatorOverview['waiting'][number]): Html =>
  html`<li>${account === null ? id : nameOf(account)}, since ${instant(since)}: ${reason}</li>`;

function gapOf({ currency, reconciliation }: OperatorOverview['gaps'][number]['facts']): string {
  const { reported_balance: printed, balance, gap } = reconciliation ?? {};
  if (gap == null) return 'a sum that was printed is not that of the rows';
  const money = (value: number | null | undefined) => format.amount(value, currency);
  return `printed ${money(printed)}, ours ${money(balance)}, ${money(gap)} ${currency ?? ''} apart`;
}

function some(items: readonly Html[], count = items.length): Html {
  if (items.length === 0) return html`<p class="empty">None.</p>`;
  const rest = count - Math.min(items.length, listed);
  return html`<ul class="links">${items.slice(0, listed)}${rest > 0 && html`<li>and ${rest} more</li>`}</ul>`;
}

const runsTable = (runs: readonly RunRecord[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="The last runs"><table>
<thead><tr><th scope="col">Ended</th><th scope="col">Outcome</th><th scope="col" class="num">Seconds</th><th scope="col" class="num">Rows</th><th scope="col" class="num">Refused</th><th scope="col" class="num">Files failed</th><th scope="col" class="num">Computed</th><th scope="col" class="num">Held back</th></tr></thead>
<tbody>${runs.map(
    (
      run,
    ) => html`<tr><th scope="row">${instant(run.ended_at)}</th><td>${run.outcome}${run.error !== null && html` <span class="gap">${run.error}</span>`}</td>${cell(format.number((Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000, 1))}${cell(format.count(run.rows_loaded))}${cell(format.count(run.rows_rejected))}${cell(format.count(run.files_failed))}${cell(format.count(run.accounts_computed))}${cell(format.count(run.accounts_held_back))}</tr>
`,
  )}</tbody></table></div>`;

export interface OwnerWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A link that was made just now. */
  readonly link?: string;
}

/** One owner: their plan, a link for them, and the marks of what is theirs. */
export function ownerPage(
  visit: OwnersVisit,
  owner: OwnerOverview,
  accounts: readonly RegistryAccount[],
  refused: ReadonlyMap<string, Refused>,
  { message, problem, link }: OwnerWords,
): Html {
  const { slug, name, password_at } = owner;
  const action = `/operator/owners/${slug}`;
  return ownersPage(
    visit,
    slug,
    '/operator',
    html`<h1>${slug}</h1>
<p class="lead">${name !== null && html`<bdi>${name}</bdi>, `}${planOf(owner)}; ${password_at === null ? 'has no password yet' : html`password of ${instant(password_at)}`}.</p>
${fault(problem)}${done(message)}
${
  link !== undefined &&
  html`<div class="notice" role="status"><p><strong>A link for ${slug}.</strong> Good once and for a day; whoever has it is signed in as ${slug}. It is shown this once.</p>
<p><label>Link <input class="secret" value="${link}" readonly spellcheck="false"></label></p></div>`
}
<section aria-labelledby="link-title"><h2 id="link-title">Signing in</h2>
${form(`${action}/invite`, 'Make a link', html`<p class="hint">For who has no password, or forgot it.</p>`)}
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
  )}<label>Until, in UTC; without end where empty <input name="until" type="date" value="${owner.plan_until?.slice(0, 10) ?? ''}"></label>`,
)}
</section>
<section aria-labelledby="marks-title"><h2 id="marks-title">Marks</h2>
<p>Pages say who confirmed what, when and how.</p>
${accounts.length === 0 ? html`<p class="empty">No account yet.</p>` : html`<ul class="own">${accounts.map((account) => marksOf(account, refused.get(account.account_id ?? '')?.count))}</ul>`}
</section>`,
  );
}

const markNames = [
  ['identity', 'Identity'],
  ['track_record', 'Track record'],
] as const;

function marksOf({ slug, name, published, confirmed }: RegistryAccount, refused?: number): Html {
  return html`<li id="${slug}"><h3>${slug} <bdi>${name}</bdi></h3>
<ul class="facts"><li>${published ? 'Public' : 'Private'}</li>${markNames.map(
    ([mark, label]) => html`<li>${label}: ${confirmedBy(confirmed[mark])}</li>`,
  )}${refused !== undefined && html`<li>${refusedRows(`/operator/accounts/${slug}/refused`, refused)}</li>`}</ul>
<details class="more"><summary>Give or take a mark of ${slug}</summary>
${form(
  `/operator/accounts/${slug}/marks`,
  'Save mark',
  html`${choice('mark', 'Mark', markNames, '')}${choice(
    'does',
    'What to do',
    [
      ['give', 'Give it'],
      ['take', 'Take it away'],
    ],
    'give',
  )}${line('Who confirmed it; you, the operator, where empty', 'by', '')}${line('How', 'how', '')}`,
)}</details></li>
`;
}

const confirmedBy = (mark: Confirmation | null): HtmlContent =>
  mark === null
    ? 'none'
    : html`<bdi>${mark.by}</bdi>${mark.at !== null && html`, ${instant(mark.at)}`}${mark.how !== null && html`, <bdi>${mark.how}</bdi>`}`;
