import type { WaitingAccount } from '../../pipeline/base/collected.ts';
import type { Refused } from '../../pipeline/deliveries/refused.ts';
import { portfolioId } from '../../pipeline/publish/snapshot/layout.ts';
import { connectionKeysOf } from '../../pipeline/registry/connection-keys.ts';
import { NotTheirs } from '../../pipeline/registry/own.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import type { HeldRecord } from '../../pipeline/run/held-back.ts';
import { accountText, type Sections } from '../accounts/account-object.ts';
import type { Moment } from '../accounts/moment.ts';
import { type Sources, viewOf } from '../accounts/view.ts';
import { ApiError } from '../http/errors.ts';
import type { PublicAccount } from '../site/account.ts';
import { momentOf } from '../site/asking.ts';
import type { OwnerServices, OwnersVisit } from './visit.ts';

const noSections: Sections = new Set();
const asOwner = { isOwner: true, mustCredit: false } as const;

/** An account of an owner beside what the version in service says of it. */
export interface OwnAccount {
  readonly account: RegistryAccount;
  /** As its owner reads it; null before the first version. */
  readonly facts: PublicAccount | null;
  /** Since which run it keeps its figures, as its newest facts fail a check. */
  readonly heldBackSince: string | null;
  /** Why something sent in can't be taken up; null where everything was. */
  readonly waiting: WaitingAccount | null;
  /** Why; null where it isn't held back, and where very many are. */
  readonly heldBackWhy: HeldRecord | null;
  /** Of a portfolio, the currencies of its members that differ from its own. */
  readonly foreign: readonly string[];
  /** What was refused of it; null where nothing was. */
  readonly refused: Refused | null;
}

/** What is known at a moment of the accounts of whoever is signed in. */
export interface OwnState {
  readonly accounts: readonly OwnAccount[];
  /** Instant that the version in service is of. */
  readonly asOf: string | null;
}

/** Reads it, with the facts of one slug alone where one is named. */
export async function readOwn(visit: OwnersVisit, only?: string): Promise<OwnState> {
  const { services, owner, context } = visit;
  using moment = await momentOf(services);
  const { decisions } = moment;
  const siblings = await decisions.accountsOfOwner(owner.slug);
  const edition = editionOf(moment);
  const sources = edition && { decisions, snapshot: edition.snapshot, site: context.site };
  const held = services.freshness.held();
  const allWaiting = services.freshness.waitingAccounts();
  const wanted = siblings.filter(({ slug }) => only === undefined || only === slug);
  const allRefused = await refusedOf(services, owner.slug, wanted);
  const accounts: OwnAccount[] = [];
  for (const account of siblings) {
    const isRead = sources !== null && wanted.includes(account);
    const refused = allRefused.get(account.account_id ?? '') ?? null;
    const facts = isRead ? await factsOf(account, siblings, sources, held) : noFacts;
    const waiting = allWaiting.get(account.account_id ?? '') ?? null;
    const foreign = isRead ? foreignOf(account, siblings, edition) : [];
    accounts.push({ account, ...facts, foreign, waiting, refused });
  }
  return { accounts, asOf: edition?.snapshot.manifest.as_of ?? null };
}

/** What was refused of these accounts of an owner, by their ids; nothing is said while the inbox is out of reach. */
export async function refusedOf(
  services: OwnerServices,
  owner: string,
  accounts: readonly RegistryAccount[],
): Promise<ReadonlyMap<string, Refused>> {
  const slugs = new Set(accounts.map(({ slug }) => slug));
  const ids = accounts.flatMap(({ account_id }) => (account_id === null ? [] : [account_id]));
  const keys = await connectionKeysOf(services.book, owner);
  const own = keys.filter(({ account }) => slugs.has(account)).map(({ id }) => id);
  return services.refusals.of(ids, own).catch(() => new Map());
}

const noFacts = { facts: null, heldBackSince: null, heldBackWhy: null } as const;

/** Currencies of a portfolio's members other than its own, as far as they have figures. */
function foreignOf(
  { currency, members }: RegistryAccount,
  siblings: readonly RegistryAccount[],
  edition: Moment['edition'] | null,
): string[] {
  const all = siblings
    .filter(({ slug }) => members.includes(slug))
    .map(({ account_id }) => edition?.snapshot.entry(account_id ?? '')?.parts.summary?.[3])
    .map((sha256) => edition?.catalogue.get(sha256 ?? '')?.currency ?? null)
    .filter((found): found is string => found !== null && found !== currency);
  return [...new Set(all)].sort();
}

async function factsOf(
  account: RegistryAccount,
  siblings: readonly RegistryAccount[],
  sources: Sources,
  held: ReadonlyMap<string, HeldRecord>,
): Promise<Pick<OwnAccount, 'facts' | 'heldBackSince' | 'heldBackWhy'>> {
  const view = await viewOf(account, siblings, asOwner, sources);
  const facts = JSON.parse(accountText(view, noSections, sources.snapshot));
  const { type, slug, account_id } = account;
  const why = held.get(type === 'portfolio' ? portfolioId(slug) : (account_id ?? '')) ?? null;
  return { facts, heldBackSince: view.entry.as_of ?? why?.since ?? null, heldBackWhy: why };
}

/** The account of the slug in the address, with the others of its owner. */
export async function readOne(
  visit: OwnersVisit,
): Promise<{ readonly own: OwnAccount; readonly others: readonly RegistryAccount[] }> {
  const { slug = '' } = visit.params;
  const { accounts } = await readOwn(visit, slug);
  const own = accounts.find(({ account }) => account.slug === slug);
  if (own === undefined) throw new NotTheirs();
  return {
    own,
    others: accounts.map(({ account }) => account).filter((one) => one !== own.account),
  };
}

/** The version in service; null before the first one. */
export function editionOf(moment: Moment): Moment['edition'] | null {
  try {
    return moment.edition;
  } catch (error) {
    if (error instanceof ApiError && error.problem === 'unavailable') return null;
    throw error;
  }
}
