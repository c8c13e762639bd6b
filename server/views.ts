import type { Snapshot } from '../pipeline/snapshot/reader.ts';
import { type AccountView, createView } from './account-object.ts';
import { attributionOf, type Site } from './attribution.ts';
import { ApiError } from './errors.ts';
import type { Decisions } from './live-registry.ts';
import { remembered } from './remembered.ts';
import type { Edition } from './snapshot/holder.ts';
import { subjectOf } from './subject.ts';

export interface Views {
  /** What a stranger may see of a slug; private, unknown and impossible ones are one 404. */
  published(decisions: Decisions, edition: Edition, slug: string): Promise<AccountView>;
}

const slugPattern = /^[a-z0-9-]{1,64}$/;

/** Works out views anew whenever a decision was made or a version published, never in between. */
export function createViews(site: () => Site): Views {
  let known: { decisions: Decisions; edition: Edition; find: Find } | undefined;

  return {
    async published(decisions, edition, slug) {
      if (known?.decisions !== decisions || known.edition !== edition) {
        known = { decisions, edition, find: finder(decisions, edition.snapshot, site()) };
      }
      const view = slugPattern.test(slug) ? await known.find(slug) : null;
      if (!view?.subject.account.published) throw new ApiError('not_found');
      return view;
    },
  };
}

type Find = (slug: string) => Promise<AccountView | null>;

function finder(decisions: Decisions, snapshot: Snapshot, site: Site): Find {
  return remembered(async (slug) => {
    const account = await decisions.findAccount(slug);
    if (account === null) return null;
    const isPortfolio = account.type === 'portfolio';
    const siblings = isPortfolio ? await decisions.accountsOfOwner(account.owner) : [];
    const owner = { slug: account.owner, name: await decisions.ownerName(account.owner) };
    const subject = subjectOf(account, siblings, snapshot);
    return createView({ subject, owner, attribution: attributionOf(site, slug, true) });
  });
}
