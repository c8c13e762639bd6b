import type { Refused, RefusedOfAny, RefusedRow } from '../../../pipeline/deliveries/refused.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import * as format from '../../site/format.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { cell, instant } from '../../site/numbers.ts';
import type { OwnersVisit } from '../visit.ts';
import { ownersPage } from './frame.ts';

type Section = '/me' | '/operator';

/** Rows that break a rule, for whoever can send them as they should be. */
export function refusedPage(
  visit: OwnersVisit,
  { slug, owner, name }: RegistryAccount,
  refused: Refused | null,
  section: Section,
): Html {
  const { count, rows } = refused ?? { count: 0, rows: [] };
  const back = section === '/me' ? `/me/accounts/${slug}` : `/operator/owners/${owner}#${slug}`;
  return ownersPage(
    visit,
    `Refused rows · ${name}`,
    section,
    html`<h1>Refused rows</h1>
<p class="lead">Of <a href="${back}"><bdi>${name}</bdi></a>. A row that breaks a rule is left out by itself; send it again as it should be.</p>
${table(rows)}
${count > rows.length && html`<p class="hint">The newest ${format.count(rows.length)} of ${format.count(count)}.</p>`}`,
  );
}

/** What was refused last, whoever it is of, beside the accounts that there are, by their ids. */
export function newestRefusedPage(
  visit: OwnersVisit,
  rows: readonly RefusedOfAny[],
  accounts: ReadonlyMap<string | null, RegistryAccount>,
): Html {
  const ofWhom = ({ accountId }: RefusedOfAny): HtmlContent => {
    if (accountId === null) return 'cannot be told';
    const account = accounts.get(accountId);
    if (account === undefined) return html`<bdi>${accountId}</bdi>, which is nobody’s`;
    const { slug, owner } = account;
    return html`<a href="/operator/owners/${owner}#${slug}">${slug}</a> of ${owner}`;
  };
  return ownersPage(
    visit,
    'Refused rows',
    '/operator',
    html`<h1>Refused rows</h1>
<p class="lead">The newest, whoever they are of. All that runs refused stand in the table <code>rejects</code> of the warehouse, as they came in.</p>
${table(rows, ofWhom)}`,
  );
}

/** How many were refused, and the way to them. */
export const refusedRows = (url: string, count: number): Html =>
  html`<a class="gap" href="${url}">${format.count(count)} refused row${count !== 1 && 's'}</a>`;

function table<Row extends RefusedRow>(
  rows: readonly Row[],
  ofWhom?: (row: Row) => HtmlContent,
): Html {
  if (rows.length === 0) return html`<p class="empty">None.</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Refused rows"><table>
<thead><tr><th scope="col">When</th>${ofWhom && html`<th scope="col">Account</th>`}<th scope="col">File or receipt</th><th scope="col" class="num">Line</th><th scope="col">Table</th><th scope="col">Why</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${instant(row.at)}</th>${ofWhom && html`<td>${ofWhom(row)}</td>`}<td>${row.from}</td>${cell(format.count(row.line))}<td>${row.table ?? ''}</td><td>${row.reason}</td></tr>
`,
  )}</tbody></table></div>`;
}
