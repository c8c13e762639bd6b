import { setImmediate } from 'node:timers/promises';
import { chunks } from '../../pipeline/registry/chunks.ts';
import type { RegistryAccount } from '../../pipeline/registry/schema.ts';
import { type Body, createBodyCache } from '../http/body.ts';
import { memoize } from '../http/memory.ts';
import { paginate } from '../http/pagination.ts';
import type { PageRequest } from '../http/parameters.ts';
import { accountText, type Sections } from './account-object.ts';
import type { Filters } from './filters.ts';
import { type SearchOrder, selectViews } from './search.ts';
import { type Sources, type View, viewInList } from './view.ts';

/** Accounts to list: an owner's, or all published ones if `owner` is null. */
interface Listing {
  readonly owner: string | null;
  readonly mustCredit: boolean;
}

/** Request for a page of a list of accounts. */
interface AccountsRequest extends Listing {
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
export function createAccountPages(sources: Sources): AccountPages {
  const { snapshot } = sources;
  const views = memoize(
    (listing: Listing) => listViews(listing, sources),
    ({ owner, mustCredit }) => JSON.stringify([owner, mustCredit]),
  );
  const selected = memoize(async (request: AccountsRequest) => {
    const { filters, order, page } = request;
    const found = selectViews(await views(request), filters, order, snapshot.manifest.as_of);
    const { rows, pagination } = paginate(found, page);
    await Promise.all(rows.map(({ entry }) => snapshot.bring(entry.id)));
    return { rows, pagination };
  }, JSON.stringify);
  const bodies = createBodyCache(maxBytes);
  return {
    async page(request) {
      const { rows, pagination } = await selected(request);
      return bodies.get(JSON.stringify(request), () => {
        const objects = rows.map((view) => accountText(view, noSections, snapshot));
        const text = `{"data":[${objects.join(',')}],"pagination":${JSON.stringify(pagination)}}`;
        return Buffer.from(text);
      });
    },
  };
}

async function listViews({ owner, mustCredit }: Listing, sources: Sources): Promise<View[]> {
  const { decisions } = sources;
  const accounts = await (owner === null ? decisions.accounts() : decisions.accountsOfOwner(owner));
  const isListed = ({ published }: { readonly published: boolean }) => published || owner !== null;
  const viewer = { isOwner: owner !== null, mustCredit };
  const owned = byOwner(accounts);
  const listed: View[] = [];
  for (const lot of chunks(accounts.filter(isListed))) {
    const views = lot.map((account) =>
      viewInList(account, owned.get(account.owner) ?? [], viewer, sources),
    );
    listed.push(...(await Promise.all(views)));
    // Leaves time for other requests: every decision makes all of these anew.
    await setImmediate();
  }
  return listed;
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
