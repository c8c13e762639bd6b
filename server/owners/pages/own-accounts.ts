import type { Use } from '../../../pipeline/deliveries/quota.ts';
import type { RunRecord } from '../../../pipeline/run/run-log.ts';
import type { Statement } from '../../../pipeline/statements/found.ts';
import * as format from '../../site/format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { instant } from '../../site/numbers.ts';
import type { OwnAccount, OwnState } from '../accounts.ts';
import type { OwnersVisit } from '../visit.ts';
import { ownersPage } from './frame.ts';
import { undescribedNotice } from './held.ts';
import { refusedRows } from './refused.ts';
import { hideNames } from './shown.ts';
import { openState } from './statement.ts';
import { useTable } from './use.ts';

/** What an owner sees first: every account and portfolio, and how it stands. */
export function ownPage(
  visit: OwnersVisit,
  { accounts, asOf }: OwnState,
  open: readonly Statement[],
  use: Use | null,
  last: RunRecord | null,
): Html {
  const { owner } = visit;
  const of = (wanted: string) => accounts.filter(({ account }) => account.type === wanted);
  return ownersPage(
    visit,
    'Your accounts',
    '/me',
    html`<h1>Your accounts</h1>
<p class="lead">${owner.name ?? owner.slug}, on the ${owner.plan} plan. ${freshness(asOf, last)}</p>
${open.length > 0 && openStatements(open)}
${list('Accounts', of('account'), 'None yet.')}
<p><a href="/me/add">Add an account</a></p>
${list('Portfolios', of('portfolio'), 'Several accounts, shown and counted as one.')}
${of('account').length > 0 && html`<p><a href="/me/portfolios">Make a portfolio</a></p>`}
${useTable(owner.plan, use, of('account').length)}`,
  );
}

function freshness(asOf: string | null, last: RunRecord | null): Html | string {
  if (asOf === null) return 'Nothing has been published yet.';
  const failed = last?.outcome === 'failed';
  return html`Figures are of ${instant(asOf)}${
    last &&
    html`; the last run ended ${instant(last.ended_at)}${failed && ' and failed, the operator knows'}`
  }.`;
}

/** Statements that wait for a decision of their owner. */
const openStatements = (open: readonly Statement[]): Html =>
  html`<section><h2>Statements to confirm</h2>
<ul class="own">${open.map((statement) => html`<li><h3><a href="/me/add/${statement.id}"><bdi>${statement.name}</bdi></a></h3><ul class="facts"><li>${openState(statement)}</li></ul></li>`)}</ul>
</section>
`;

const list = (title: string, accounts: readonly OwnAccount[], otherwise: string): Html =>
  html`<section><h2>${title}</h2>
${accounts.length === 0 ? html`<p class="empty">${otherwise}</p>` : html`<ul class="own">${accounts.map(one)}</ul>`}
</section>
`;

function one(own: OwnAccount): Html {
  const { account, facts } = own;
  const what = [facts?.platform, facts?.currency ?? account.currency].filter(
    (part) => part != null,
  );
  return html`<li><h3><a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a></h3>
<ul class="facts">${[account.published ? 'Public' : 'Private', ...what, ...stateOf(own)].map((fact) => html`<li>${fact}</li>`)}</ul>${undescribedNotice(own)}${waitingNotice(own)}</li>
`;
}

/** Tells owners why their newest data can't be taken up, and what to do. */
export const waitingNotice = ({ waiting }: OwnAccount): HtmlContent =>
  waiting !== null &&
  html`<p class="notice gap"><strong>New data is waiting</strong> since ${instant(waiting.since)}. ${
    waiting.is_for_owner
      ? html`It can’t be taken up yet: ${waiting.reason}.`
      : 'It can’t be taken up because of a fault here, which the operator sees. You don’t have to send it again.'
  }</p>`;

/** How an account stands, in a few words each. */
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
    ...(hidden === 0 ? [] : [`${hidden} of ${hideNames.size} parts hidden`]),
    ...(account.history_cut_at === null
      ? []
      : [`History from ${format.day(account.history_cut_at)}`]),
  ];
}

const reconciled = (is: boolean | null | undefined): (string | Html)[] => {
  if (is === true) return ['Reconciles'];
  return is === false ? [html`<span class="gap">Does not reconcile</span>`] : [];
};
