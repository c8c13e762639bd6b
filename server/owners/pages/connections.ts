import type {
  Confirmation,
  ConnectionKey,
  RegistryAccount,
} from '../../../pipeline/registry/schema.ts';
import { broker, operator, terminal } from '../../../pipeline/registry/words.ts';
import { instant } from '../../site/cells.ts';
import { type Html, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords, SignedInRequest } from '../page-request.ts';
import {
  at,
  type FormOutcome,
  facts,
  form,
  line,
  namedForm,
  outcomeNotices,
  ownItem,
} from './fields.ts';
import { ownersPage } from './frame.ts';
import { steps } from './sender-steps.ts';
import { usesOf } from './settings.ts';

/**
 * Returns the page with the Connection Keys of an account and the setup steps for each platform.
 * `isClosed` is true if only the operator may load data of the account.
 */
export function connectionsPage(
  request: SignedInRequest,
  { slug, name, verified, confirmed }: RegistryAccount,
  keys: readonly ConnectionKey[],
  isClosed: boolean,
  outcome: FormOutcome,
): Html {
  const action = `/me/accounts/${slug}/connections`;
  const { senders: texts, problems, settings } = request.words;
  const account = html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`;
  const newKey = { title: settings.newKey, help: texts.newKeyHelp, label: settings.key };
  return ownersPage(
    request,
    `${texts.title} · ${name}`,
    '/me',
    html`<h1>${texts.title}</h1>
<p class="lead">${fill(texts.lead, { account })}</p>
${isClosed && html`<p class="notice gap"><strong>${texts.closed}</strong> ${problems.closed}</p>`}${outcomeNotices(request, outcome, texts.done, newKey)}
${
  (keys.length > 0 || !isClosed) &&
  html`<section aria-labelledby="keys-title"><h2 id="keys-title">${texts.keys}</h2>
${keys.length > 0 && html`<ul class="own">${keys.map((sender) => keyItem(request, sender, action))}</ul>`}
${!isClosed && form(action, texts.create, line(texts.keyName, 'name', ''))}
</section>`
}
${
  !isClosed &&
  html`<section aria-labelledby="steps-title"><h2 id="steps-title">${texts.setup}</h2>
${steps(request)}
</section>
`
}
${confirmed.identity !== null && confirmedNotice(request, confirmed.identity)}${!verified.identity && !isClosed && codeForm(request, action)}`,
  );
}

/** Says how and when it was confirmed that the account is its owner's. */
function confirmedNotice(page: PageWords, { by, at: time }: Confirmation): Html {
  const { context, words } = page;
  const { confirmed: texts } = words.senders.code;
  const name = by === operator ? context.language.words.account.operator : html`<bdi>${by}</bdi>`;
  const proof =
    by === broker || by === terminal ? texts[by] : html`${fill(texts.person, { name })}`;
  return html`<section aria-labelledby="code-title"><h2 id="code-title">${texts.title}</h2>
${facts([proof, time !== null && instant(time, context.language)])}
${by === terminal && html`<p class="hint">${fill(texts.more, { broker: brokerLink(page) })}</p>`}
</section>`;
}

const brokerLink = ({ words }: PageWords): Html =>
  html`<a href="/me/connections">${words.senders.code.broker}</a>`;

/** Form in which the owner types the code that the terminal shows. */
function codeForm(page: PageWords, action: string): Html {
  const { code: texts } = page.words.senders;
  const input = { input: html`<code>InpShowCode</code>`, value: html`<code>true</code>` };
  return html`<section aria-labelledby="code-title"><h2 id="code-title">${texts.title}</h2>
<ol><li>${texts.wait}</li>
<li>${fill(texts.set, input)}</li>
<li>${texts.type}</li></ol>
${form(`${action}/code`, texts.confirm, line(texts.field, 'code', '', 20))}
<p class="hint">${fill(texts.help, { broker: brokerLink(page) })}</p>
</section>`;
}

function keyItem(
  page: PageWords,
  { id, name, created_at, revoked_at, ...use }: ConnectionKey,
  action: string,
): Html {
  const { settings: texts } = page.words;
  const items = [
    at(page, texts.created, created_at),
    usesOf(page, use),
    revoked_at !== null && at(page, texts.revokedAt, revoked_at),
  ];
  const revokeName = fill(texts.revokeNamed, { name });
  const revoke = namedForm(`${action}/${id}/revoke`, texts.revoke, revokeName);
  return ownItem(html`<bdi>${name}</bdi>`, items, revoked_at === null && revoke);
}
