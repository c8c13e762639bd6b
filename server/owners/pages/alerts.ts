import { type DeliveryFault, deliveryFaults } from '../../../pipeline/alerts/message.ts';
import type { AlertSettings } from '../../../pipeline/registry/alert-settings.ts';
import { type AlertTarget, confirmMilliseconds } from '../../../pipeline/registry/alert-targets.ts';
import type { RegistryAccount } from '../../../pipeline/registry/schema.ts';
import { alertKinds } from '../../../pipeline/registry/words.ts';
import { instant } from '../../site/cells.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import { fillText } from '../../site/language/format.ts';
import { checkboxes } from '../../site/parts/form.ts';
import type { OwnerPageRequest, SignedInRequest } from '../page-request.ts';
import { at, type FormOutcome, form, line, namedForm, outcomeNotices, ownItem } from './fields.ts';
import { ownersPage, strangersPage } from './frame.ts';

interface OfAccount {
  readonly account: RegistryAccount;
  readonly settings: AlertSettings;
}

/** Returns the page of addresses and webhooks, with the alerts that each account sends. */
export function alertsPage(
  request: SignedInRequest,
  targets: readonly AlertTarget[],
  accounts: readonly OfAccount[],
  outcome: FormOutcome,
): Html {
  const { words, services } = request;
  const { alerts: texts } = words;
  const signing = { title: texts.secret, help: texts.copy, label: texts.secretLabel };
  const targetList = (kind: AlertTarget['kind']): HtmlContent => {
    const ofKind = targets.filter((target) => target.kind === kind);
    return (
      ofKind.length > 0 &&
      html`<ul class="own">${ofKind.map((target) => targetItem(request, target))}</ul>`
    );
  };
  return ownersPage(
    request,
    texts.title,
    '/me/alerts',
    html`<h1>${texts.title}</h1>
<p class="lead">${texts.lead}</p>
${outcomeNotices(request, outcome, texts.done, signing)}
<section aria-labelledby="emails-title"><h2 id="emails-title">${texts.emails}</h2>
${targetList('email')}
${
  services.alerts.isMailOn
    ? form(
        '/me/alerts/emails',
        texts.addEmail,
        html`<label>${texts.emailLabel} <input name="email" type="email" maxlength="254" autocomplete="email" required></label>
<p class="hint">${texts.emailHint}</p>`,
      )
    : html`<p class="hint">${texts.mailOff}</p>`
}
</section>
<section aria-labelledby="webhooks-title"><h2 id="webhooks-title">${texts.webhooks}</h2>
${targetList('webhook')}
${form('/me/alerts/webhooks', texts.addWebhook, html`${line(texts.webhookLabel, 'webhook', '', 500)}<p class="hint">${texts.webhookHint}</p>`)}
</section>
<section aria-labelledby="what-title"><h2 id="what-title">${texts.what}</h2>
${accounts.length === 0 ? html`<p class="empty">${texts.noAccounts}</p>` : html`<ul class="own">${accounts.map((of) => accountItem(request, of))}</ul>`}
</section>`,
  );
}

function accountItem(
  { words: { alerts: texts } }: SignedInRequest,
  { account: { slug, name }, settings }: OfAccount,
): Html {
  const switchedOn = settings.kinds.map((kind) => texts.kinds[kind]);
  return ownItem(
    html`<bdi>${name}</bdi>`,
    switchedOn.length === 0 ? [texts.nothing] : switchedOn,
    html`<p><a href="/me/accounts/${slug}/alerts">${texts.change}<span class="sr"> <bdi>${name}</bdi></span></a></p>`,
  );
}

function targetItem(
  request: SignedInRequest,
  { id, kind, address, created_at, confirmed_at, fault: code, failed_at }: AlertTarget,
): Html {
  const { alerts: texts } = request.words;
  const end = new Date(Date.parse(created_at) + confirmMilliseconds).toISOString();
  const confirmed = kind === 'webhook' ? texts.added : texts.confirmed;
  const why = deliveryFaults.find((known): known is DeliveryFault => known === code);
  const name = fillText(texts.named, { address });
  const items = [
    confirmed_at === null ? at(request, texts.waits, end) : at(request, confirmed, confirmed_at),
    why !== undefined &&
      failed_at !== null &&
      html`<span class="gap">${fill(texts.failed, { when: instant(failed_at, request.context.language), why: texts.faults[why] })}</span>`,
  ];
  return ownItem(
    html`<bdi>${address}</bdi>`,
    items,
    html`${confirmed_at !== null && namedForm(`/me/alerts/${id}/test`, texts.test, name)}${namedForm(`/me/alerts/${id}/remove`, texts.remove, name)}`,
  );
}

/** Returns the page of the alerts of one account or portfolio. */
export function accountAlertsPage(
  request: SignedInRequest,
  { slug, name }: RegistryAccount,
  { kinds, drawdownLimit }: AlertSettings,
  outcome: FormOutcome,
): Html {
  const { alerts: texts } = request.words;
  const account = html`<a href="/me/accounts/${slug}"><bdi>${name}</bdi></a>`;
  return ownersPage(
    request,
    fillText(texts.ofAccount, { account: name }),
    '/me/alerts',
    html`<h1>${fill(texts.ofAccount, { account })}</h1>
<p class="lead">${texts.ofAccountLead} <a href="/me/alerts">${texts.toTargets}</a></p>
${outcomeNotices(request, outcome, texts.done)}
${form(
  `/me/accounts/${slug}/alerts`,
  texts.save,
  html`${checkboxes(
    'kind',
    texts.tellMe,
    alertKinds.map((kind) => [kind, texts.kinds[kind]] as const),
    new Set<string>(kinds),
  )}<label>${texts.limit} <input name="limit" inputmode="decimal" maxlength="6" value="${drawdownLimit === null ? '10' : `${drawdownLimit}`}" autocomplete="off"></label>
`,
)}`,
  );
}

/** Returns the page that a link in a mail opens, with the button that does what it says. */
export function alertLinkPage(
  request: OwnerPageRequest,
  action: 'confirm' | 'unsubscribe',
  address: string,
): Html {
  const { words, context, url } = request;
  const { links } = words.alerts;
  const lead = action === 'confirm' ? links.confirmLead : links.unsubscribeLead;
  const title = links[`${action}Title`];
  return strangersPage(
    request,
    title,
    html`<h1>${title}</h1>
<p class="lead">${fill(lead, { host: context.site.name, address: html`<bdi>${address}</bdi>` })}</p>
${form(url.split('?')[0] ?? '', links[action], '')}`,
  );
}

/** Returns the page that says what a link in a mail has done. */
export function alertLinkDone(
  request: OwnerPageRequest,
  what: 'confirmed' | 'unsubscribed' | 'over',
): Html {
  const { links } = request.words.alerts;
  const title = links[`${what}Title`];
  return strangersPage(
    request,
    title,
    html`<h1>${title}</h1>\n<p class="lead">${links[`${what}Text`]}</p>`,
  );
}
