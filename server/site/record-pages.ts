/** Pages of a record in the order of their bar, each with the sections that stand on it. */
export const recordPages = {
  overview: ['curve', 'months', 'members', 'figures', 'data'],
  risk: [
    ...['drawdowns', 'rolling', 'distribution', 'benchmark', 'exposure', 'luck'],
    ...['risk-of-ruin', 'excursion'],
  ],
  behaviour: [
    'behaviour',
    'tradingHours',
    'week-hours',
    'sides',
    'by_symbol',
    'by_magic_number',
    'news',
  ],
  trades: ['positions'],
  statistics: ['statistics'],
  verification: ['verification', 'observed', 'provenance'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RecordPage = keyof typeof recordPages;

/** Parts that one long page had, with the pages that have their sections today. */
const earlierParts: Readonly<Record<string, RecordPage>> = {
  risk: 'risk',
  instruments: 'behaviour',
};

/** Returns the address of a page of a record, without a language. */
export const addressOfPage = (slug: string, page: RecordPage): string =>
  page === 'overview' ? `/account/${slug}` : `/account/${slug}/${page}`;

/**
 * Lists the fragments that links to the overview may still have, and that lead to a page. The
 * overview has trades of its own.
 */
export const fragmentsOf = (page: RecordPage): string[] =>
  page === 'overview' || page === 'trades'
    ? []
    : [
        ...recordPages[page],
        ...Object.keys(earlierParts).filter((part) => earlierParts[part] === page),
      ];
