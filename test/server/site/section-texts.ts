import type { pageSections } from '../../../server/site/account.ts';
import type { Format } from '../../../server/site/language/format.ts';
import type { SectionName } from '../../../sql/marts/index.ts';

type Account = ReturnType<typeof JSON.parse>;

/** Texts in a part of an account's page, in English; empty if the part is left out. */
export interface SectionTexts {
  /** Id of the section. */
  readonly id: string;
  texts(account: Account, format: Format): readonly string[];
}

interface Period {
  readonly monthly_percent: number | null;
}

interface Episode {
  readonly depth_percent: number;
  readonly started: string;
  readonly days: number;
}

interface Bin {
  readonly count: number;
}

interface Contribution {
  readonly return_percent: number | null;
}

interface Watched {
  readonly twr_percent: number | null;
  readonly trades: number;
}

interface Window {
  readonly return_percent: number | null;
}

/** Returns the texts on an account's page for each section that it shows, from the API's answer. */
export const sectionTexts: Readonly<
  Record<(typeof pageSections)[number], SectionTexts> & Partial<Record<SectionName, SectionTexts>>
> = {
  monthly: {
    id: 'months',
    texts: ({ monthly }, { signedPercent }) =>
      monthly.monthly_performance.map((month: Period) => signedPercent(month.monthly_percent)),
  },
  advanced: {
    id: 'statistics',
    texts: ({ advanced }, { count }) =>
      advanced.total_trades > 0 ? [`Closed trades ${count(advanced.total_trades)} `] : [],
  },
  drawdowns: {
    id: 'drawdowns',
    texts: ({ drawdowns }, { signedPercent, day, count }) =>
      drawdowns.episodes.flatMap(({ depth_percent, started, days }: Episode) => [
        signedPercent(-depth_percent),
        day(started),
        ` ${count(days)} `,
      ]),
  },
  distribution: {
    id: 'distribution',
    texts: ({ distribution }, { count }) =>
      (distribution.results?.bins ?? []).map((bin: Bin) => ` ${count(bin.count)} `),
  },
  rolling: {
    id: 'rolling',
    texts: ({ rolling }, { signedPercent }) =>
      rolling.month_ends
        .flatMap(({ days_30, days_90, days_365 }: Record<string, Window | null>) => [
          ...[days_30, days_90, days_365],
        ])
        .flatMap((window: Window | null) =>
          window === null ? [] : [signedPercent(window.return_percent)],
        ),
  },
  exposure: {
    id: 'exposure',
    texts: ({ exposure: { trades, lots } }, { count, day, plain }) =>
      trades === null
        ? []
        : [`${count(trades.max)} (first on ${day(trades.at)})`, `${plain(lots.max)} (`],
  },
  news: {
    id: 'news',
    texts({ news, currency }, { count, signedAmount }) {
      if (news.events.count < 2) return [];
      const groups = [news.opened_near, news.open_through, news.others, news.unknown];
      const near = groups.filter(({ trades }) => trades > 0);
      return [
        `${count(news.events.count)} high-impact events`,
        ...near.map(({ profit }) => signedAmount(profit, currency)),
      ];
    },
  },
  benchmark: {
    id: 'benchmark',
    texts({ benchmark, advanced }, { signedNumber }) {
      if (benchmark.symbol === null) {
        return advanced.total_trades > 0 ? ['This record is not compared with a benchmark'] : [];
      }
      return benchmark.account_return_percent === null
        ? ['The comparison needs 30 weekdays']
        : [`Difference, percentage points ${signedNumber(benchmark.excess_return_percent)}`];
    },
  },
  excursion: {
    id: 'excursion',
    texts: ({ excursion }, { count }) =>
      excursion.trades > 0 ? [`Trades with known excursions ${count(excursion.trades)} `] : [],
  },
  behaviour: {
    id: 'behaviour',
    texts({ behaviour: { entries, warnings } }) {
      if (entries === 0) return [];
      if (warnings.length === 0) return ['No warnings about how it trades'];
      return warnings.map(({ text }: { text: string }) => text.replaceAll(' %', '%'));
    },
  },
  luck: {
    id: 'luck',
    texts: ({ luck: { twr_percent: range } }, { signedPercent }) =>
      range === null ? [] : [`${signedPercent(range.low)} to ${signedPercent(range.high)}`],
  },
  observed: {
    id: 'observed',
    texts: ({ observed: { since, from, before, after } }, { day, signedPercent, plain }) =>
      since === null
        ? []
        : [
            `Public since ${day(since)}`,
            `Before ${day(from)}`,
            ...[before, after].flatMap((part: Watched | null) =>
              part === null ? [] : [signedPercent(part.twr_percent), ` ${plain(part.trades)} `],
            ),
          ],
  },
  contributions: {
    id: 'members',
    texts: ({ contributions }, { signedPercent }) =>
      contributions.members.map(({ return_percent }: Contribution) =>
        signedPercent(return_percent),
      ),
  },
  provenance: {
    id: 'provenance',
    texts: ({ provenance: { operator_file: files } }, { count }) =>
      files.trades > 0
        ? [`${count(files.trades)} trade${files.trades === 1 ? '' : 's'} from the operator’s files`]
        : [],
  },
};
