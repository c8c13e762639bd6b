import type {
  RefusedRow,
  RefusedRowOfAccount,
  RefusedSummary,
} from '../../../pipeline/deliveries/refused-rows.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { cell, instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { ownersPage } from './frame.ts';

type Section = '/me' | '/operator';

/** Returns the page that lists the rejected rows of one account, for its owner or the operator. */
export function refusedPage(
  request: SignedInRequest,
  { slug, owner, name }: RegistryAccount,
  refused: RefusedSummary | null,
  section: Section,
): Html {
  const { count, rows } = refused ?? { count: 0, rows: [] };
  const { rejected: texts } = request.words.senders;
  const { format } = request.context.language;
  const back = section === '/me' ? `/me/accounts/${slug}` : `/operator/owners/${owner}#${slug}`;
  return ownersPage(
    request,
    `${texts.title} · ${name}`,
    section,
    html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, { account: html`<a href="${back}"><bdi>${name}</bdi></a>` })}</p>
${table(request, rows)}
${count > rows.length && html`<p class="hint">${fill(texts.some, { count: format.count(rows.length), all: format.count(count) })}</p>`}`,
  );
}

/**
 * Returns the page that lists the newest rejected rows of all owners. `accounts` are by account id.
 */
export function newestRefusedPage(
  request: SignedInRequest,
  rows: readonly RefusedRowOfAccount[],
  accounts: ReadonlyMap<string | null, RegistryAccount>,
): Html {
  const { rejected } = request.words.operator;
  const { title } = request.words.senders.rejected;
  const accountLink = ({ accountId }: RefusedRowOfAccount): HtmlContent => {
    if (accountId === null) return rejected.unknown;
    const account = accounts.get(accountId);
    if (account === undefined) {
      return fill(rejected.unregistered, { account: html`<bdi>${accountId}</bdi>` });
    }
    const { slug, owner } = account;
    const link = html`<a href="/operator/owners/${owner}#${slug}">${slug}</a>`;
    return fill(rejected.ofOwner, { account: link, owner });
  };
  return ownersPage(
    request,
    title,
    '/operator',
    html`<h1>${title}</h1>
<p class="lead">${fill(rejected.lead, { table: html`<code>rejects</code>` })}</p>
${table(request, rows, accountLink)}`,
  );
}

/** Link to the rejected rows, named by their number. */
export const rejectedLink = (url: string, text: string): Html =>
  html`<a class="gap" href="${url}">${text}</a>`;

function table<Row extends RefusedRow>(
  page: PageWords,
  rows: readonly Row[],
  accountLink?: (row: Row) => HtmlContent,
): Html {
  const { words, context } = page;
  const { language } = context;
  const { rejected: texts } = words.senders;
  if (rows.length === 0) return html`<p class="empty">${texts.none}</p>`;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="${texts.title}"><table>
<thead><tr><th scope="col">${texts.when}</th>${accountLink && html`<th scope="col">${texts.account}</th>`}<th scope="col">${texts.from}</th><th scope="col" class="num">${texts.line}</th><th scope="col">${texts.table}</th><th scope="col">${texts.reason}</th></tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr><th scope="row">${instant(row.at, language)}</th>${accountLink && html`<td>${accountLink(row)}</td>`}<td>${row.from}</td>${cell(language.format.count(row.line))}<td>${row.table ?? ''}</td><td>${reasonText(row.reason, page)}</td></tr>
`,
  )}</tbody></table></div>`;
}
