import { isIP } from 'node:net';
import { mailAddress } from '../../pipeline/alerts/mail.ts';
import { isPublicAddress } from '../../pipeline/alerts/public-address.ts';
import { webhookAddress } from '../../pipeline/alerts/webhook.ts';
import { alertSettingsOf, setAlerts } from '../../pipeline/registry/alert-settings.ts';
import {
  AlertRefused,
  addAlertTarget,
  alertTargetsOf,
  maxTargets,
  removeAlertTarget,
  testAlertTarget,
} from '../../pipeline/registry/alert-targets.ts';
import { alertKinds } from '../../pipeline/registry/words.ts';
import { fillText } from '../site/language/format.ts';
import { tickedOf } from './form.ts';
import { accountIn } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import { accountAlertsPage, alertsPage } from './pages/alerts.ts';
import type { FormOutcome } from './pages/fields.ts';

/** Shows where alerts go, and which alerts each account sends. */
export const showAlerts = (request: SignedInRequest): Promise<Reply> => show(request, {});

async function show(request: SignedInRequest, outcome: FormOutcome, status = 200): Promise<Reply> {
  const { services, owner } = request;
  const targets = await alertTargetsOf(services.registry, owner.slug);
  const accounts = await services.registry.accountsOfOwner(owner.slug);
  const settings = await Promise.all(
    accounts.map(async (account) => ({
      account,
      settings: await alertSettingsOf(services.registry, owner.slug, account.slug),
    })),
  );
  return { page: alertsPage(request, targets, settings, outcome), status };
}

/** Adds an e-mail address, which gets a mail that asks for consent. */
export async function addAlertEmail(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, context, words } = request;
  const { problems, mailOff } = words.alerts;
  if (!services.alerts.isMailOn) return show(request, { problem: mailOff }, 422);
  const address = mailAddress(form.text('email'));
  if (address === null) return show(request, { problem: problems.email }, 422);
  const target = { kind: 'email', address, language: context.language.code } as const;
  const refused = await refusalIn(request, addAlertTarget(services.registry, owner.slug, target));
  return refused ?? { to: '/me/alerts?done=added' };
}

/** Adds a webhook and shows its signing secret this once. */
export async function addAlertWebhook(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, context, words } = request;
  const { problems } = words.alerts;
  const address = webhookAddress(form.text('webhook'));
  if (address === null) return show(request, { problem: problems.webhook }, 422);
  const host = new URL(address).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0 && !services.alerts.allowsPrivate && !isPublicAddress(host)) {
    return show(request, { problem: problems.closed }, 422);
  }
  const target = { kind: 'webhook', address, language: context.language.code } as const;
  let secret = '';
  const adding = addAlertTarget(services.registry, owner.slug, target).then((added) => {
    secret = added.secret;
  });
  return (await refusalIn(request, adding)) ?? show(request, { secret });
}

/** Sends a test to one address or webhook. */
export async function testAlert(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params } = request;
  const testing = testAlertTarget(services.registry, owner.slug, params.id ?? '');
  return (await refusalIn(request, testing)) ?? { to: '/me/alerts?done=tested' };
}

/** Removes an address or webhook. */
export async function removeAlert({ services, owner, params }: SignedInRequest): Promise<Reply> {
  await removeAlertTarget(services.registry, owner.slug, params.id ?? '');
  return { to: '/me/alerts?done=removed' };
}

/** Waits for the work. Returns the page that says which limit it exceeded; null if it succeeded. */
async function refusalIn(request: SignedInRequest, work: Promise<unknown>): Promise<Reply | null> {
  try {
    await work;
    return null;
  } catch (error) {
    if (!(error instanceof AlertRefused)) throw error;
    const text = request.words.alerts.problems[error.why];
    const status = error.why === 'too_often' ? 429 : 422;
    return show(request, { problem: fillText(text, { max: `${maxTargets}` }) }, status);
  }
}

/** Shows the alerts of one account or portfolio. */
export const showAccountAlerts = (request: SignedInRequest): Promise<Reply> => showOne(request, {});

async function showOne(
  request: SignedInRequest,
  outcome: FormOutcome,
  status = 200,
): Promise<Reply> {
  const { services, owner } = request;
  const account = await accountIn(request);
  const settings = await alertSettingsOf(services.registry, owner.slug, account.slug);
  return { page: accountAlertsPage(request, account, settings, outcome), status };
}

/** Switches alerts of an account on and off. */
export async function saveAccountAlerts(request: SignedInRequest): Promise<Reply> {
  const { services, owner, form, words } = request;
  const { slug } = await accountIn(request);
  const kinds = tickedOf(form, 'kind', alertKinds);
  const limit = form.text('limit').replace(',', '.');
  const isLimit = /^\d{1,3}(?:\.\d{1,2})?$/.test(limit) && Number(limit) >= 0.1;
  if (kinds.includes('drawdown') && !(isLimit && Number(limit) <= 100)) {
    return showOne(request, { problem: words.alerts.problems.limit }, 422);
  }
  const drawdownLimit = kinds.includes('drawdown') ? Number(limit) : null;
  await setAlerts(services.registry, owner.slug, slug, { kinds, drawdownLimit });
  return { to: `/me/accounts/${slug}/alerts?done=saved` };
}
