import { isDay } from '../../../pipeline/registry/instants.ts';
import { gainWithin } from '../../accounts/gain.ts';
import type { OpenVersion } from '../../accounts/open-version.ts';
import type { View } from '../../accounts/view.ts';
import { createBody } from '../../http/body.ts';
import type { Query } from '../../http/parameters.ts';
import type { ChosenDays } from '../account.ts';
import { readDownload } from '../downloads.ts';
import type { PageCache } from '../page-cache.ts';
import type { PageResources } from '../page-resources.ts';
import { accountPage } from '../pages/account.ts';
import { behaviourPage } from '../pages/behaviour.ts';
import { checkedPage } from '../pages/checked.ts';
import { verificationPage } from '../pages/verification.ts';
import { pagePolicy } from '../policies.ts';
import {
  asOfInstant,
  hiddenFromOthers,
  pageFingerprint,
  publishedMembers,
  readMember,
  readPageAccount,
  readSummary,
  takeMoment,
  viewAsReader,
} from '../public-accounts.ts';
import { RefusedPage } from '../refused-page.ts';
import { bytesOf, nothingHere, type PageAnswer, types } from '../respond.ts';
import type { PublicPageRequest, SiteServices } from '../site-services.ts';
import { isStale } from '../stale.ts';

/** Answers with the page of a published account; private and unknown accounts give the same 404. */
export const accountAnswer = answerWith('account page', accountPage);

/** Answers with the page that explains how a record was checked. */
export const checkedAnswer = answerWith('checked page', checkedPage);

/** Answers with the page that says how an account trades. */
export const behaviourAnswer = answerWith('behaviour page', behaviourPage);

/** Answers with the page about where the data of an account comes from and who confirmed it. */
export const verificationAnswer = answerWith('verification page', verificationPage);

function answerWith(name: string, page: typeof accountPage) {
  return async (
    { params, query, language, reader, isShared = false }: PublicPageRequest,
    services: SiteServices,
    { assets }: PageResources,
    { bodies }: PageCache,
  ): Promise<PageAnswer> => {
    const site = services.site();
    using moment = await takeMoment(services);
    const view = await viewAsReader(moment, params.slug ?? '', reader, isShared);
    const { version } = moment;
    // Everything that changes the page is part of the cache key.
    const now = services.clock?.() ?? new Date();
    const summary = readSummary(view, version);
    const stale = isStale(summary, now);
    const hasArrived = summary.updated_at === null && (await isDataWaiting(view, services));
    const day = asOfInstant(view, version).slice(0, 10);
    const members = await publishedMembers(view, moment);
    const hidden = view.isOwners ? [...(await hiddenFromOthers(view, moment))] : [];
    const fingerprints = [view, ...members].map(pageFingerprint);
    const pageKey = [
      name,
      language.to('/'),
      language.code,
      day,
      stale,
      hasArrived,
      isShared,
      assets.version,
      site.baseUrl,
    ];
    const render = (span?: ChosenDays) => {
      const account = {
        ...readPageAccount(view, version, now),
        members: members.map((member) => readMember(member, version)),
        span,
        isShared,
        hasArrived,
        ownersView: view.isOwners ? { isPrivate: !view.account.published, hidden } : undefined,
      };
      return page(account, { site, assets, language });
    };
    const span = spanIn(query, view, version);
    if (span !== undefined && span.wrong !== null) throw new RefusedPage(render(span));
    // Pages with a range of days are not cached: there are too many ranges. Nor are owners' views.
    const body =
      span || view.isOwners
        ? createBody(bytesOf(render(span)))
        : bodies.get(JSON.stringify([fingerprints, pageKey]), () => bytesOf(render()));
    return { body, type: types.html, policy: pagePolicy() };
  };
}

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
