import { type AccountView, createView } from './account-object.ts';
import { attributionOf, type Site } from './attribution.ts';
import { ApiError } from './errors.ts';
import type { Decisions } from './live-registry.ts';
import { remembered } from './memory.ts';
import type { Sight } from './sight.ts';
import type { Edition } from './snapshot/holder.ts';
import { subjectOf, unfiltered } from './subject.ts';

export interface Views {
  /** What may be seen of a slug; private, unknown and impossible ones are one 404 to strangers. */
  find(decisions: Decisions, edition: Edition, sight: Sight, slug: string): Promise<AccountView>;
}

type Find = (slug: string) => Promise<AccountView | null>;

/** Works out views anew whenever a decision was made or a version published, never in between. */
export function createViews(site: () => Site): Views {
  let known: { decisions: Decisions; edition: Edition; finds: Map<string, Find> } | undefined;

  return {
    async find(decisions, edition, sight, slug) {
      if (known?.decisions !== decisions || known.edition !== edition) {
        known = { decisions, edition, finds: new Map() };
      }
      const name = `${sight.isOwner} ${sight.mustCredit}`;
      const find = known.finds.get(name) ?? finder(decisions, edition, sight, site());
      known.finds.set(name, find);
      const view = await find(slug);
      if (view === null) throw new ApiError('not_found');
      return view;
    },
  };
}

function finder(decisions: Decisions, { snapshot }: Edition, sight: Sight, site: Site): Find {
  return remembered(async (slug) => {
    const account = await (sight.isOwner
      ? decisions.findAccount(slug)
      : decisions.findPublished(slug));
    if (account === null) return null;
    const isPortfolio = account.type === 'portfolio';
    const siblings = isPortfolio ? await decisions.accountsOfOwner(account.owner) : [];
    const owner = { slug: account.owner, name: await decisions.ownerName(account.owner) };
    const subject = subjectOf(account, siblings, snapshot);
    return createView({
      subject: sight.isOwner ? unfiltered(subject) : subject,
      owner,
      attribution: attributionOf(site, slug, sight.mustCredit),
    });
  });
}
