import type { Static } from 'typebox';
import type { sections } from '../../sql/marts/index.ts';
import { accountText, type includable, type Sections } from '../accounts/account-object.ts';
import { mostLatePercent } from '../accounts/observed.ts';
import { createBody } from '../http/body.ts';
import type { account } from '../schemas/account.ts';
import { assessment } from '../schemas/assessment.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

/** An account with the sections that facts are read from, as strangers see it. */
type SectionRead = 'provenance' | 'behaviour' | 'luck' | 'observed';
type Assessed = Static<typeof account> & {
  readonly [Name in SectionRead]: Static<(typeof sections)[Name]> | null;
};

interface Fact {
  readonly fact: string;
  readonly value: unknown;
  readonly source: string;
  /** True: for the record; false: against it; null: not known. */
  readonly speaks: boolean | null;
  /** Section to read it in; null for the account object. */
  readonly section: string | null;
}

/** Smallest or largest values that speak for a record. The document on MCP lists them too. */
export const assessmentThresholds = {
  days_of_record: 365,
  days_since_data: 7,
  more_than_luck: 0.95,
  observed_months: 6,
  late_percent: mostLatePercent,
};

const read: Sections = new Set<(typeof includable)[number]>([
  'provenance',
  'behaviour',
  'luck',
  'observed',
  'restatements',
]);

/** Source of the tool that lists facts for and against a record. It has no address over HTTP. */
export const assessEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/assessment',
  operation: {
    id: 'assessAccount',
    tag: 'Accounts',
    summary: 'Facts for and against a record',
    description: 'Lists facts with value, source and address. There is no verdict.',
    needsKey: false,
    response: assessment,
  },
  admit: admitViewer,
  query: {},
  async answer(viewer, _values, moment, _services, slug) {
    const view = await moment.view(slug, viewer);
    const record: Assessed = JSON.parse(accountText(view, read, moment.version.snapshot));
    const facts = factsOf(record, moment.version.snapshot.manifest.as_of);
    const listed = (speaks: boolean | null) =>
      facts
        .filter((each) => each.speaks === speaks)
        .map(({ fact, value, source, section }) => ({
          fact,
          value,
          source,
          address: `/api/v1/accounts/${record.slug}${section === null ? '' : `?include=${section}`}`,
        }));
    const answer = {
      slug: record.slug,
      type: record.type,
      for: listed(true),
      against: listed(false),
      not_known: listed(null),
      facts: facts.length,
      attribution: view.attribution,
    };
    return createBody(Buffer.from(JSON.stringify(answer)));
  },
});

const factsOf = (record: Assessed, asOf: string): Fact[] => [
  ...badges(record),
  ...sources(record),
  ...ages(record, asOf),
  ...changes(record),
  ...watched(record),
  ...manner(record),
  ...chance(record),
];

const known = (value: unknown, isFor: (value: number) => boolean): boolean | null =>
  typeof value === 'number' ? isFor(value) : null;

function badges({ verified, reconciled, data_source, demo, unknown_capital }: Assessed): Fact[] {
  const fact = (fact: string, value: unknown, speaks: boolean | null, source: string): Fact => ({
    fact,
    value,
    speaks,
    source,
    section: null,
  });
  return [
    fact('identity is confirmed', verified.identity, verified.identity, 'badge'),
    fact('track record is confirmed', verified.track_record, verified.track_record, 'badge'),
    ...(verified.covered_until
      ? [fact('confirmed up to this day only', verified.covered_until, false, 'badge')]
      : []),
    ...(verified.lapsed_at ? [fact('badge lapsed', verified.lapsed_at, false, 'badge')] : []),
    fact('figures match what the platform prints', reconciled, reconciled, 'reconciliation'),
    fact(
      'real money, not a demo',
      demo === null ? null : !demo,
      demo === null ? null : !demo,
      'platform',
    ),
    fact('capital is known', unknown_capital === null, unknown_capital === null, 'data'),
    ...(data_source ? [fact('source of the data', data_source, null, 'deliveries')] : []),
  ];
}

/** Sources that owners can't write to. */
const unwritten = ['broker_api', 'operator_file', 'feed'];

