import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import type { Statement } from '../../../pipeline/statements/statement.ts';
import { instant } from '../../site/cells.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { OwnAccount, OwnAccounts } from '../own-accounts.ts';
import type { SignedInRequest } from '../page-request.ts';
import { undescribedNotice } from './account-notices.ts';
import { done } from './fields.ts';
import { ownersPage } from './frame.ts';
import { quotaTable } from './quota.ts';
import { refusedRows } from './refused-rows.ts';
import { openState } from './statement.ts';
import { hideNames } from './visibility.ts';

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
  const { owner } = request;
  const of = (wanted: string) => accounts.filter(({ account }) => account.type === wanted);
  return ownersPage(
    request,
    'Your accounts',
    '/me',
    html`<h1>Your accounts</h1>
<p class="lead">${owner.name ?? owner.slug}, ${owner.plan} plan. ${freshness(asOf, last)}</p>
${done(isDeleted ? 'Deleted. The next run removes it from every file.' : null)}${open.length > 0 && openStatements(open)}
${list('Accounts', of('account'), 'You have no accounts yet. Add one to start.')}
<p><a href="/me/add">Add an account</a></p>
${list('Portfolios', of('portfolio'), 'A portfolio shows several accounts as one.')}
${of('account').length > 0 && html`<p><a href="/me/portfolios">Create a portfolio</a></p>`}
${quotaTable(owner.plan, use, of('account').length)}`,
  );
}

function freshness(asOf: string | null, last: RunRecord | null): Html | string {
  if (asOf === null) return 'No figures have been published yet.';
  const failed = last?.outcome === 'failed';
  return html`Figures as of ${instant(asOf)}.${
    last &&
    (failed
      ? html` The last update failed at ${instant(last.ended_at)}; the operator can see why.`
      : html` Last checked for new data ${instant(last.ended_at)}.`)
  }`;
}

/** Lists statements that wait for their owner to confirm or correct them. */
const openStatements = (open: readonly Statement[]): Html =>
  html`<section><h2>Statements to confirm</h2>
<ul class="own">${open.map((statement) => html`<li><h3><a href="/me/add/${statement.id}"><bdi>${statement.name}</bdi></a></h3><ul class="facts"><li>${openState(statement)}</li></ul></li>`)}</ul>
</section>
`;

const list = (title: string, accounts: readonly OwnAccount[], emptyText: string): Html =>
  html`<section><h2>${title}</h2>
${accounts.length === 0 ? html`<p class="empty">${emptyText}</p>` : html`<ul class="own">${accounts.map(accountItem)}</ul>`}
</section>
`;

function accountItem(ownAccount: OwnAccount): Html {
  const { account, facts } = ownAccount;
  const platformAndCurrency = [facts?.platform, facts?.currency ?? account.currency].filter(
    (part) => part != null,
  );
  return html`<li><h3><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></h3>
<ul class="facts">${[account.published ? 'Public' : 'Private', ...platformAndCurrency, ...stateOf(ownAccount)].map((fact) => html`<li>${fact}</li>`)}</ul>${undescribedNotice(ownAccount)}${waitingNotice(ownAccount)}</li>
`;
}

/** Tells owners why their newest data can't be added yet, and what to do. */
export const waitingNotice = ({ waiting }: OwnAccount): HtmlContent =>
  waiting !== null &&
  html`<p class="notice gap"><strong>New data has been waiting</strong> since ${instant(waiting.since)}. ${
    waiting.is_for_owner
      ? html`It can’t be added yet: ${waiting.reason}.`
      : 'It can’t be added because of a fault on our side, which the operator can see. You don’t have to send it again.'
  }</p>`;

/** Describes the state of an account in a few words each. */
export function stateOf({ account, facts, heldBackSince, refused }: OwnAccount): (string | Html)[] {
  const hidden = account.hide.length;
  return [
    facts?.updated_at ? html`Last data ${instant(facts.updated_at)}` : 'No data yet',
    ...(heldBackSince === null
      ? []
      : [html`<span class="gap">Held back since ${instant(heldBackSince)}</span>`]),
    ...reconciled(facts?.reconciled),
    ...(refused === null
      ? []
      : [refusedRows(`/me/accounts/${account.slug}/refused`, refused.count)]),
    ...(hidden === 0 ? [] : [`${hidden} of ${hideNames.size} details hidden`]),
    ...(account.history_cut_at === null
      ? []
      : [`History from ${format.day(account.history_cut_at)}`]),
  ];
}

const reconciled = (is: boolean | null | undefined): (string | Html)[] => {
  if (is === true) return ['Reconciles'];
  return is === false ? [html`<span class="gap">Does not reconcile</span>`] : [];
};
