import {
  accountText,
  type Figures,
  includable,
  type Sections,
} from '../accounts/account-object.ts';
import { benchmarksOf, returnWithin } from '../accounts/benchmark-prices.ts';
import { sectionsOfFigures } from '../accounts/explain.ts';
import { gainWithin, noGain } from '../accounts/gain.ts';
import type { Moment } from '../accounts/moment.ts';
import { type View, viewerOf } from '../accounts/view.ts';
import { type Caller, mustCredit, requireScope } from '../callers/callers.ts';
import { createBody } from '../http/body.ts';
import { anyText, faultyQuery, namesOf, type Values, withDescription } from '../http/parameters.ts';
import { comparison } from '../schemas/comparison.ts';
import { createEndpoint } from './endpoint.ts';
import { fullFigureNames } from './figures-parameter.ts';
import { dayParameter } from './gain.ts';
import { defaultOrder, searchParameters } from './search.ts';

const maxAccounts = 40;
const maxFigures = 5;

/** Endpoint that returns several accounts next to each other over the same days. */
export const compareEndpoint = createEndpoint({
  url: '/api/v1/compare',
  operation: {
    id: 'compareAccounts',
    tag: 'Search',
    summary: 'Compare accounts',
    description:
      `Returns return, drawdown and trades of up to ${maxAccounts} accounts between two days, next to ` +
      'any benchmark with daily closes, and the figures you name. Name the accounts in `slugs`, or ' +
      'find them with the parameters of the search.',
    needsKey: false,
    response: comparison,
  },
  admit: ({ caller }) => caller,
  query: {
    slugs: withDescription(namesOf('accounts'), {
      description: `Slugs of up to ${maxAccounts} accounts or portfolios. Without them the search decides`,
    }),
    from: withDescription(dayParameter, {
      description: 'First day, UTC; by default the first day of each record',
    }),
    to: withDescription(dayParameter, {
      description: 'Last day, UTC; by default the last day of each record',
    }),
    benchmark: withDescription(anyText, {
      description: 'Symbol of a benchmark, in any case; a wrong one is a 400 that lists all',
    }),
    figures: withDescription(namesOf('figures'), {
      description: `Up to ${maxFigures} figures to add, by full name, such as \`advanced.profit_factor\`, or its last part`,
    }),
    ...searchParameters,
    // Rows have figures of the same names, of the days compared.
    min_twr_percent: withDescription(searchParameters.min_twr_percent, {
      description: 'Lowest return of the whole record; rows have the return of the days',
    }),
    max_drawdown_percent: withDescription(searchParameters.max_drawdown_percent, {
      description: 'Most drawdown of the whole record; rows have the drawdown of the days',
    }),
  },
  async answer(caller, { slugs, from, to, benchmark, figures, ...search }, moment) {
    if (from !== null && to !== null && from > to) {
      throw faultyQuery({ parameter: 'from', detail: 'from must not be after to.' });
    }
    const asked = {
      from,
      to,
      benchmark: benchmarkNamed(benchmark, moment),
      figures: figuresIn(figures),
    };
    const named = slugs === null || slugs.length === 0 ? null : [...new Set(slugs)];
    if (named !== null && named.length > maxAccounts) {
      throw faultyQuery({ parameter: 'slugs', detail: `slugs has at most ${maxAccounts} names.` });
    }
    const found =
      named === null
        ? await searched(caller, search, moment)
        : { slugs: named, total: named.length };
    const views = await Promise.all(
      found.slugs.map(async (slug) =>
        moment.view(slug, await viewerOf(caller, moment.decisions, slug)),
      ),
    );
    const data = views.map((view) => rowOf(view, moment, asked));
    const attribution = views[0]?.attribution ?? null;
    return createBody(Buffer.from(JSON.stringify({ found: found.total, data, attribution })));
  },
});

/** Returns the slugs that a search finds, best first. */
async function searched(
  caller: Caller,
  { sort, ...filters }: Values<typeof searchParameters>,
  { pages }: Moment,
): Promise<{ slugs: string[]; total: number }> {
  requireScope(caller, 'public:read');
  const { bytes } = await pages.page({
    owner: null,
    filters,
    order: sort ?? defaultOrder,
    page: { page: 1, limit: maxAccounts },
    mustCredit: mustCredit(caller),
  });
  const { data, pagination } = JSON.parse(bytes.toString());
  return { slugs: data.map(({ slug }: { slug: string }) => slug), total: pagination.total };
}

type Benchmark = ReturnType<typeof benchmarksOf>[number];

function benchmarkNamed(name: string | null, { version }: Moment): Benchmark | null {
  if (name === null || name === '') return null;
  const all = benchmarksOf(version.snapshot);
  const chosen = all.find(({ symbol }) => symbol.toLowerCase() === name.toLowerCase());
  if (chosen) return chosen;
  const allowed = all.map(({ symbol }) => symbol);
  const detail =
    allowed.length === 0
      ? 'There are no prices of benchmarks here.'
      : `benchmark must be one of ${allowed.join(', ')}.`;
  throw faultyQuery({ parameter: 'benchmark', detail, allowed });
}

function figuresIn(names: readonly string[] | null): Figures {
  const all = fullFigureNames(names);
  const single = all && new Set([...all].filter((name) => !/\[\]|\*/.test(name)));
  if (single && single.size > maxFigures) {
    const detail = `figures names ${single.size} figures, at most ${maxFigures}. Use full names: ${[...single].slice(0, 8).join(', ')} …`;
    throw faultyQuery({ parameter: 'figures', detail });
  }
  return single;
}

interface Asked {
  readonly from: string | null;
  readonly to: string | null;
  readonly benchmark: Benchmark | null;
  readonly figures: Figures;
}

function rowOf(view: View, { version }: Moment, { from, to, benchmark, figures }: Asked) {
  const names = new Set<string>(['drawdowns', ...sectionsOfFigures(figures ?? new Set())]);
  const sections: Sections = new Set(includable.filter((name) => names.has(name)));
  const account = JSON.parse(accountText(view, sections, version.snapshot));
  const within = gainWithin(version.dailyIndexes.of(view), from, to);
  const { deposits: _in, withdrawals: _out, ...gain } = within?.gain ?? noGain;
  const isInRecord = within !== null && within.gain !== null;
  const moved = benchmark && isInRecord ? returnWithin(benchmark, within.from, within.to) : null;
  const gained: number | null = gain.return_percent;
  const [deepest] = account.drawdowns?.episodes ?? [];
  return {
    slug: account.slug,
    name: account.name,
    verified: {
      identity: account.verified.identity,
      track_record: account.verified.track_record,
    },
    currency: account.currency,
    from: isInRecord ? within.from : null,
    to: isInRecord ? within.to : null,
    ...gain,
    benchmark_return_percent: moved,
    excess_return_percent:
      moved === null || gained === null ? null : Number((gained - moved).toFixed(4)) + 0,
    deepest_drawdown: deepest
      ? {
          depth_percent: deepest.depth_percent,
          started: deepest.started,
          days_down: deepest.days_down,
          days_to_recover: deepest.days_to_recover,
        }
      : null,
    figures: Object.fromEntries(
      [...(figures ?? [])].map((name) => [name, valueAt(account, name.split('.'))]),
    ),
    account_url: view.attribution.account_url,
  };
}

const valueAt = (value: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (part, name) =>
      part !== null && typeof part === 'object' && name in part
        ? (part as Readonly<Record<string, unknown>>)[name]
        : null,
    value,
  ) ?? null;
