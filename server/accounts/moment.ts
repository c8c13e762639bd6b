import type { Caller } from '../callers/callers.ts';
import type { Decisions, LiveRegistry } from '../callers/live-registry.ts';
import { ApiError } from '../http/errors.ts';
import { remembered } from '../http/memory.ts';
import { type AccountPages, createAccountPages } from './account-pages.ts';
import type { Site } from './attribution.ts';
import type { Edition, HeldEdition, SnapshotHolder } from './edition.ts';
import { type Sources, type View, type Viewer, viewOf } from './view.ts';

/**
 * What is true right now: what owners have decided, joined with the version in service, and
 * whatever was worked out of both before. It is held until it is disposed of.
 */
export interface Moment extends Disposable {
  readonly decisions: Decisions;
  /** The version in service; a 503 where there is none. */
  readonly edition: Edition;
  /** What may be seen of a slug; private, unknown and impossible ones are one 404 to strangers. */
  view(slug: string, viewer: Viewer): Promise<View>;
  /** Pages of accounts, each made once. */
  readonly pages: AccountPages;
}

export interface Moments {
  /** The moment that it is; to a caller with a key, that at which the key was found good. */
  take(caller: Caller): Promise<Moment>;
}

interface MomentsOptions {
  readonly registry: LiveRegistry;
  readonly snapshots: SnapshotHolder;
  readonly site: () => Site;
}

/** Makes a moment anew whenever a decision was made or a version published, never in between. */
export function createMoments({ registry, snapshots, site }: MomentsOptions): Moments {
  let known: { moment: Moment; decisions: Decisions; edition: Edition | null } | undefined;
  return {
    async take(caller) {
      const decisions = caller.kind === 'key' ? caller.decisions : await registry.decisions();
      const edition = snapshots.take();
      if (known?.decisions !== decisions || known.edition !== edition) {
        const moment = edition ? momentOf(decisions, edition, site()) : momentWithout(decisions);
        known = { moment, decisions, edition };
      }
      return known.moment;
    },
  };
}

function momentOf(decisions: Decisions, edition: HeldEdition, site: Site): Moment {
  const sources: Sources = { decisions, snapshot: edition.snapshot, site };
  const find = remembered(
    ({ slug, viewer }: { slug: string; viewer: Viewer }) => findView(slug, viewer, sources),
    ({ slug, viewer: { isOwner, mustCredit } }) => `${isOwner} ${mustCredit} ${slug}`,
  );
  return {
    decisions,
    edition,
    async view(slug, viewer) {
      const view = await find({ slug, viewer });
      if (view === null) throw new ApiError('not_found');
      return view;
    },
    pages: createAccountPages(sources, edition.catalogue),
    [Symbol.dispose]: () => edition[Symbol.dispose](),
  };
}

async function findView(slug: string, viewer: Viewer, sources: Sources): Promise<View | null> {
  const { decisions } = sources;
  const account = await (viewer.isOwner
    ? decisions.findAccount(slug)
    : decisions.findPublished(slug));
  if (account === null) return null;
  const isPortfolio = account.type === 'portfolio';
  const siblings = isPortfolio ? await decisions.accountsOfOwner(account.owner) : [];
  return viewOf(account, siblings, viewer, sources);
}

/** Before the first version there are decisions alone. */
function momentWithout(decisions: Decisions): Moment {
  const nothing = (): never => {
    throw new ApiError('unavailable');
  };
  return {
    decisions,
    get edition() {
      return nothing();
    },
    view: async () => nothing(),
    pages: { page: async () => nothing() },
    [Symbol.dispose]: () => {},
  };
}
