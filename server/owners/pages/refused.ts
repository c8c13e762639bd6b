import type { RefusedRow } from '../../../pipeline/inbox/refused.ts';
import * as format from '../../site/format.ts';
import { type Html, html } from '../../site/html.ts';
import { cell, instant } from '../../site/numbers.ts';
import type { OwnAccount } from '../accounts.ts';
import type { OwnersVisit } from '../visit.ts';
import { ownersPage } from './frame.ts';

/** Rows that break a rule, for whoever can send them as they should be. */
export function refusedPage(visit: OwnersVisit, { account, refused }: OwnAccount): Html {
  const { count, rows } = refused ?? { count: 0, rows: [] };
  return ownersPage(
    visit,
    `Refused rows · ${account.name}`,
    '/me',
    html`<h1>Refused rows</h1>
<p class="lead">Of <a href="/me/accounts/${account.slug}"><bdi>${account.name}</bdi></a>. A row that breaks a rule is left out by itself; send it again as it should be.</p>
${rows.length === 0 ? html`<p class="empty">None.</p>` : table(rows)}
${count > rows.length && html`<p class="hint">The newest ${format.count(rows.length)} of ${format.count(count)}.</p>`}`,
  );
}

const table = (rows: readonly RefusedRow[]): Html =>
  html`<div class="scroll" tabindex="0" role="region" aria-label="Refused rows"><table>
<thead><tr><th scope="col">When</th><th scope="col">File or receipt</th><th scope="col" class="num">Line</th><th scope="col">Table</th><th scope="col">Why</th></tr></thead>
<tbody>${rows.map(
    ({ at, from, line, table: name, reason }) =>
      html`<tr><th scope="row">${instant(at)}</th><td>${from}</td>${cell(format.count(line))}<td>${name ?? ''}</td><td>${reason}</td></tr>
`,
  )}</tbody></table></div>`;
