import { accountsText, type OwnedCandidate } from './accounts-page.ts';
import type { Site } from './attribution.ts';
import { type Body, type BodyCache, createBodyCache } from './body.ts';
import type { Decisions } from './live-registry.ts';
import { remembered } from './memory.ts';
import type { PageRequest } from './parameters.ts';
import { candidatesOf, type Filters, type Order, selectCandidates } from './search.ts';
import type { Edition } from './snapshot/holder.ts';
import { unfiltered } from './subject.ts';

/** A list of accounts that is asked for: those an owner has, or with null those that are published. */
export interface ListRequest {
  readonly owner: string | null;
  readonly filters: Filters;
  readonly order: Order;
  readonly page: PageRequest;
  readonly mustCredit: boolean;
}

export interface AccountLists {
  /** The page as bytes; made once for as long as nothing was decided and published anew. */
  page(request: ListRequest, decisions: Decisions, edition: Edition): Promise<Body>;
}

interface Memory {
  readonly decisions: Decisions;
  readonly edition: Edition;
  readonly candidates: (owner: string) => Promise<readonly OwnedCandidate[]>;
  readonly bodies: BodyCache;
}

const mostBytes = 16 * 1024 * 1024;

export function createAccountLists(site: () => Site): AccountLists {
  let known: Memory | undefined;

  return {
    async page({ owner, filters, order, page, mustCredit }, decisions, edition) {
      if (known?.decisions !== decisions || known.edition !== edition) {
        known = {
          decisions,
          edition,
          candidates: remembered((name) => listed(name || null, decisions, edition)),
          bodies: createBodyCache(mostBytes),
        };
      }
      const { bodies } = known;
      const candidates = await known.candidates(owner ?? '');
      const key = JSON.stringify([owner, filters, order, page, mustCredit]);
      return bodies.get(key, () => {
        const found = selectCandidates(candidates, filters, order);
        return Buffer.from(accountsText(found, page, mustCredit, edition.snapshot, site()));
      });
    },
  };
}

async function listed(
  owner: string | null,
  decisions: Decisions,
  edition: Edition,
): Promise<OwnedCandidate[]> {
  const accounts = await (owner === null ? decisions.accounts() : decisions.accountsOfOwner(owner));
  const candidates = candidatesOf(
    accounts,
    edition,
    ({ published }) => published || owner !== null,
  );
  return Promise.all(
    candidates.map(async (candidate) => {
      const { owner: slug } = candidate.subject.account;
      const subject = owner === null ? candidate.subject : unfiltered(candidate.subject);
      return { ...candidate, subject, owner: { slug, name: await decisions.ownerName(slug) } };
    }),
  );
}
