import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { OwnerOverview, OwnersPlace } from '../../../pipeline/registry/overview.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import { cell, instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { OperatorOverview } from '../operator-overview.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { fault, form, line, ownItem } from './fields.ts';
import { ownersPage } from './frame.ts';
import { attentionSections, attentionSummary } from './operator-attention.ts';
import { planChoices, planOf } from './operator-owner.ts';
import { usageLine } from './quota.ts';

interface OwnersSearch {
  /** Part of the name that was searched for. */
  readonly part: string;
  /** Position at which the next page begins; null on the last page. */
  readonly next: OwnersPlace | null;
}

/** Data and share links in use by owner. `uses` is null if it can't be read now. */
interface OwnerCounts {
  readonly uses: ReadonlyMap<string, Use> | null;
  readonly shares: ReadonlyMap<string, number>;
}

/** Returns the operator's page: owners, accounts with problems, and the last runs. */
export function operatorPage(
  request: SignedInRequest,
  owners: readonly OwnerOverview[],
  { uses, shares }: OwnerCounts,
  { part, next }: OwnersSearch,
  runs: readonly RunRecord[],
  overview: OperatorOverview,
  problem: HtmlContent,
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
${fault(problem)}${attentionSummary(request, overview)}
<section aria-labelledby="owners-title"><h2 id="owners-title">${words.owners}</h2>
<form class="decide" method="get" action="/operator">${line(words.find, 'q', part, 64)}<button>${words.search}</button></form>
${owners.length === 0 ? html`<p class="empty">${words.none}</p>` : html`<ul class="own">${owners.map((owner) => ownerItem(request, owner, uses, shares.get(owner.slug)))}</ul>`}
${more && html`<nav class="leaf" aria-label="${words.more}"><a rel="next" href="${more}">${words.next}</a></nav>`}
<details class="more"${(problem !== null || (owners.length < 2 && part === '')) && html` open`}><summary>${words.addOwner}</summary>
${form('/operator/owners', words.addOwnerButton, newOwnerFields(request))}</details>
</section>
${attentionSections(request, overview)}
<section aria-labelledby="runs-title"><h2 id="runs-title">${words.runs.title}</h2>
<p><a href="/operator/refused">${words.rejected.link}</a></p>
${runs.length === 0 ? html`<p class="empty">${words.noneYet}</p>` : runsTable(request, runs)}
</section>`,
  );
}

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
  uses: OwnerCounts['uses'],
  shares: number | undefined,
): Html {
  const { slug, name, role, accounts, published, password_at } = owner;
  const { words, context } = page;
  const { language } = context;
  const shown = { shown: language.format.count(published) };
  const items = [
    planOf(page, owner),
    fillText(language.counted(words.operator.accounts, accounts), shown),
    uses !== null && usageLine(page, uses.get(slug)),
    shares !== undefined && language.counted(words.operator.badges.shares, shares),
    password_at === null && words.operator.noPassword,
    role === 'operator' && words.operator.isOperator,
  ];
  return ownItem(
    html`<a href="/operator/owners/${slug}">${slug}</a>${name !== null && html` <bdi>${name}</bdi>`}`,
    items,
  );
}

function runsTable(page: PageWords, runs: readonly RunRecord[]): Html {
  const { words, context } = page;
  const { language } = context;
  const { runs: heads } = words.operator;
  const { format } = language;
  const seconds = (run: RunRecord) =>
    (Date.parse(run.ended_at) - Date.parse(run.started_at)) / 1000;
  const numbers = [heads.seconds, heads.rows, heads.rejected, heads.files, heads.computed];
  return html`<div class="scroll runs" tabindex="0" role="region" aria-label="${heads.table}"><table>
<thead><tr><th scope="col">${heads.ended}</th><th scope="col">${heads.outcome}</th>${[...numbers, heads.heldBack].map((head) => html`<th scope="col" class="num">${head}</th>`)}</tr></thead>
<tbody>${runs.map(
    (
      run,
    ) => html`<tr><th scope="row">${instant(run.ended_at, language)}</th><td>${heads.outcomes[run.outcome]}${run.error !== null && html`: <span class="gap">${reasonText(run.error, page)}</span>`}</td>${cell(format.number(seconds(run), 1))}${cell(format.count(run.rows_loaded))}${cell(format.count(run.rows_rejected))}${cell(format.count(run.files_failed))}${cell(format.count(run.accounts_computed))}${cell(format.count(run.accounts_held_back))}</tr>
`,
  )}</tbody></table></div>`;
}
