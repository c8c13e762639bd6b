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
  const statisticsOf = createSectionReader(snapshot, 'advanced', readStatistics);
  const symbolsOf = createSectionReader(snapshot, 'by_symbol', readSymbols);
  const searchContext: SearchContext = {
    asOf: snapshot.manifest.as_of,
    statisticOf: (view, name) => statisticsOf(view)?.[name] ?? null,
    symbolsOf: (view) => symbolsOf(view) ?? [],
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

/**
 * Creates a function that reads a section of an account, each content once; null if the account
 * hides it or has none. `read` gets the texts of its members.
 */
function createSectionReader<Value>(
  snapshot: Snapshot,
  section: 'advanced' | 'by_symbol',
  read: (members: ReadonlyMap<string, string>) => Value,
): (view: View) => Value | null {
  const cached = new Map<string, Value>();
  return ({ entry, hidden }) => {
    const hash = entry.parts[section]?.[3];
    if (hash === undefined || isWithheld(section, hidden)) return null;
    const bytes = () => snapshot.part(entry.id, section)?.toString() ?? '{}';
    const found = cached.get(hash) ?? read(membersOf(bytes()));
    cached.set(hash, found);
    return found;
  };
}

const readSymbols = (members: ReadonlyMap<string, string>): readonly string[] =>
  [...members.keys()].map((name) => name.toLowerCase());

type Statistics = Readonly<Record<SearchedStatistic, number | null>>;

function readStatistics(members: ReadonlyMap<string, string>): Statistics {
  const numberOf = (name: SearchedStatistic) => {
    const text = members.get(name) ?? 'null';
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
