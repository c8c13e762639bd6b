import type { ConnectorKind, SignInField } from '../../../pipeline/connectors/kind.ts';
import type {
  BrokerConnection,
  ShownAccount,
} from '../../../pipeline/registry/broker-connections.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { choice } from '../../site/parts/form.ts';
import type { SignedInRequest } from '../page-request.ts';
import { done, fault, form, line } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Messages shown after a form was saved, by the `done` parameter. */
export const doneWords: ReadonlyMap<string, string> = new Map([
  ['connected', 'Connected. Choose the accounts to record.'],
  ['chosen', 'Saved. The accounts are read within a few minutes.'],
  ['paused', 'Paused. Nothing is read until you resume it.'],
  ['resumed', 'Resumed.'],
  ['removed', 'Removed, with the stored sign-in. What was recorded stays with your accounts.'],
  ['signed-in', 'Signed in. The accounts are read within a few minutes.'],
]);

/** Account that a connection shows, and the owner's account that it is or can be recorded under. */
export interface ListedAccount {
  readonly shown: ShownAccount;
  readonly name: string;
  /** Id such as `TradeLocker:712345@BROKER`. */
  readonly brokerId: string;
  readonly isDemo: boolean;
  readonly recordedAs: RegistryAccount | null;
  /** Owner's account with the same number and server; null if there would be a new one. */
  readonly match: RegistryAccount | null;
}

interface ListedConnection {
  readonly connection: BrokerConnection;
  readonly title: string;
  readonly accounts: readonly ListedAccount[];
}

interface PageWords {
  readonly message: string | null;
  readonly problem: string | null;
}

/** Returns the page with all connections of an owner and the forms for new ones. */
export function brokerConnectionsPage(
  request: SignedInRequest,
  connections: readonly ListedConnection[],
  kinds: readonly ConnectorKind[],
  { message, problem }: PageWords,
): Html {
  return ownersPage(
    request,
    'Connections to brokers',
    '/me/connections',
    html`<h1>Connections to brokers</h1>
<p class="lead">We read your trades from your broker’s own server, every few minutes. Your track record then says so.</p>
${fault(problem)}${done(message)}
${
  connections.length > 0 &&
  html`<section aria-labelledby="connections-title"><h2 id="connections-title">Your connections</h2>
<ul class="own">${connections.map(connectionItem)}</ul></section>`
}
${
  kinds.length > 0 &&
  html`<section aria-labelledby="new-title"><h2 id="new-title">Connect to your broker</h2>
<p class="hint">Your sign-in is stored encrypted and never shown again. We only read; we never trade.</p>
${kinds.map(kindForm)}</section>`
}`,
  );
}

function connectionItem({ connection, title, accounts }: ListedConnection): Html {
  const { id, label } = connection;
  const recorded = accounts.filter(({ recordedAs }) => recordedAs !== null).length;
  const facts: HtmlContent[] = [
    `${title}, ${connection.environment}`,
    `${recorded} of ${accounts.length} accounts recorded`,
    ...stateFacts(connection),
  ];
  return html`<li><h3><a href="/me/connections/${id}"><bdi>${label}</bdi></a></h3>
<ul class="facts">${facts.map((fact) => html`<li>${fact}</li>`)}</ul></li>
`;
}

function stateFacts({
  last_read_at,
  paused_at,
  paused_by,
  fault,
}: BrokerConnection): HtmlContent[] {
  const read = last_read_at === null ? 'never read' : html`last read ${instant(last_read_at)}`;
  if (paused_by === 'owner') return [read, html`paused by you ${instant(paused_at ?? '')}`];
  if (paused_by !== null) return [read, html`<span class="gap">paused: sign in again</span>`];
  return [read, ...(fault === null ? [] : [html`<span class="gap">last read failed</span>`])];
}

const environmentNames: Readonly<Record<string, string>> = {
  live: 'Live accounts',
  demo: 'Demo accounts',
  'new-york': 'Gateway in New York',
  london: 'Gateway in London',
  singapore: 'Gateway in Singapore',
};

const nameOfEnvironment = (name: string): string => environmentNames[name] ?? name;

