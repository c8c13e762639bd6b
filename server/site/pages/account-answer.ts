import { isDay } from '../../../pipeline/registry/instants.ts';
import { gainWithin } from '../../accounts/gain.ts';
import type { Moment } from '../../accounts/moment.ts';
import type { OpenVersion } from '../../accounts/open-version.ts';
import type { View } from '../../accounts/view.ts';
import { createBody } from '../../http/body.ts';
import type { Query } from '../../http/parameters.ts';
import type { ChosenDays, PageAccount } from '../account.ts';
import { cachedPage, freshPage } from '../cached-page.ts';
import type { Context } from '../context.ts';
import { readDownload } from '../downloads.ts';
import type { Html } from '../html.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { pagePolicy } from '../policies.ts';
import {
  asOfInstant,
  headParts,
  pageFingerprint,
  readMember,
  readPageAccount,
  readSummary,
} from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import { nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { isStale } from '../stale.ts';
import { hiddenFromOthers, publishedMembers, takeMoment, viewAsReader } from '../views.ts';

/**
 * Makes the handler that answers with a page about a published account. Private and unknown
 * accounts give the same 404.
 */
export function answerWith(name: string, page: (account: PageAccount, context: Context) => Html) {
  return async (
    { params, query, language, reader, isShared = false }: PublicPageRequest,
    services: SiteServices,
    { assets }: PageResources,
    { bodies }: PageCache,
  ): Promise<PageAnswer> => {
    using moment = await takeMoment(services);
    const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
    const { version } = moment;
    const now = services.clock?.() ?? new Date();
    const summary = readSummary(view, version);
    const stale = isStale(summary, now);
    const hasArrived = summary.updated_at === null && (await isDataWaiting(view, services));
    const day = asOfInstant(view, version).slice(0, 10);
    const members = await publishedMembers(view, moment);
    const fingerprints = [view, ...members].map(pageFingerprint);
    const context = { site: services.site(), assets, language };
    const ownersView = view.isOwners ? await readOwnersView(view, moment) : undefined;
    const render = (span?: ChosenDays) => {
      const account = {
        ...readPageAccount(view, version, now),
        members: members.map((member) => readMember(member, version)),
        span,
        isShared,
        hasArrived,
        ownersView,
      };
      return page(account, context);
    };
    const span = spanIn(query, view, version);
    if (span !== undefined && span.wrong !== null) throw new RefusedPage(render(span));
    // Pages with a range of days are not cached: there are too many ranges. Nor are owners' views.
    if (span || view.isOwners) return freshPage(render(span));
    const key = [name, fingerprints, day, stale, hasArrived, isShared];
    return cachedPage(bodies, key, context, () => render());
  };
}

/** Reads an account for a page that shows nothing of it but its head. */
export async function readHead(
  view: View,
  moment: Moment,
  services: SiteServices,
  isShared: boolean,
): Promise<PageAccount> {
  const now = services.clock?.() ?? new Date();
  return {
    ...readPageAccount(view, moment.version, now, headParts),
    isShared,
    ownersView: view.isOwners ? await readOwnersView(view, moment) : undefined,
  };
}

const readOwnersView = async (view: View, moment: Moment) => ({
  isPrivate: !view.account.published,
  hidden: [...(await hiddenFromOthers(view, moment))],
});

/** Returns true if data of the account waits for a run. Pages are shown if that can't be read. */
async function isDataWaiting(
  { account: { account_id: id } }: View,
  { sent }: SiteServices,
): Promise<boolean> {
  if (id === null) return false;
  const waiting = await sent.waiting([id]).catch(() => new Set<string>());
  return waiting.has(id);
}

/** Reads the range of days in a query. Undefined if it has no range, or if the curve is hidden. */
function spanIn(query: Query, view: View, version: OpenVersion): ChosenDays | undefined {
  if (query.from === undefined && query.to === undefined) return;
  const index = version.dailyIndexes.of(view);
  // An empty form field counts as missing.
  const [from = null, to = null] = [query.from, query.to].map((day) => (day ? `${day}` : null));
  const isReadable =
    [from, to].every((day) => day === null || isDay(day)) &&
    (from === null || to === null || from <= to);
  const days = isReadable ? gainWithin(index, from, to) : gainWithin(index, null, null);
  if (days === null) return;
  if (isReadable && days.gain !== null) return { ...days, wrong: null };
  const chosen = { from: from ?? days.first_day, to: to ?? days.last_day };
  return { ...days, ...chosen, gain: null, wrong: isReadable ? 'outside' : 'unreadable' };
}

/** Answers with a CSV file of an account; hidden and unknown files give the same 404. */
export async function downloadAnswer(
  { params, reader, isShared = false }: PublicPageRequest,
  services: SiteServices,
): Promise<PageAnswer> {
  const { slug = '', file = '' } = params;
  using moment = await takeMoment(services);
  const bytes = readDownload(
    await viewAsReader(moment, slug, reader, isShared),
    file,
    moment.version.snapshot,
  );
  if (bytes === null) throw nothingHere();
  return { body: createBody(bytes), type: types.csv, policy: pagePolicy() };
}
