import type { WaitingAccount } from '../../pipeline/base/waiting-accounts.ts';
import type { RefusedSummary } from '../../pipeline/deliveries/refused-rows.ts';
import { emptyId, portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import { connectionKeysOf } from '../../pipeline/registry/connection-keys.ts';
import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { isLoadedByOperator } from '../../pipeline/registry/withdrawals.ts';
import type { WithheldRecord } from '../../pipeline/run/withheld.ts';
import { accountText, currencyOf, pagePart, type Sections } from '../accounts/account-object.ts';
import type { Moment } from '../accounts/moment.ts';
import { type Sources, viewOf } from '../accounts/view.ts';
import { ApiError } from '../http/errors.ts';
import type { Days, PublicAccount } from '../site/account.ts';
import { sparkline } from '../site/charts/sparkline.ts';
import type { Html } from '../site/html.ts';
import { takeMoment } from '../site/views.ts';
import type { OwnerServices, SignedInRequest } from './page-request.ts';

const noSections: Sections = new Set();
const asOwner = { isOwner: true, mustCredit: false } as const;

/** An owner's account with its published values. */
export interface OwnAccount {
  readonly account: RegistryAccount;
  /** Account object as its owner sees it; null before the first version. */
  readonly published: PublicAccount | null;
  /** Instant of the run since which it is withheld; null if it isn't. */
  readonly withheldSince: string | null;
  /** Reason why new data can't be added yet; null if no data waits. */
  readonly waiting: WaitingAccount | null;
  /** Reason; null if it isn't withheld, or if too many accounts were to record each reason. */
  readonly withheldReason: WithheldRecord | null;
  /** Currencies of a portfolio's members that differ from its currency. */
  readonly foreign: readonly string[];
  /** Its curve; null if it was not requested, or has no days. */
  readonly drawing: Html | null;
  /** Rejected rows; null without any. */
  readonly refused: RefusedSummary | null;
  /** Its owner can correct what its statements say. Read only for the account asked for. */
  readonly isCorrectable: boolean;
}

/** Accounts of the signed-in owner at one moment. */
export interface OwnAccounts {
  readonly accounts: readonly OwnAccount[];
  /** Instant of the version in service; null before the first one. */
  readonly asOf: string | null;
}

/**
 * Reads the accounts of an owner. If `only` names a slug, reads published values of that account
 * only. Draws the curves of the first `curves` accounts.
 */
export async function readOwnAccounts(
  request: Pick<SignedInRequest, 'services' | 'context'> & { readonly owner: { slug: string } },
  only?: string,
  curves = 0,
): Promise<OwnAccounts> {
  const { services, owner, context } = request;
  using moment = await takeMoment(services);
  const { decisions } = moment;
  const siblings = await decisions.accountsOfOwner(owner.slug);
  const version = versionIn(moment);
  const sources = version && { decisions, snapshot: version.snapshot, site: context.site };
  const withheldReasons = services.freshness.withheldAccounts();
  const allWaiting = services.freshness.waitingAccounts();
  const wanted = siblings.filter(({ slug }) => only === undefined || only === slug);
  const allRefused = await refusedOf(services, owner.slug, wanted);
  const accounts: OwnAccount[] = [];
  for (const account of siblings) {
    const isRead = sources !== null && wanted.includes(account);
    const refused = allRefused.get(account.account_id ?? '') ?? null;
    const isDrawn = accounts.length < curves;
    const state = isRead
      ? await publishedState(account, siblings, sources, withheldReasons, isDrawn)
      : noVersion;
    const waiting = allWaiting.get(account.account_id ?? '') ?? null;
    const foreign = isRead ? await foreignOf(account, siblings, sources.snapshot) : [];
    const isCorrectable = only !== undefined && (await canCorrect(services, account));
    accounts.push({ account, ...state, foreign, waiting, refused, isCorrectable });
  }
  return { accounts, asOf: version?.snapshot.manifest.as_of ?? null };
}

/** Returns true if an account has data that its owner sent and the operator doesn't load. */
const canCorrect = async (
  { registry }: Pick<OwnerServices, 'registry'>,
  { account_id }: RegistryAccount,
): Promise<boolean> => account_id !== null && !(await isLoadedByOperator(registry, account_id));

/**
 * Reads the rejected rows of an owner's accounts, by account id. Empty if they can't be read now.
 */
export async function refusedOf(
  services: OwnerServices,
  owner: string,
  accounts: readonly RegistryAccount[],
): Promise<ReadonlyMap<string, RefusedSummary>> {
  const slugs = new Set(accounts.map(({ slug }) => slug));
  const ids = accounts.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]));
  const keys = await connectionKeysOf(services.registry, owner);
  const keyIds = keys.filter(({ account }) => slugs.has(account)).map(({ id }) => id);
  return services.refusals.of(ids, keyIds).catch(() => new Map());
}

