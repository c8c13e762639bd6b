import { applyRegistry } from '../../pipeline/registry/apply.ts';
import { findOverview, listOwners, type OwnersPlace } from '../../pipeline/registry/overview.ts';
import { NotTheirs } from '../../pipeline/registry/own.ts';
import { inviteOwner, invitePath } from '../../pipeline/registry/sign-in.ts';
import { ApiError } from '../http/errors.ts';
import { refusedOf } from './accounts.ts';
import { doneWords, type OwnerWords, operatorPage, ownerPage } from './pages/operator.ts';
import { refusalOf } from './refusals.ts';
import { standingNow } from './standing.ts';
import type { OwnersVisit, Reply } from './visit.ts';

const perPage = 50;
const marks = ['identity', 'track_record'] as const;

/** How the audit trail names an operator who decides on what is others'. */
const actorOf = ({ owner }: OwnersVisit): string => `operator:${owner.slug}`;

const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The place that a link to the next page names; null from the first on. */
function placeIn({ after, bytes }: OwnersVisit['query']): OwnersPlace | null {
  const [slug, count] = [textIn(after), textIn(bytes)];
  return slug === '' || !/^\d{1,15}$/.test(count) ? null : { slug, bytes: Number(count) };
}

/** All owners, the last runs, and what has to be looked after. */
export async function showOperator(visit: OwnersVisit): Promise<Reply> {
  const { services, query } = visit;
  const part = textIn(query.q).trim().toLowerCase();
  const uses = await services.inbox.uses('all').catch(() => null);
  const bytes = new Map([...(uses ?? [])].map(([slug, use]) => [slug, use.bytes]));
  const wanted = { part, after: placeIn(query), count: perPage + 1, bytes };
  const owners = await listOwners(services.book, wanted);
  const standing = await standingNow(services);
  const shown = owners.slice(0, perPage);
  const last = shown.at(-1)?.slug ?? '';
  const next = owners.length > perPage ? { slug: last, bytes: bytes.get(last) ?? 0 } : null;
  const runs = services.freshness.runs().slice(0, 10);
  return { page: operatorPage(visit, shown, uses, { part, next }, runs, standing) };
}

/** One owner with their plan, and the marks of what is theirs. */
export const showOwner = (visit: OwnersVisit): Promise<Reply> =>
  show(visit, visit.params.slug ?? '', {
    message: doneWords.get(textIn(visit.query.done)) ?? null,
  });

async function show(
  visit: OwnersVisit,
  slug: string,
  words: OwnerWords,
  status = 200,
): Promise<Reply> {
  const { book } = visit.services;
  const owner = await findOverview(book, slug);
  if (owner === null) throw new NotTheirs();
  const accounts = await book.accountsOfOwner(slug);
  const refused = await refusedOf(visit.services, slug, accounts);
  return { page: ownerPage(visit, owner, accounts, refused, words), status };
}

/** Puts a decision of an operator in force and shows the owner again. */
async function decide(
  visit: OwnersVisit,
  owner: string,
  json: unknown,
  done: string,
): Promise<Reply> {
  const { book } = visit.services;
  const refusal = await refusalOf(applyRegistry(book, json, { actor: actorOf(visit) }));
  if (refusal !== null) return show(visit, owner, { problem: refusal }, 422);
  return { to: `/operator/owners/${owner}?done=${done}` };
}

/** Changes an owner's plan, and until when. */
export async function changePlan(visit: OwnersVisit): Promise<Reply> {
  const { params, form, services } = visit;
  const { slug = '' } = params;
  if ((await services.book.findOwner(slug)) === null) throw new NotTheirs();
  const until = form.text('until');
  const plan_until = until === '' ? null : `${until}T00:00:00Z`;
  return decide(visit, slug, { owners: [{ slug, plan: form.text('plan'), plan_until }] }, 'plan');
}

/** Makes a link with which an owner signs in, and shows it, for the only time. */
export async function inviteByForm(visit: OwnersVisit): Promise<Reply> {
  const { params, services, context } = visit;
  const { slug = '' } = params;
  if ((await services.book.findOwner(slug)) === null) throw new NotTheirs();
  const { token } = await inviteOwner(services.book, slug, actorOf(visit));
  return show(visit, slug, { link: `${context.site.baseUrl}${invitePath}${token}` });
}

/** Gives an account a mark, with who confirmed it, when and how, or takes it. */
export async function markAccount(visit: OwnersVisit): Promise<Reply> {
  const { params, form, services } = visit;
  const account = await services.book.findAccount(params.slug ?? '');
  if (account === null) throw new NotTheirs();
  const mark = marks.find((one) => one === form.text('mark'));
  const does = form.text('does');
  if (mark === undefined || !['give', 'take'].includes(does)) throw new ApiError('bad_request');
  const by = form.text('by');
  const how = form.text('how');
  const at = services.book.clock().toISOString();
  const confirmation = { ...(by !== '' && { by }), at, how: how === '' ? null : how };
  const verified = { [mark]: does === 'give' ? confirmation : false };
  const json = { accounts: [{ slug: account.slug, verified }] };
  return decide(visit, account.owner, json, does === 'give' ? 'given' : 'taken');
}
