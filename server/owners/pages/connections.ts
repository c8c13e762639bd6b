import { closedToOwner } from '../../../pipeline/registry/operator-accounts.ts';
import type { ConnectionKey, RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { instant } from '../../site/numbers.ts';
import type { OwnersVisit } from '../visit.ts';
import { done, fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** What is said where a form was taken. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['revoked', 'Revoked: whatever sends with that key is refused from now on.'],
]);

export interface ConnectionWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A key that was made just now. */
  readonly key?: string;
  /** Whether the operator loads the account and takes nothing from its owner. */
  readonly isClosed: boolean;
}

/** The Connection Keys of an account, and the steps for each way to send with one. */
export function connectionsPage(
  visit: OwnersVisit,
  { slug, name }: RegistryAccount,
  keys: readonly ConnectionKey[],
  { message, problem, key, isClosed }: ConnectionWords,
): Html {
  const action = `/me/accounts/${slug}/connections`;
  return ownersPage(
    visit,
    `Send data in · ${name}`,
    '/me',
    html`<h1>Send data in</h1>
<p class="lead">For <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>. A Connection Key sends the facts of this one account and reads nothing.</p>
${isClosed && html`<p class="notice gap"><strong>Nothing can be sent in.</strong> ${closedToOwner}</p>`}${fault(problem)}${done(message)}${key !== undefined && made(key)}
<section aria-labelledby="keys-title"><h2 id="keys-title">Connection Keys</h2>
${keys.length > 0 && html`<ul class="own">${keys.map((one) => keyOf(one, action))}</ul>`}
${!isClosed && form(action, 'Make a key', line('What sends with it, such as the name of the machine', 'name', ''))}
</section>
${
  !isClosed &&
  html`<section aria-labelledby="steps-title"><h2 id="steps-title">The steps</h2>
${steps(visit.context.site.baseUrl)}
</section>`
}`,
  );
}

const made = (key: string): Html =>
  html`<div class="notice" role="status"><p><strong>The new key.</strong> It is shown this once and kept nowhere: put it where the steps below say, now.</p>
<p><label>Key <input class="secret" value="${key}" readonly size="46" spellcheck="false"></label></p></div>`;

function keyOf(
  { id, name, created_at, revoked_at, last_used_at }: ConnectionKey,
  action: string,
): Html {
  const facts: HtmlContent[] = [
    html`made ${instant(created_at)}`,
    last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`,
    revoked_at !== null && html`revoked ${instant(revoked_at)}`,
  ];
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul>
${revoked_at === null && form(`${action}/${id}/revoke`, 'Revoke', html`<span class="sr">The key ${name}:</span>`)}</li>
`;
}

/** Of MetaTrader, which differs in the names of its folders and files alone. */
const terminal = (address: string, version: 4 | 5): Html => {
  const file = `Trackrecord.mq${version}`;
  return html`<ol><li>Take <a href="/me/senders/${file}">${file}</a> and put it into <code>MQL${version}/Experts</code> of the terminal’s data folder (File, Open Data Folder). Open it in MetaEditor (F4) and compile it (F7).</li>
<li>Tools, Options, Expert Advisors: allow WebRequest for <code>${address}</code>.</li>
<li>Put the Expert Advisor on one chart. Its inputs: <code>InpServer</code> is <code>${address}</code>, <code>InpKey</code> the key.</li>
<li>It sends the whole history first, then what is new. The investor password is enough: it never trades.</li></ol>`;
};

const steps = (address: string): Html =>
  html`<details class="more"><summary>MetaTrader 5</summary>${terminal(address, 5)}</details>
<details class="more"><summary>MetaTrader 4</summary>${terminal(address, 4)}<p class="hint">Choose “All History” in the tab Account History first: the rest does not exist for an Expert Advisor.</p></details>
<details class="more"><summary>cTrader</summary><ol><li>In the tab History, save the history as CSV or Excel into a folder, whenever there is news.</li>
<li>Where trackrecord is installed, with the key in <code>TRACKRECORD_CONNECTION_KEY</code>: <code>trackrecord push --watch FOLDER --account-id cTrader:NUMBER@BROKER --to ${address}</code> sends whatever is written there, once each.</li>
<li>Without it, <a href="/me/add">drop a statement</a>, or send rows by a program of yours, as below.</li></ol></details>
<details class="more"><summary>A program of yours, for everything else</summary><ol><li>It sends rows as JSON: <code>POST ${address}/connect/v1/facts</code> with the header <code>Authorization: Bearer KEY</code>. <a href="/me/senders/trackrecord.py">trackrecord.py</a> does so, of Python alone: with the key in <code>TRACKRECORD_CONNECTION_KEY</code>, <code>python3 trackrecord.py ${address} rows.ndjson</code>.</li>
<li>What is sent again changes nothing, so send again whatever was not answered.</li>
<li>The answer names a receipt; <code>${address}/connect/v1/receipts/RECEIPT</code> says when it is loaded and published.</li></ol></details>`;
