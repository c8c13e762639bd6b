import { type CodedReason, encodeReason } from '../../../pipeline/base/reasons/reason.ts';
import type { ConnectorKind, SignInField } from '../../../pipeline/connectors/kind.ts';
import type { ShownAccount } from '../../../pipeline/registry/broker-accounts.ts';
import type { BrokerConnection } from '../../../pipeline/registry/broker-connections.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { choice } from '../../site/parts/form.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';
import { at, facts, form, line, outcomeNotices, ownItem } from './fields.ts';
import { ownersPage } from './frame.ts';

/** Account at the broker, with the owner's account under which it is or can be recorded. */
export interface ListedAccount {
  readonly shown: ShownAccount;
  readonly name: string;
  /** Id such as `TradeLocker:712345@BROKER`. */
  readonly brokerId: string;
  readonly isDemo: boolean;
  readonly recordedAs: RegistryAccount | null;
  /** Owner's account with the same number and server; null if recording would create one. */
  readonly match: RegistryAccount | null;
}

interface ListedConnection {
  readonly connection: BrokerConnection;
  readonly title: string;
  readonly accounts: readonly ListedAccount[];
}

/** Returns the page with all connections of an owner and the forms for new ones. */
export function brokerConnectionsPage(
  request: SignedInRequest,
  connections: readonly ListedConnection[],
  kinds: readonly ConnectorKind[],
  problem: HtmlContent,
): Html {
  const { brokers: texts } = request.words;
  return ownersPage(
    request,
    texts.title,
    '/me/connections',
    html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${outcomeNotices(request, { problem }, texts.done)}
${
  connections.length > 0 &&
  html`<section aria-labelledby="connections-title"><h2 id="connections-title">${texts.yours}</h2>
<ul class="own">${connections.map((listed) => connectionItem(request, listed))}</ul></section>`
}
${
  kinds.length > 0 &&
  html`<section aria-labelledby="new-title"><h2 id="new-title">${texts.new}</h2>
<p class="hint">${texts.safe}</p>
${kinds.map((kind) => kindForm(request, kind))}</section>`
}`,
  );
}

function connectionItem(page: PageWords, { connection, title, accounts }: ListedConnection): Html {
  const { id, label } = connection;
  const { words, context } = page;
  const recorded = accounts.filter(({ recordedAs }) => recordedAs !== null).length;
  const items = [
    `${title}, ${nameOfEnvironment(page, connection.environment)}`,
    fillText(context.language.counted(words.brokers.recorded, accounts.length), { recorded }),
    ...connectionState(page, connection),
  ];
  return ownItem(html`<a href="/me/connections/${id}"><bdi>${label}</bdi></a>`, items);
}

/** Says when a connection was last read, and whether it is paused or failed. */
export function connectionState(
  page: PageWords,
  { last_read_at, paused_at, paused_by, fault }: BrokerConnection,
  pausedByOwner: string = page.words.brokers.pausedByYou,
): HtmlContent[] {
  const { brokers: texts } = page.words;
  const read = last_read_at === null ? texts.neverRead : at(page, texts.lastRead, last_read_at);
  if (paused_by === 'owner') return [read, at(page, pausedByOwner, paused_at ?? '')];
  if (paused_by !== null) return [read, html`<span class="gap">${texts.signInMissing}</span>`];
  return [read, ...(fault === null ? [] : [html`<span class="gap">${texts.failed}</span>`])];
}

const nameOfEnvironment = ({ words }: PageWords, name: string): string =>
  new Map(Object.entries(words.brokers.environments)).get(name) ?? name;

function kindForm(
  page: PageWords,
  { kind, title, environments, fields, authorization }: ConnectorKind,
): Html {
  const { brokers: texts } = page.words;
  const names = Object.keys(environments);
  if (authorization !== undefined) {
    return html`<details class="more"><summary>${title}</summary>
<p>${fill(texts.grantInstead, { broker: title })}</p>
<ul>${names.map((name) => html`<li><a href="/me/connections/authorize?kind=${kind}&amp;environment=${name}">${nameOfEnvironment(page, name)}</a></li>`)}</ul></details>`;
  }
  return html`<details class="more"><summary>${title}</summary>
${form(
  '/me/connections',
  texts.connect,
  html`<input type="hidden" name="kind" value="${kind}">
${choice(
  'environment',
  texts.type,
  names.map((name) => [name, nameOfEnvironment(page, name)]),
  names[0] ?? '',
)}${fields.map((field) => signInField(page, field))}${line(texts.label, 'label', title)}`,
)}</details>`;
}

function signInField(
  { words }: PageWords,
  { name, label, type, hint, maxLength }: SignInField,
): Html {
  const { fields, hints } = words.brokers;
  const completes = type === 'password' ? 'new-password' : 'off';
  return html`<label>${fields[label]} <input name="${name}" type="${type}" maxlength="${maxLength}" autocomplete="${completes}" autocapitalize="none" spellcheck="false" required></label>
${hint !== undefined && html`<p class="hint">${hints[hint]}</p>`}
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
  problem: HtmlContent,
): Html {
  const { id, label, environment, paused_by, fault: lastFault } = connection;
  const action = `/me/connections/${id}`;
  const { brokers: texts } = request.words;
  const isRefused = paused_by !== null && paused_by !== 'owner';
  return ownersPage(
    request,
    fillText(texts.titleOf, { name: label }),
    '/me/connections',
    html`<h1><bdi>${label}</bdi></h1>
<p class="lead">${title} · ${nameOfEnvironment(request, environment)}. <a href="/me/connections">${texts.all}</a></p>
${outcomeNotices(request, { problem }, texts.done)}
${facts(connectionState(request, connection))}
${lastFault !== null && html`<p class="notice gap"><strong>${isRefused ? texts.isPaused : texts.lastFailed}</strong> ${reasonText(lastFault, request)}</p>`}
<section aria-labelledby="accounts-title"><h2 id="accounts-title">${texts.accounts}</h2>
${form(`${action}/accounts`, texts.save, accountChoices(request, accounts))}
${accounts.map((account) => accountNotes(request, account, lastFault))}
</section>
${kind !== null && signInSection(request, kind, action, id)}
<section aria-labelledby="stop-title"><h2 id="stop-title">${texts.stop}</h2>
${paused_by === null && form(`${action}/pause`, texts.pause, html`<p>${texts.pauseHelp}</p>`)}
${paused_by === 'owner' && form(`${action}/resume`, texts.resume, html`<p>${texts.resumeHelp}</p>`)}
${form(`${action}/remove`, texts.remove, html`<p>${texts.removeHelp}</p>`)}
</section>`,
  );
}

const accountChoices = (
  { words: { brokers: texts } }: PageWords,
  accounts: readonly ListedAccount[],
): Html =>
  html`<fieldset><legend>${texts.record}</legend>${accounts.map(
    ({ shown, name, brokerId, isDemo, recordedAs, match }) => {
      const target = recordedAs ?? match;
      return html`<label class="box"><input type="checkbox" name="account" value="${shown.broker_id}"${shown.account !== null && html` checked`}> <span><bdi>${name}</bdi> (${brokerId}${isDemo && `, ${texts.demo}`}): ${
        target === null
          ? texts.becomesNew
          : fill(texts.recordedAs, { account: html`<bdi>${target.name}</bdi>` })
      }</span></label>
`;
    },
  )}</fieldset>
`;

/** Says what the last read of an account found. A fault of the whole connection is not repeated. */
function accountNotes(
  page: PageWords,
  { shown, name, recordedAs }: ListedAccount,
  ofConnection: CodedReason | null,
): HtmlContent {
  if (recordedAs === null) return null;
  const { brokers: texts } = page.words;
  const { last_read_at, fault, notes } = shown;
  return html`<h3><a href="/me/accounts/${recordedAs.slug}"><bdi>${name}</bdi></a></h3>
${facts([last_read_at === null ? texts.notRead : at(page, texts.readAt, last_read_at)])}
${fault !== null && !isSame(fault, ofConnection) && html`<p class="notice gap">${reasonText(fault, page)}</p>`}
${notes.length > 0 && html`<ul>${notes.map((note) => html`<li>${reasonText(note, page)}</li>`)}</ul>`}
`;
}

const isSame = (first: CodedReason, second: CodedReason | null): boolean =>
  second !== null && encodeReason(first) === encodeReason(second);

function signInSection(
  page: PageWords,
  { title, fields, authorization }: ConnectorKind,
  action: string,
  id: string,
): Html {
  const { brokers: texts } = page.words;
  return html`<section aria-labelledby="sign-in-title"><h2 id="sign-in-title">${texts.signInAgain}</h2>
<p>${fill(texts.signInHelp, { broker: title })}</p>
${
  authorization === undefined
    ? form(
        `${action}/sign-in`,
        texts.signIn,
        html`${fields.map((field) => signInField(page, field))}`,
      )
    : html`<p><a href="/me/connections/authorize?connection=${id}">${fill(texts.grantAt, { broker: title })}</a></p>`
}
</section>`;
}
