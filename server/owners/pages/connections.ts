import { closedToOwner } from '../../../pipeline/registry/operator-accounts.ts';
import type { ConnectionKey, RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import type { SignedInRequest } from '../page-request.ts';
import { done, fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Messages shown after a form was saved, by the `done` parameter. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['revoked', 'Key revoked. Programs that use it can no longer send data.'],
  ['confirmed', 'Confirmed. The page of this account says from now on that you control it.'],
]);

export interface ConnectionWords {
  readonly message?: string | null;
  readonly problem?: string | null;
  /** A key that was just created, to be shown once. */
  readonly key?: string;
  /** True if only the operator may load data of this account. */
  readonly isClosed: boolean;
}

/**
 * Returns the page with the Connection Keys of an account and the setup steps for each platform.
 */
export function connectionsPage(
  request: SignedInRequest,
  { slug, name, verified }: RegistryAccount,
  keys: readonly ConnectionKey[],
  { message, problem, key, isClosed }: ConnectionWords,
): Html {
  const action = `/me/accounts/${slug}/connections`;
  return ownersPage(
    request,
    `Send data automatically · ${name}`,
    '/me',
    html`<h1>Send data automatically</h1>
<p class="lead">For <a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>. A Connection Key can only send data for this account; it can’t read anything.</p>
${isClosed && html`<p class="notice gap"><strong>You can’t send data for this account.</strong> ${closedToOwner}</p>`}${fault(problem)}${done(message)}${key !== undefined && newKeyNotice(key)}
<section aria-labelledby="keys-title"><h2 id="keys-title">Connection Keys</h2>
${keys.length > 0 && html`<ul class="own">${keys.map((sender) => keyItem(sender, action))}</ul>`}
${!isClosed && form(action, 'Create key', line('Key name, such as the computer that uses it', 'name', ''))}
</section>
${
  !isClosed &&
  html`<section aria-labelledby="steps-title"><h2 id="steps-title">Setup</h2>
${steps(request.context.site.baseUrl)}
</section>
${!verified.identity && codeForm(action)}`
}`,
  );
}

/** Form for the code that the terminal shows. */
const codeForm = (action: string): Html =>
  html`<section aria-labelledby="code-title"><h2 id="code-title">Confirm that this account is yours</h2>
<ol><li>Wait until the Expert Advisor has sent its first data.</li>
<li>Set its input <code>InpShowCode</code> to <code>true</code>. A code appears on its chart. Each code works once, for 10 minutes.</li>
<li>Type the code here.</li></ol>
${form(`${action}/code`, 'Confirm', line('Code in the terminal', 'code', '', 20))}
<p class="hint">The public page then says that you control the account, and that a code in the terminal is the proof. Signing in <a href="/me/connections">at your broker</a> proves more.</p>
</section>`;

const newKeyNotice = (key: string): Html =>
  html`<div class="notice" role="status"><p><strong>Your new key.</strong> Copy it now and follow the setup below: it is not stored here and can’t be shown again.</p>
<p><label>Key <input class="secret" value="${key}" readonly size="46" spellcheck="false"></label></p></div>`;

function keyItem(
  { id, name, created_at, revoked_at, last_used_at }: ConnectionKey,
  action: string,
): Html {
  const facts: HtmlContent[] = [
    html`created ${instant(created_at)}`,
    last_used_at === null ? 'never used' : html`last used ${instant(last_used_at)}`,
    revoked_at !== null && html`revoked ${instant(revoked_at)}`,
  ];
  return html`<li><h3><bdi>${name}</bdi></h3>
<ul class="facts">${facts.map((fact) => fact && html`<li>${fact}</li>`)}</ul>
${revoked_at === null && form(`${action}/${id}/revoke`, 'Revoke', html`<span class="sr">The key ${name}:</span>`)}</li>
`;
}

/** Setup steps for MetaTrader 4 or 5, which differ only in the names of folders and files. */
const terminal = (address: string, version: 4 | 5): Html => {
  const file = `Trackrecord.mq${version}`;
  return html`<ol><li>Download <a href="/me/senders/${file}">${file}</a> and put it into <code>MQL${version}/Experts</code> in the terminal’s data folder (File, Open Data Folder).</li>
<li>Open it in MetaEditor (F4) and compile it (F7).</li>
<li>In Tools, Options, Expert Advisors, allow WebRequest for <code>${address}</code>.</li>
<li>Drag the Expert Advisor onto one chart. Set the input <code>InpServer</code> to <code>${address}</code> and <code>InpKey</code> to your key.</li>
<li>It sends the whole history first, then new data. It never trades, so the investor password is enough.</li></ol>`;
};

const steps = (address: string): Html =>
  html`<details class="more"><summary>MetaTrader 5</summary>${terminal(address, 5)}</details>
<details class="more"><summary>MetaTrader 4</summary>${terminal(address, 4)}<p class="hint">First choose “All History” in the tab Account History: the Expert Advisor only sees trades that are listed there.</p></details>
<details class="more"><summary>cTrader</summary><ol><li>In the tab History, save the history as CSV or Excel into a folder. Repeat this whenever you have new trades.</li>
<li>On a computer with trackrecord installed, put the key into <code>TRACKRECORD_CONNECTION_KEY</code> and run <code>trackrecord push --watch FOLDER --account-id cTrader:NUMBER@BROKER --to ${address}</code>. It sends each new file once.</li>
<li>Without trackrecord installed, <a href="/me/add">upload a statement</a> or use your own program, as below.</li></ol></details>
<details class="more"><summary>Your own program</summary><ol><li>Send rows as JSON: <code>POST ${address}/connect/v1/facts</code> with the header <code>Authorization: Bearer KEY</code>.</li>
<li>Or use <a href="/me/senders/trackrecord.py">trackrecord.py</a>, which needs only Python: put the key into <code>TRACKRECORD_CONNECTION_KEY</code> and run <code>python3 trackrecord.py ${address} rows.ndjson</code>.</li>
<li>If you get no answer, send the same rows again: duplicates change nothing.</li>
<li>The answer contains a receipt. <code>${address}/connect/v1/receipts/RECEIPT</code> tells you when the data is loaded and published.</li></ol></details>`;