const noVersion = {
  published: null,
  withheldSince: null,
  withheldReason: null,
  drawing: null,
} as const;

/** Lists currencies of members with figures that differ from the portfolio's currency. */
async function foreignOf(
  { currency, members }: RegistryAccount,
  siblings: readonly RegistryAccount[],
  snapshot: Snapshot,
): Promise<string[]> {
  const found = new Set<string>();
  for (const { slug, account_id } of siblings) {
    if (!members.includes(slug)) continue;
    await snapshot.bring(account_id ?? emptyId);
    const foreign = currencyOf(account_id ?? emptyId, snapshot);
    if (foreign !== null && foreign !== currency) found.add(foreign);
  }
  return [...found].sort();
}

async function publishedState(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  sources: Sources,
  withheldReasons: ReadonlyMap<string, WithheldRecord>,
  isDrawn: boolean,
): Promise<Pick<OwnAccount, 'published' | 'withheldSince' | 'withheldReason' | 'drawing'>> {
  const view = await viewOf(account, siblings, asOwner, sources);
  const published = JSON.parse(accountText(view, noSections, sources.snapshot));
  const { type, slug, account_id } = account;
  const why =
    withheldReasons.get(type === 'portfolio' ? portfolioId(slug) : (account_id ?? '')) ?? null;
  const days: Days | null = isDrawn ? pagePart(view, 'curve', sources.snapshot) : null;
  const drawing = days && sparkline(days, published.performance.since);
  return {
    published,
    withheldSince: view.entry.as_of ?? why?.since ?? null,
    withheldReason: why,
    drawing,
  };
}

/**
 * Reads the account named in the address and the owner's other accounts. Throws `NotOwnedError` if
 * the account isn't theirs.
 */
export async function readOwnAccount(request: SignedInRequest): Promise<{
  readonly own: OwnAccount;
  readonly others: readonly RegistryAccount[];
  /** Instant of the version in service; null before the first one. */
  readonly asOf: string | null;
}> {
  const { slug = '' } = request.params;
  const { accounts, asOf } = await readOwnAccounts(request, slug);
  const ownAccount = accounts.find(({ account }) => account.slug === slug);
  if (ownAccount === undefined) throw new NotOwnedError();
  return {
    asOf,
    own: ownAccount,
    others: accounts
      .map(({ account }) => account)
      .filter((account) => account !== ownAccount.account),
  };
}

/** Finds the account named in the address. Throws `NotOwnedError` if it isn't theirs. */
export async function accountIn({
  services,
  owner,
  params,
}: SignedInRequest): Promise<RegistryAccount> {
  const account = await services.registry.findAccount(params.slug ?? '');
  if (account?.owner !== owner.slug) throw new NotOwnedError();
  return account;
}

/** Returns the version in service; null before the first one. */
export function versionIn(moment: Moment): Moment['version'] | null {
  try {
    return moment.version;
  } catch (error) {
    if (error instanceof ApiError && error.status === 503) return null;
    throw error;
  }
}
