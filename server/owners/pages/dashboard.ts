import type { Use } from '../../../pipeline/deliveries/quota.ts';
import { hidables } from '../../../pipeline/registry/words.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import type { Statement } from '../../../pipeline/statements/statement.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { OwnAccount, OwnAccounts } from '../own-accounts.ts';
import type { SignedInRequest } from '../page-request.ts';
import { undescribedNotice } from './account-notices.ts';
import { done } from './fields.ts';
import { ownersPage } from './frame.ts';
import { quotaTable } from './quota.ts';
import { rejectedLink } from './refused-rows.ts';
import { openState } from './statement.ts';

/** Returns the page that owners see first: every account and portfolio with its state. */
export function dashboardPage(
  request: SignedInRequest,
  { accounts, asOf }: OwnAccounts,
  open: readonly Statement[],
  use: Use | null,
  last: RunRecord | null,
  /** True if an account or portfolio has just been deleted. */
  isDeleted: boolean,
): Html {
  const {
    owner,
    words: { dashboard: words },
  } = request;
  const of = (wanted: string) => accounts.filter(({ account }) => account.type === wanted);
  return ownersPage(
    request,
    words.title,
    '/me',
    html`<h1>${words.title}</h1>
<p class="lead">${fill(words.lead, { owner: owner.name ?? owner.slug, plan: owner.plan, freshness: freshness(request, asOf, last) })}</p>
${done(isDeleted ? words.deleted : null)}${open.length > 0 && openStatements(request, open)}
${list(request, words.accounts, of('account'), words.noAccounts)}
<p><a href="/me/add">${words.add}</a></p>
${list(request, words.portfolios, of('portfolio'), words.noPortfolios)}
${of('account').length > 0 && html`<p><a href="/me/portfolios">${words.createPortfolio}</a></p>`}
${quotaTable(request, use, of('account').length)}`,
  );
}

function freshness(
  { words: { dashboard }, context: { language } }: SignedInRequest,
  asOf: string | null,
  last: RunRecord | null,
): Html | string {
  if (asOf === null) return dashboard.noFigures;
  const at = (value: string) => ({ instant: instant(value, language) });
  const checked = last?.outcome === 'failed' ? dashboard.failed : dashboard.checked;
  return html`${fill(dashboard.asOf, at(asOf))}${last && html` ${fill(checked, at(last.ended_at))}`}`;
}

/** Lists statements that wait for their owner to confirm or correct them. */
const openStatements = ({ words }: SignedInRequest, open: readonly Statement[]): Html =>
  html`<section><h2>${words.dashboard.open}</h2>
<ul class="own">${open.map((statement) => html`<li><h3><a href="/me/add/${statement.id}"><bdi>${statement.name}</bdi></a></h3><ul class="facts"><li>${openState(words, statement)}</li></ul></li>`)}</ul>
</section>
`;

const list = (
  request: SignedInRequest,
  title: string,
  accounts: readonly OwnAccount[],
  emptyText: string,
): Html =>
  html`<section><h2>${title}</h2>
${accounts.length === 0 ? html`<p class="empty">${emptyText}</p>` : html`<ul class="own">${accounts.map((ownAccount) => accountItem(request, ownAccount))}</ul>`}
</section>
`;

function accountItem(request: SignedInRequest, ownAccount: OwnAccount): Html {
  const { account, facts } = ownAccount;
  const platformAndCurrency = [facts?.platform, facts?.currency ?? account.currency].filter(
    (part) => part != null,
  );
  return html`<li><h3><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></h3>
<ul class="facts">${[...stateOf(request, ownAccount), ...platformAndCurrency].map((fact) => html`<li>${fact}</li>`)}</ul>${undescribedNotice(request, ownAccount)}${waitingNotice(request, ownAccount)}</li>
`;
}

/** Tells owners why their newest data can't be added yet, and what to do. */
export function waitingNotice(
  { words: { dashboard: words }, context: { language } }: SignedInRequest,
  { waiting }: OwnAccount,
): HtmlContent {
  if (waiting === null) return null;
  return html`<p class="notice gap">${fill(words.waiting, {
    lead: html`<strong>${words.waitingLead}</strong>`,
    instant: instant(waiting.since, language),
    why: waiting.is_for_owner
      ? fill(words.waitingForOwner, { reason: waiting.reason })
      : words.waitingForOperator,
  })}</p>`;
}

/** Describes the state of an account in a few words each. */
export function stateOf(
  { words: { dashboard: words }, context: { language } }: SignedInRequest,
  { account, facts, heldBackSince, refused }: OwnAccount,
): HtmlContent[] {
  const at = (value: string) => ({ instant: instant(value, language) });
  const { hide, history_cut_at: cut } = account;
  const states: HtmlContent[] = [
    account.published ? words.public : words.private,
    facts?.updated_at ? fill(words.lastData, at(facts.updated_at)) : words.noData,
    heldBackSince !== null &&
      html`<span class="gap">${fill(words.heldBack, at(heldBackSince))}</span>`,
    facts?.reconciled === true && words.reconciles,
    facts?.reconciled === false && html`<span class="gap">${words.differs}</span>`,
    refused &&
      rejectedLink(
        `/me/accounts/${account.slug}/refused`,
        language.counted(words.rejected, refused.count),
      ),
    hide.length > 0 && fill(words.hidden, { count: hide.length, all: hidables.length }),
    cut !== null && fill(words.cut, { day: language.format.day(cut) }),
  ];
  return states.filter((state) => state);
}