function kindForm({ kind, title, environments, fields, authorization }: ConnectorKind): Html {
  const names = Object.keys(environments);
  if (authorization !== undefined) {
    return html`<details class="more"><summary>${title}</summary>
<p>You grant access at ${title}. You don’t give us your password.</p>
<ul>${names.map((name) => html`<li><a href="/me/connections/authorize?kind=${kind}&amp;environment=${name}">${nameOfEnvironment(name)}</a></li>`)}</ul></details>`;
  }
  return html`<details class="more"><summary>${title}</summary>
${form(
  '/me/connections',
  'Connect',
  html`<input type="hidden" name="kind" value="${kind}">
${choice(
  'environment',
  'Type',
  names.map((name) => [name, nameOfEnvironment(name)]),
  names[0] ?? '',
)}${fields.map(signInField)}${line('Name of this connection', 'label', title)}`,
)}</details>`;
}

function signInField({ name, label, type, hint, maxLength }: SignInField): Html {
  const completes = type === 'password' ? 'new-password' : 'off';
  return html`<label>${label} <input name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="${completes}" autocapitalize="none" spellcheck="false" required></label>
${hint !== undefined && html`<p class="hint">${hint}</p>`}
`;
}

/** Returns the page of one connection. */
export function brokerConnectionPage(
  request: SignedInRequest,
  {
    connection,
    kind,
    title,
  }: {
    readonly connection: BrokerConnection;
    readonly kind: ConnectorKind | null;
    readonly title: string;
  },
  accounts: readonly ListedAccount[],
  { message, problem }: PageWords,
): Html {
  const { id, label, environment, paused_by, fault: lastFault } = connection;
  const action = `/me/connections/${id}`;
  const isRefused = paused_by !== null && paused_by !== 'owner';
  return ownersPage(
    request,
    `${label} · connection`,
    '/me/connections',
    html`<h1><bdi>${label}</bdi></h1>
<p class="lead">${title} · ${nameOfEnvironment(environment)}. <a href="/me/connections">All connections</a></p>
${fault(problem)}${done(message)}
<ul class="facts">${stateFacts(connection).map((fact) => html`<li>${fact}</li>`)}</ul>
${lastFault !== null && html`<p class="notice gap"><strong>${isRefused ? 'This connection is paused.' : 'The last read failed.'}</strong> ${lastFault}</p>`}
<section aria-labelledby="accounts-title"><h2 id="accounts-title">Accounts</h2>
${form(`${action}/accounts`, 'Save', accountChoices(accounts))}
${accounts.map(accountNotes)}
</section>
${kind !== null && signInSection(kind, action, id)}
<section aria-labelledby="stop-title"><h2 id="stop-title">Pause or remove</h2>
${paused_by === null && form(`${action}/pause`, 'Pause', html`<p>Nothing is read while it is paused.</p>`)}
${paused_by === 'owner' && form(`${action}/resume`, 'Resume', html`<p>Reading goes on where it stopped.</p>`)}
${form(`${action}/remove`, 'Remove', html`<p>Deletes the stored sign-in. What was recorded stays with your accounts.</p>`)}
</section>`,
  );
}

const accountChoices = (accounts: readonly ListedAccount[]): Html =>
  html`<fieldset><legend>Accounts to record</legend>${accounts.map(
    ({ shown, name, brokerId, isDemo, recordedAs, match }) => {
      const target = recordedAs ?? match;
      return html`<label class="box"><input type="checkbox" name="account" value="${shown.broker_id}"${shown.account !== null && html` checked`}> <span><bdi>${name}</bdi> (${brokerId}${isDemo && ', demo'}): ${
        target === null
          ? 'becomes a new private account'
          : html`recorded as <bdi>${target.name}</bdi>`
      }</span></label>
`;
    },
  )}</fieldset>
`;

function accountNotes({ shown, name, recordedAs }: ListedAccount): HtmlContent {
  if (recordedAs === null) return null;
  const { last_read_at, fault, notes } = shown;
  return html`<h3><a href="/me/accounts/${recordedAs.slug}"><bdi>${name}</bdi></a></h3>
<ul class="facts"><li>${last_read_at === null ? 'Not read yet' : html`Read completely ${instant(last_read_at)}`}</li></ul>
${fault !== null && html`<p class="notice gap">${fault}</p>`}
${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${note}</li>`)}</ul>`}
`;
}

function signInSection(
  { title, fields, authorization }: ConnectorKind,
  action: string,
  id: string,
): Html {
  return html`<section aria-labelledby="sign-in-title"><h2 id="sign-in-title">Sign in again</h2>
<p>Do this after you changed your password, or if ${title} asks for it.</p>
${
  authorization === undefined
    ? form(`${action}/sign-in`, 'Sign in', html`${fields.map(signInField)}`)
    : html`<p><a href="/me/connections/authorize?connection=${id}">Grant access at ${title}</a></p>`
}
</section>`;
}