function sources({ provenance }: Assessed): Fact[] {
  const used = Object.entries(provenance ?? {}).filter(([, rows]) => countIn(rows) > 0);
  const isUnwritten = used.every(([name]) => unwritten.includes(name));
  return [
    {
      fact: 'no trade or deposit comes from a source that its owner can write to',
      value: provenance === null ? null : Object.fromEntries(used),
      source: 'receipts of deliveries',
      speaks: used.length === 0 ? null : isUnwritten,
      section: 'provenance',
    },
  ];
}

/** Adds up the numbers in an object. */
const countIn = (rows: object | null): number =>
  Object.values(rows ?? {}).reduce(
    (sum: number, value) => sum + (typeof value === 'number' ? value : 0),
    0,
  );

function ages({ performance, updated_at, history_cut_at }: Assessed, asOf: string): Fact[] {
  const days = (from: string | null, to: string | null) =>
    from === null || to === null
      ? null
      : Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000);
  const age = days(performance.since, updated_at);
  const stale = days(updated_at, asOf);
  const source = 'times of the data';
  return [
    {
      fact: 'days of record',
      value: age,
      source,
      speaks: known(age, (value) => value >= assessmentThresholds.days_of_record),
      section: null,
    },
    {
      fact: 'days since the last data',
      value: stale,
      source,
      speaks: known(stale, (value) => value <= assessmentThresholds.days_since_data),
      section: null,
    },
    ...(history_cut_at === null
      ? []
      : [
          {
            fact: 'earlier history was removed',
            value: history_cut_at,
            source: 'owner',
            speaks: false,
            section: null,
          },
        ]),
  ];
}

function changes({ restatements }: Assessed): Fact[] {
  const rows = restatements?.restatements ?? null;
  return [
    {
      fact: 'published data that changed later',
      value: rows === null ? null : rows.length,
      source: 'comparison of versions',
      speaks: rows === null ? null : rows.length === 0,
      section: 'restatements',
    },
  ];
}

function watched({ observed, published_at }: Assessed): Fact[] {
  const source = 'versions in service; nobody can set it';
  const section = 'observed';
  const { after, late_percent, gaps } = observed ?? { after: null, late_percent: null, gaps: null };
  const months = published_at === null ? null : (after?.months ?? null);
  return [
    { fact: 'public since', value: published_at, source, speaks: null, section: null },
    {
      fact: 'months with results that anybody could watch',
      value: months,
      source,
      speaks: known(months, (value) => value >= assessmentThresholds.observed_months),
      section,
    },
    {
      fact: 'percent of later trades that came afterwards',
      value: late_percent,
      source: 'receipts of deliveries',
      speaks: known(late_percent, (value) => value <= assessmentThresholds.late_percent),
      section,
    },
    {
      fact: 'times when it was not public since then',
      value: gaps === null || published_at === null ? null : gaps.length,
      source,
      speaks: gaps === null || published_at === null ? null : gaps.length === 0,
      section,
    },
  ];
}

function manner({ behaviour }: Assessed): Fact[] {
  const source = 'section behaviour, thresholds in /numbers';
  const section = 'behaviour';
  if (behaviour === null)
    return [{ fact: 'how it trades is hidden', value: null, source, speaks: null, section }];
  return [
    ...behaviour.warnings.map(
      ({ text, value, threshold }): Fact => ({
        fact: text,
        value: { value, threshold },
        source,
        speaks: false,
        section,
      }),
    ),
    ...(behaviour.warnings.length === 0
      ? [
          {
            fact: 'no warning about how it trades',
            value: 0,
            source,
            speaks: behaviour.not_assessed.length === 0 ? true : null,
            section,
          },
        ]
      : []),
    ...behaviour.not_assessed.map(
      ({ code, reason }): Fact => ({
        fact: `not assessed: ${code}`,
        value: reason,
        source,
        speaks: null,
        section,
      }),
    ),
  ];
}

function chance({ luck }: Assessed): Fact[] {
  const source = 'section luck; crashes that this record has not had are not in it';
  const section = 'luck';
  const ratio = luck?.deflated_sharpe ?? null;
  const range = luck?.twr_percent ?? null;
  return [
    {
      fact: 'probability that it is more than luck',
      value: ratio,
      source,
      speaks: known(ratio, (value) => value >= assessmentThresholds.more_than_luck),
      section,
    },
    {
      fact: 'range of returns if it goes on like this',
      value: range,
      source,
      speaks: range === null ? null : range.low > 0,
      section,
    },
  ];
}
