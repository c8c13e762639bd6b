import { attributionOf, type Site } from '../accounts/attribution.ts';
import { tradesAsCsv } from '../accounts/lists/file.ts';
import { snippetsOf } from '../accounts/widget.ts';
import {
  allTrades,
  calendar,
  defaultOptions,
  exampleAccount,
  examplePortfolio,
  explain,
  onePage,
  position,
  restatements,
  slug,
  trade,
  tuesdays,
} from './example-figures.ts';
import sections from './section-examples.json' with { type: 'json' };

/** Examples of a body: one, or several by name. They stand in the media type as they are here. */
export type Examples =
  | { readonly example: unknown }
  | { readonly examples: Readonly<Record<string, { summary: string; value: unknown }>> };

/** Returns examples of a 200's body for each operation, with figures of the demo on one day. */
export function examplesAt(site: Site): Readonly<Record<string, Examples>> {
  const { getAccount, ...bodies } = bodiesAt(site);
  const single = Object.entries(bodies).map(([id, example]): [string, Examples] => [
    id,
    { example },
  ]);
  const account = { summary: 'Without sections', value: getAccount };
  const withSections = {
    summary: 'With every section; each list is cut to one entry',
    value: { ...getAccount, ...sections, restatements, explain },
  };
  const portfolio = {
    summary: 'A portfolio with the contributions of its accounts',
    value: { ...examplePortfolio, attribution: attributionOf(site, examplePortfolio.slug, true) },
  };
  const examples = { account, withSections, portfolio };
  return { ...Object.fromEntries(single), getAccount: { examples } };
}

function bodiesAt(site: Site) {
  const attribution = attributionOf(site, slug, true);
  const account = { ...exampleAccount, attribution };
  const { account_url } = attribution;
  const version = '5b6c3d5cc1f3f1a04b0be9b4b8c6a1d2';
  return {
    listAccounts: { data: [account], pagination: { ...onePage, limit: 50 } },
    getAccount: account,
    listTrades: { data: [trade], pagination: { ...onePage, limit: 20, version }, attribution },
    downloadTrades: tradesAsCsv([trade]),
    listPositions: {
      data: [position],
      pagination: { ...onePage, limit: 50, version },
      attribution,
    },
    getGain: {
      slug,
      currency: exampleAccount.currency,
      first_day: '2023-12-13',
      last_day: '2026-11-27',
      from: '2025-01-01',
      to: '2025-03-31',
      return_percent: -1.3452,
      profit: -346.5,
      deposits: 0,
      withdrawals: 1138.13,
      max_drawdown_percent: 3.9563,
      trades_count: 34,
      win_rate: 50,
      attribution,
    },
    compareAccounts: {
      found: 1,
      data: [
        {
          slug,
          name: exampleAccount.name,
          verified: { identity: true, track_record: true },
          currency: exampleAccount.currency,
          from: '2026-01-01',
          to: '2026-11-27',
          return_percent: 12.4017,
          max_drawdown_percent: 3.9563,
          profit: 3346.5,
          trades_count: 134,
          win_rate: 50,
          benchmark_return_percent: 8.1204,
          excess_return_percent: 4.2813,
          deepest_drawdown: {
            depth_percent: 4.9083,
            started: '2025-03-04',
            days_down: 12,
            days_to_recover: 31,
          },
          figures: { 'advanced.profit_factor': 1.4 },
          account_url: attribution.account_url,
        },
      ],
      attribution,
    },
    getStatistics: {
      slug,
      currency: exampleAccount.currency,
      total: allTrades,
      symbols: 1,
      magic_numbers: 1,
      weekday: [tuesdays],
      attribution,
    },
    getWidget: {
      slug,
      name: exampleAccount.name,
      account_url,
      ...snippetsOf(exampleAccount, defaultOptions, site),
      sizes: [{ size: 'small', width: 320, height: 120 }],
      attribution,
    },
    searchAccounts: { data: [account], pagination: { ...onePage, limit: 50 } },
    getDescription: { openapi: '3.1.0' },
    getCalendar: {
      ...calendar,
      attribution: { required: false, text: attribution.text, url: site.baseUrl },
      docs: `${site.baseUrl}/docs`,
    },
  };
}
