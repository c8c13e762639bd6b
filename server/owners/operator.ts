import { noUse } from '../../pipeline/deliveries/quota.ts';
import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { connectionsOf } from '../../pipeline/registry/broker-connections.ts';
import { connectionKeysOf } from '../../pipeline/registry/connection-keys.ts';
import { listKeys } from '../../pipeline/registry/keys.ts';
import { findOverview, listOwners, type OwnersPlace } from '../../pipeline/registry/overview.ts';
import { addAccount, NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { setPicture } from '../../pipeline/registry/owner-pictures.ts';
import { openShares } from '../../pipeline/registry/shares.ts';
import { addOwner, inviteOwner, invitePath } from '../../pipeline/registry/sign-in.ts';
import type { Plan } from '../../pipeline/registry/words.ts';
import { ApiError } from '../http/errors.ts';
import type { HtmlContent } from '../site/html.ts';
import { refusalOf } from './failures.ts';
import { readOperatorOverview } from './operator-overview.ts';
import { readOwnAccounts } from './own-accounts.ts';
import type { Reply, SignedInRequest } from './page-request.ts';
import type { FormOutcome } from './pages/fields.ts';
import { operatorPage } from './pages/operator.ts';
import { ownerPage } from './pages/operator-owner.ts';
import { showPictureOf } from './profile.ts';

const perPage = 50;
const badges = ['identity', 'track_record'] as const;

/** Returns the audit trail's name for the signed-in operator. */
const actorOf = ({ owner }: SignedInRequest): string => `operator:${owner.slug}`;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Parses the position that a link to the next page names. Returns null on the first page. */
function placeIn({ after, bytes }: SignedInRequest['query']): OwnersPlace | null {
  const [slug, count] = [textIn(after), textIn(bytes)];
  return slug === '' || !/^\d{1,15}$/.test(count) ? null : { slug, bytes: Number(count) };
}

/** Shows all owners, accounts with problems, and the last runs. */
export const showOperator = (request: SignedInRequest): Promise<Reply> => showOwners(request);

async function showOwners(request: SignedInRequest, problem: HtmlContent = null): Promise<Reply> {
  const { services, query } = request;
  const part = textIn(query.q).trim().toLowerCase();
  const uses = await services.inbox.uses('all').catch(() => null);
  const bytes = new Map([...(uses ?? [])].map(([slug, use]) => [slug, use.bytes]));
  const wanted = { part, after: placeIn(query), count: perPage + 1, bytes };
  const owners = await listOwners(services.registry, wanted);
  const overview = await readOperatorOverview(services, uses ?? new Map());
  const onPage = owners.slice(0, perPage);
  const slugs = onPage.map(({ slug }) => slug);
  const shares = countBy(await openShares(services.registry, slugs), ({ owner }) => owner);
  const last = onPage.at(-1)?.slug ?? '';
  const next = owners.length > perPage ? { slug: last, bytes: bytes.get(last) ?? 0 } : null;
  const runs = services.freshness.runs().slice(0, 10);
  const page = operatorPage(
    request,
    onPage,
    { uses, shares },
    { part, next },
    runs,
    overview,
    problem,
  );
  return { page, status: problem === null ? 200 : 422 };
}

/** Adds an owner and shows their first sign-in link, this once. */
export async function addOwnerByForm(request: SignedInRequest): Promise<Reply> {
  const { form, services, context } = request;
  const owner = {
    slug: form.text('slug'),
    name: form.text('name'),
    plan: form.text('plan'),
    ...(form.text('role') === 'operator' && { role: 'operator' as const }),
  };
  let token = '';
  const adding = addOwner(services.registry, owner, actorOf(request)).then((invite) => {
    token = invite.token;
  });
  const refusal = await refusalOf(adding, request);
  if (refusal !== null) return showOwners(request, refusal);
  return show(request, owner.slug, {
    message: request.words.operator.done.added,
    secret: `${context.site.baseUrl}${invitePath}${token}`,
  });
}

/**
 * Adds an account that the operator's files have data of: private, with comments of trades hidden.
 */
export async function addLoadedAccount(request: SignedInRequest): Promise<Reply> {
  const { form, services } = request;
  const owner = form.text('owner');
  const account = { name: form.text('name'), account_id: form.text('account_id') };
  const decision = addAccount(services.registry, owner, account, actorOf(request));
  const refusal = await refusalOf(decision, request);
  if (refusal !== null) return showOwners(request, refusal);
  return { to: `/operator/owners/${owner}?done=account` };
}

/** Shows one owner with their plan and the badges of their accounts. */
export const showOwner = (request: SignedInRequest): Promise<Reply> =>
  show(request, request.params.slug ?? '', {});

async function show(
  request: SignedInRequest,
  slug: string,
  outcome: FormOutcome,
  status = 200,
): Promise<Reply> {
  const { registry } = request.services;
  const owner = await findOverview(registry, slug);
  if (owner === null) throw new NotOwnedError();
  const { accounts } = await readOwnAccounts({ ...request, owner });
  const shares = countBy(await openShares(registry, [slug]), ({ account }) => account);
  const use = await useOf(request, slug, owner.plan);
  const connections = await connectionsOf(registry, slug);
  const picture = (await registry.findShownOwner(slug))?.picture ?? null;
  // Answers matter for badges only: without the deliveries the page is there all the same.
  const answers = await request.services.statements.answersOf(slug).catch(() => new Map());
  const parts = { use, connections, shares, picture, answers };
  return { page: ownerPage(request, owner, accounts, parts, outcome), status };
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

async function useOf({ services }: SignedInRequest, slug: string, decided: Plan) {
  const { registry, inbox } = services;
  const uses = await inbox.uses([slug]).catch(() => null);
  const total = (keys: readonly { readonly requests: number }[]) =>
    keys.reduce((sum, { requests }) => sum + requests, 0);
  return {
    plan: (await registry.findOwner(slug))?.plan ?? decided,
    data: uses && (uses.get(slug) ?? noUse),
    reading: total(await listKeys(registry, slug)),
    sending: total(await connectionKeysOf(registry, slug)),
  };
}

/** Saves an operator's decision and redirects to the owner's page. */
async function decide(
  request: SignedInRequest,
  owner: string,
  json: unknown,
  done: string,
): Promise<Reply> {
  const { registry } = request.services;
  const refusal = await refusalOf(
    applyRegistry(registry, json, { actor: actorOf(request) }),
    request,
  );
  if (refusal !== null) return show(request, owner, { problem: refusal }, 422);
  return { to: `/operator/owners/${owner}?done=${done}` };
}

/** Changes an owner's plan and the day it ends. */
export async function changePlan(request: SignedInRequest): Promise<Reply> {
  const { params, form, services } = request;
  const { slug = '' } = params;
  if ((await services.registry.findOwner(slug)) === null) throw new NotOwnedError();
  const until = form.text('until');
  const plan_until = until === '' ? null : `${until}T00:00:00Z`;
  return decide(request, slug, { owners: [{ slug, plan: form.text('plan'), plan_until }] }, 'plan');
}

/** Shows an owner's picture to an operator. */
export const showPicture = (request: SignedInRequest): Promise<Reply> =>
  showPictureOf(request, request.params.slug ?? '');

/** Removes what an owner wrote for their page, for example if it breaks the site's rules. */
export async function removeProfile(request: SignedInRequest): Promise<Reply> {
  const { registry } = request.services;
  const { slug = '' } = request.params;
  if ((await registry.findOwner(slug)) === null) throw new NotOwnedError();
  await setPicture(registry, slug, null, actorOf(request));
  return decide(request, slug, { owners: [{ slug, about: null, link: null }] }, 'profile');
}

/** Creates a sign-in link for an owner and shows it this once. */
export async function createInvite(request: SignedInRequest): Promise<Reply> {
  const { params, services, context } = request;
  const { slug = '' } = params;
  if ((await services.registry.findOwner(slug)) === null) throw new NotOwnedError();
  const { token } = await inviteOwner(services.registry, slug, actorOf(request));
  return show(request, slug, { secret: `${context.site.baseUrl}${invitePath}${token}` });
}

/** Gives a badge to an account or removes it. A badge says who confirmed it, when and how. */
export async function changeBadge(request: SignedInRequest): Promise<Reply> {
  const { params, form, services } = request;
  const account = await services.registry.findAccount(params.slug ?? '');
  if (account === null) throw new NotOwnedError();
  const mark = badges.find((name) => name === form.text('mark'));
  const does = form.text('does');
  if (mark === undefined || !['give', 'take'].includes(does)) throw new ApiError('bad_request');
  const by = form.text('by');
  const how = form.text('how');
  const at = services.registry.clock().toISOString();
  const confirmation = { ...(by !== '' && { by }), at, how: how === '' ? null : how };
  const verified = { [mark]: does === 'give' ? confirmation : false };
  const json = { accounts: [{ slug: account.slug, verified }] };
  return decide(request, account.owner, json, does === 'give' ? 'given' : 'taken');
}
