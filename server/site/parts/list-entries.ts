import type { OpenVersion } from '../../accounts/open-version.ts';
import type { View } from '../../accounts/view.ts';
import type { Days, PublicAccount } from '../account.ts';
import { sparkline } from '../charts/sparkline.ts';
import type { Html } from '../html.ts';
import type { PageCache } from '../page-cache.ts';
import {
  curveKey,
  ratiosKey,
  readBehaving,
  readCurve,
  readRatios,
  readSummary,
  readWatched,
} from '../public-accounts.ts';
import { isStale } from '../stale.ts';
import type { AccountLine } from './list.ts';

/** Account of a list, with a cache key of what its row adds, and a function that draws it. */
export interface ListEntry {
  readonly account: PublicAccount;
  readonly shownName: string;
  draw(): AccountLine;
}

/** Returns the list entry of an account; draws its curve only if the cache lacks it. */
export function listEntry(
  view: View,
  version: OpenVersion,
  { lines }: Pick<PageCache, 'lines'>,
  now: Date,
): ListEntry {
  const account = readSummary(view, version);
  const curveName = curveKey(view);
  const { since } = account.performance;
  const stale = isStale(account, now);
  const ratios = () => readRatios(view, version);
  const curve = () =>
    curveName === null
      ? null
      : lines.get(JSON.stringify([curveName, since]), () =>
          drawCurve(readCurve(view, version), since),
        );
  const shownName = JSON.stringify([curveName, ratiosKey(view), account.confirmed_members, stale]);
  return {
    account,
    shownName,
    draw: () => ({
      account,
      curve: curve(),
      ...ratios(),
      behaving: readBehaving(view, account, version),
      watched: readWatched(view, account, version),
      isStale: stale,
    }),
  };
}

const drawCurve = (days: Days | null, since: string | null): Html | null =>
  days === null || days.date.length === 0 ? null : sparkline(days, since);
