import { type PartName, pageParts } from '../../pipeline/publish/snapshot/layout.ts';
import { sectionFlags } from '../../sql/marts/index.ts';
import { accountText, pagePart, type Sections } from '../accounts/account-object.ts';
import type { OpenVersion } from '../accounts/open-version.ts';
import { isLineShown, isWithheld } from '../accounts/privacy.ts';
import { fingerprintOf, type View } from '../accounts/view.ts';
import {
  type Days,
  type Member,
  type PageAccount,
  type PublicAccount,
  pageSections,
} from './account.ts';
import type { Behaving } from './behaviour-warnings.ts';
import { shownDownloads } from './downloads.ts';
import type { Watched } from './parts/observed.ts';
import { isStale } from './stale.ts';
import { isListedOnPage, newestRows } from './trades.ts';

const noSections: Sections = new Set();
const shownSections: Sections = new Set([...pageSections, 'restatements'] as const);
// Leave out parts that grow with the account or that only its owner sees: no page shows them all.
const drawnParts = pageParts.filter(
  (name) =>
    name !== 'daily_index' &&
    name !== 'every_day' &&
    name !== 'trade_statistics' &&
    name !== 'benchmark_prices',
);
const visibleParts: readonly PartName[] = [
  'summary',
  ...pageSections,
  'restatements',
  ...drawnParts,
  'every_day',
];

/** Returns the account object without sections. */
export const readSummary = (view: View, version: OpenVersion): PublicAccount =>
  readObject(view, noSections, version);

/** Returns the account object with what only pages say about it. */
const readObject = (view: View, sections: Sections, { snapshot }: OpenVersion) => ({
  ...JSON.parse(accountText(view, sections, snapshot)),
  confirmed_members: view.account.confirmed_members,
});

/** Rows of trades and positions on an account page; the page of trades has all. */
const rowsListed = 10;

const listNames = ['trades', 'trades.index', 'positions', 'positions.index'] as const;

/** Returns a fingerprint of everything on an account page. Equal fingerprints mean equal bytes. */
export const pageFingerprint = (view: View): string =>
  isListedOnPage(view)
    ? `listed ${fingerprintOf(view, [...visibleParts, ...listNames])}`
    : fingerprintOf(view, visibleParts);

/** Returns the time of the figures. A withheld account keeps the figures of an earlier run. */
export const asOfInstant = ({ entry }: View, { snapshot }: OpenVersion): string =>
  entry.as_of ?? snapshot.asOf(entry.id);

/** Returns a member as its portfolio's page shows it. */
export function readMember(view: View, version: OpenVersion): Member {
  const account = readObject(view, onlyMonths, version);
  return {
    ...account,
    behaving: readBehaving(view, account, version),
    last_day: readCurve(view, version)?.date.at(-1) ?? null,
  };
}

const onlyMonths: Sections = new Set(['monthly']);

/**
 * Lists hidden sections. The page says so in their place. Fields that are hidden in single cells
 * are not listed.
 */
const hiddenParts = ({ account, hidden }: View): string[] =>
  [...sectionFlags, ...(account.type === 'account' ? ['trades' as const] : [])].filter((name) =>
    hidden.has(name),
  );

/** Most days of a curve in a page. The chart loads longer curves by itself. */
const maxDaysInPage = 1200;

/** Parts that an older version may lack, although its pages still have every chart and table. */
const addedLater: readonly PartName[] = ['checked', 'max_open'];

/** Parts of an account that a page shows. */
interface ShownParts {
  readonly sections: Sections;
  readonly drawn: typeof drawnParts;
}

const everyPart: ShownParts = { sections: shownSections, drawn: drawnParts };

/** Parts of the head that all pages of an account have. */
export const headParts: ShownParts = {
  sections: new Set(['advanced', 'behaviour', 'observed', 'provenance'] as const),
  drawn: [],
};

const unread = Object.fromEntries([...pageSections, ...drawnParts].map((name) => [name, null]));

/** Reads an account for its pages. Parts that are not shown are null. */
export function readPageAccount(
  view: View,
  version: OpenVersion,
  now = new Date(),
  shown = everyPart,
): PageAccount {
  const { snapshot } = version;
  const { hidden } = view;
  const drawn = shown.drawn.map((name) => [name, pagePart(view, name, snapshot)] as const);
  const account = {
    ...unread,
    ...readObject(view, shown.sections, version),
    ...Object.fromEntries(drawn),
  };
  const curveDays = ({ curve, growth }: Pick<PageAccount, 'curve' | 'growth'>): Days | null => {
    if (curve === null || growth === null || growth.days > maxDaysInPage) return null;
    return growth.days === curve.date.length ? curve : readEveryDay(view, version);
  };
  return {
    ...account,
    curve_days: curveDays(account),
    operator: view.operator,
    listed: isListedOnPage(view)
      ? {
          trades: newestRows(view, 'trades', version.lists, rowsListed),
          positions: newestRows(view, 'positions', version.lists, rowsListed),
        }
      : null,
    hidden: hiddenParts(view),
    isStale: isStale(account, now),
    as_of: asOfInstant(view, version),
    files: shownDownloads(hidden).map(({ file }) => file),
    isWaiting: drawn.some(
      ([name, part]) => !addedLater.includes(name) && part === null && !isWithheld(name, hidden),
    ),
  };
}

/** Returns every day of a long curve; null if it is hidden. */
export const readEveryDay = (view: View, { snapshot }: OpenVersion): Days | null =>
  pagePart(view, 'every_day', snapshot);

/**
 * Returns a cache key of the curve in widgets and lists; null if the curve is hidden or missing.
 */
export const curveKey = ({ entry, hidden }: View): string | null =>
  (isLineShown(hidden) && entry.parts.curve?.sha256) || null;

/** Returns the days of that curve, or null if it is hidden. */
export const readCurve = (view: View, { snapshot }: OpenVersion): Days | null =>
  pagePart(view, 'curve', snapshot);

type PageSection = (typeof pageSections)[number];

/** Returns a section as readers see it; null if it is hidden or unknown. */
function readSection<Name extends PageSection>(
  view: View,
  name: Name,
  { snapshot }: OpenVersion,
): PageAccount[Name] | null {
  const account: Partial<PageAccount> = JSON.parse(accountText(view, new Set([name]), snapshot));
  return account[name] ?? null;
}

/** Returns how an account trades, as far as readers may know. */
export const readBehaving = (
  view: View,
  { updated_at }: PublicAccount,
  version: OpenVersion,
): Behaving => ({
  updated_at,
  behaviour: readSection(view, 'behaviour', version),
  isHidden: isWithheld('behaviour', view.hidden),
});

/** Returns when an account was public, as far as readers may know. */
export const readWatched = (
  view: View,
  { type, published_at }: PublicAccount,
  version: OpenVersion,
): Watched => ({ type, published_at, observed: readSection(view, 'observed', version) });

/** Returns a cache key of what lists show of these sections. */
export const ratiosKey = (view: View): string =>
  fingerprintOf(view, ['advanced', 'behaviour', 'observed']);

/** Returns the statistics of an account; null if hidden or unknown. */
export const readStatistics = (view: View, version: OpenVersion): PageAccount['advanced'] =>
  readSection(view, 'advanced', version);

/** Returns the figures of a list that are statistics; null if hidden or unknown. */
export function readRatios(view: View, version: OpenVersion) {
  const advanced = readStatistics(view, version);
  return {
    sharpe: advanced?.sharpe_ratio_annualized ?? null,
    trades: advanced?.total_trades ?? null,
  };
}
