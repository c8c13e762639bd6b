import type { RowCounts, SentDelivery } from '../../../pipeline/deliveries/sent.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { cell, instant } from '../../site/cells.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { done, form } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Words for where a delivery comes from. */
const sources: Readonly<Record<SentDelivery['source'], string>> = {
  operator_file: 'Operator’s file',
  owner_statement: 'Statement',
  owner_api: 'Program',
  terminal: 'Terminal',
  broker_api: 'Broker',
  feed: 'Feed',
};

/** Words for the state of a delivery that counts. */
const states: Readonly<Record<SentDelivery['state'], string>> = {
  received: 'Waiting for the next run',
  loaded: 'Loaded',
  published: 'In your figures',
  refused: 'Refused',
};

const stateOf = ({ state, withdrawn_at }: SentDelivery): HtmlContent =>
  withdrawn_at === null ? states[state] : html`Withdrawn ${instant(withdrawn_at)}`;

const nameOf = ({ file, source }: SentDelivery): HtmlContent =>
  file === null ? sources[source] : html`${sources[source]} <bdi>${file}</bdi>`;

interface DeliveriesWords {
  /** False if the operator loads the account. */
  readonly canWithdraw: boolean;
  /** True if a delivery has just been withdrawn. */
  readonly isDone: boolean;
}

/** Returns the page that lists everything that was sent in for an account. */
export function deliveriesPage(
  request: SignedInRequest,
  { slug, name }: RegistryAccount,
  deliveries: readonly SentDelivery[],
  { canWithdraw, isDone }: DeliveriesWords,
): Html {
  const link = ({ receipt, withdrawn_at }: SentDelivery): HtmlContent =>
    canWithdraw &&
    withdrawn_at === null &&
    html`<a href="/me/accounts/${slug}/deliveries/${receipt}">Withdraw…</a>`;
  return ownersPage(
    request,
    `Sent data · ${name}`,
    '/me',
    html`<h1>Sent data</h1>
<p class="lead">Statements and data for <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>, newest first. You can withdraw what is wrong.</p>
${done(isDone ? 'Withdrawn. The next run computes your figures without it.' : null)}
${!canWithdraw && html`<p class="notice">The operator loads this account. Ask the operator to remove data.</p>`}
${
  deliveries.length === 0
    ? html`<p class="empty">Nothing yet.</p>`
    : html`<div class="scroll" tabindex="0" role="region" aria-label="Sent data"><table>
<thead><tr><th scope="col">Received</th><th scope="col">From</th><th scope="col" class="num">Rows</th><th scope="col" class="num">Rejected</th><th scope="col">State</th><th scope="col">Action</th></tr></thead>
<tbody>${deliveries.map(
        (delivery) =>
          html`<tr><th scope="row">${instant(delivery.received_at)}</th><td>${nameOf(delivery)}</td>${cell(format.count(delivery.accepted))}${cell(format.count(delivery.rejected_count))}<td>${stateOf(delivery)}</td><td>${link(delivery)}</td></tr>
`,
      )}</tbody></table></div>`
}`,
  );
}

/** Nouns for rows of a table, one and several. */
const nouns: Readonly<Record<string, readonly [string, string]>> = {
  trades: ['trade', 'trades'],
  cash_flows: ['deposit, withdrawal or other booking', 'deposits, withdrawals and other bookings'],
  positions: ['open position', 'open positions'],
  equity: ['equity report', 'equity reports'],
  deals: ['deal of your terminal', 'deals of your terminal'],
};

/** Lists how many rows of each kind a delivery has, in words. */
function countWords(counts: RowCounts): string[] {
  return Object.entries(nouns).flatMap(([table, [singular, plural]]) => {
    const count = counts[table] ?? 0;
    return count === 0 ? [] : [`${format.count(count)} ${count === 1 ? singular : plural}`];
  });
}

/** Returns the page that shows what a delivery brought and asks before it is withdrawn. */
export function withdrawPage(
  request: SignedInRequest,
  { slug, name }: RegistryAccount,
  { delivery, counts }: { readonly delivery: SentDelivery; readonly counts: RowCounts },
  canWithdraw: boolean,
): Html {
  const list = countWords(counts);
  const action = `/me/accounts/${slug}/deliveries/${delivery.receipt}`;
  return ownersPage(
    request,
    `Withdraw data · ${name}`,
    '/me',
    html`<h1>Withdraw this data?</h1>
<p class="lead">${nameOf(delivery)}, received ${instant(delivery.received_at)}, for <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>.</p>
<p>${list.length === 0 ? 'It has no rows that count.' : 'It brought:'}</p>
${list.length > 0 && html`<ul>${list.map((words) => html`<li>${words}</li>`)}</ul>`}
<p>What only this data has is removed. What other data also has stays. The next run computes your figures, and your public page says which published days changed.</p>
${canWithdraw ? form(action, 'Withdraw', html``) : html`<p class="notice">${stateOf(delivery)}. It can’t be withdrawn here.</p>`}
<p><a href="/me/accounts/${slug}/deliveries">Back to all sent data</a></p>`,
  );
}
