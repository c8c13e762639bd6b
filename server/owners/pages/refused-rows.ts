import type { Refused, RefusedOfAny, RefusedRow } from '../../../pipeline/deliveries/refused.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { cell, instant } from '../../site/cells.ts';
import * as format from '../../site/english-format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { ownersPage } from './frame.ts';

type Section = '/me' | '/operator';

/** Returns the page that lists the rejected rows of one account, for its owner or the operator. */
export function refusedPage(
  request: SignedInRequest,
  { slug, owner, name }: RegistryAccount,
  refused: Refused | null,
  section: Section,
): Html {
  const { count, rows } = refused ?? { count: 0, rows: [] };
  const back = section === '/me' ? `/me/accounts/${slug}` : `/operator/owners/${owner}#${slug}`;
  return ownersPage(
    request,
    `Rejected rows · ${name}`,
    section,
    html`<h1>Rejected rows</h1>
<p class="lead">For <a href="${back}"><bdi>${name}</bdi></a>. These rows break a rule and were left out. Correct them and send them again.</p>
${table(rows)}
${count > rows.length && html`<p class="hint">The newest ${format.count(rows.length)} of ${format.count(count)}.</p>`}`,
  );
}

/**
 * Returns the page that lists the newest rejected rows of all owners. `accounts` are by account id.
 */
export function newestRefusedPage(
  request: SignedInRequest,
  rows: readonly RefusedOfAny[],
  accounts: ReadonlyMap<string | null, RegistryAccount>,
): Html {
  const accountLink = ({ accountId }: RefusedOfAny): HtmlContent => {
    if (accountId === null) return 'unknown';
    const account = accounts.get(accountId);
    if (account === undefined) return html`<bdi>${accountId}</bdi> (not registered)`;
    const { slug, owner } = account;
    return html`<a href="/operator/owners/${owner}#${slug}">${slug}</a> of ${owner}`;
  };
  return ownersPage(
    request,
    'Rejected rows',
    '/operator',
    html`<h1>Rejected rows</h1>
<p class="lead">The newest rejected rows of all owners. The table <code>rejects</code> in the warehouse holds every row that runs rejected.</p>
${table(rows, accountLink)}`,
  );
}

/** Link to the rejected rows, named by their number. */
export const rejectedLink = (url: string, text: string): Html =>
  html`<a class="gap" href="${url}">${text}</a>`;

function table<Row extends RefusedRow>(
  rows: readonly Row[],
  accountLink?: (row: Row) => HtmlContent,
): Html {
  if (rows.length === 0) return html`<p class="empty">None.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Rejected rows"><table>
<thead><tr><th scope="col">When</th>${accountLink && html`<th scope="col">Account</th>`}<th scope="col">File or receipt</th><th scope="col" class="num">Line</th><th scope="col">Table</th><th scope="col">Reason</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${instant(row.at)}</th>${accountLink && html`<td>${accountLink(row)}</td>`}<td>${row.from}</td>${cell(format.count(row.line))}<td>${row.table ?? ''}</td><td>${row.reason}</td></tr>
`,
  )}</tbody></table></div>`;
}
