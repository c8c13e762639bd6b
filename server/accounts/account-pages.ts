import { membersOf } from '../../pipeline/base/json-text.ts';
import type { Snapshot } from '../../pipeline/publish/snapshot/reader.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { type Body, createBodyCache } from '../http/body.ts';
import { memoize } from '../http/memory.ts';
import { paginate } from '../http/pagination.ts';
import type { PageRequest } from '../http/parameters.ts';
import { accountText, type Sections } from './account-object.ts';
import type { Catalogue } from './catalogue.ts';
import { isWithheld } from './privacy.ts';
import {
  type Filters,
  type SearchContext,
  type SearchedStatistic,
  type SearchOrder,
  selectViews,
} from './search.ts';
import { type Sources, type View, viewOf } from './view.ts';

/** Accounts to list: an owner's, or all published ones if `owner` is null. */
interface Listing {
  readonly owner: string | null;
  readonly mustCredit: boolean;
}

/** Request for a page of a list of accounts. */
export interface AccountsRequest extends Listing {
  readonly filters: Filters;
  readonly order: SearchOrder;
  readonly page: PageRequest;
}

export interface AccountPages {
  /** Returns a page of account objects without sections, as bytes. */
  page(request: AccountsRequest): Promise<Body>;
}

const maxBytes = 16 * 1024 * 1024;
const noSections: Sections = new Set();

/** Creates the cache of the pages of one moment. */
export function createAccountPages(sources: Sources, catalogue: Catalogue): AccountPages {
  const { snapshot } = sources;
  const views = memoize(
    (listing: Listing) => listViews(listing, sources),
    ({ owner, mustCredit }) => JSON.stringify([owner, mustCredit]),
  );
  const bodies = createBodyCache(maxBytes);
  const searchContext = {
    asOf: snapshot.manifest.as_of,
    statisticOf: statisticsIn(snapshot),
    symbolsOf: symbolsIn(snapshot),
  };
  return {
    async page(request) {
      const all = await views(request);
      const { filters, order, page } = request;
      return bodies.get(JSON.stringify(request), () => {
        const found = selectViews(all, catalogue, filters, order, searchContext);
        const { rows, pagination } = paginate(found, page);
        const objects = rows.map((view) => accountText(view, noSections, snapshot));
        const text = `{"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
        return Buffer.from(text);
      });
    },
  };
}

type Statistics = Readonly<Record<SearchedStatistic, number | null>>;

/**
 * Creates a function that returns a statistic of an account, null if hidden. It reads each account
 * once.
 */
function statisticsIn(snapshot: Snapshot): SearchContext['statisticOf'] {
  const cached = new Map<string, Statistics>();
  return ({ entry, hidden }, name) => {
    const hash = entry.parts.advanced?.[3];
    if (hash === undefined || isWithheld('advanced', hidden)) return null;
    const found = cached.get(hash) ?? readStatistics(snapshot.part(entry.id, 'advanced'));
    cached.set(hash, found);
    return found[name];
  };
}

/**
 * Creates a function that returns the instruments of an account, none if hidden. It reads each
 * account once.
 */
function symbolsIn(snapshot: Snapshot): SearchContext['symbolsOf'] {
  const cached = new Map<string, readonly string[]>();
  return ({ entry, hidden }) => {
    const hash = entry.parts.by_symbol?.[3];
    if (hash === undefined || isWithheld('by_symbol', hidden)) return [];
    const found = cached.get(hash) ?? readSymbols(snapshot.part(entry.id, 'by_symbol'));
    cached.set(hash, found);
    return found;
  };
}

const readSymbols = (bytes: Buffer | undefined): string[] =>
  bytes === undefined
    ? []
    : [...membersOf(bytes.toString()).keys()].map((name) => name.toLowerCase());

function readStatistics(bytes: Buffer | undefined): Statistics {
  const members = bytes && membersOf(bytes.toString());
  const numberOf = (name: SearchedStatistic) => {
    const text = members?.get(name) ?? 'null';
    return text === 'null' ? null : Number(text);
  };
  return {
    total_trades: numberOf('total_trades'),
    sharpe_ratio_annualized: numberOf('sharpe_ratio_annualized'),
  };
}

async function listViews({ owner, mustCredit }: Listing, sources: Sources): Promise<View[]> {
  const { decisions } = sources;
  const accounts = await (owner === null ? decisions.accounts() : decisions.accountsOfOwner(owner));
  const isListed = ({ published }: { readonly published: boolean }) => published || owner !== null;
  const viewer = { isOwner: owner !== null, mustCredit };
  const owned = byOwner(accounts);
  return Promise.all(
    accounts
      .filter(isListed)
      .map((account) => viewOf(account, owned.get(account.owner) ?? [], viewer, sources)),
  );
}

function byOwner(accounts: readonly RegistryAccount[]): Map<string, RegistryAccount[]> {
  const owned = new Map<string, RegistryAccount[]>();
  for (const account of accounts) {
    const siblings = owned.get(account.owner) ?? [];
    siblings.push(account);
    owned.set(account.owner, siblings);
  }
  return owned;
}
