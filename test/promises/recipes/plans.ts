/** Text to insert into a file before a line, or a new file. */
export type Step =
  | { readonly before: string; readonly insert: string }[]
  | { readonly text: string };

/** Steps that are done by hand, by file name as in the recipe. */
export interface Plan {
  readonly heading: string;
  /** Values for the words in angle brackets. */
  readonly names: Readonly<Record<string, string>>;
  readonly steps: Readonly<Record<string, Step>>;
}

/** A new statistic: the number of losing trades. */
export const statistic: Plan = {
  heading: '### A statistic',
  names: { section: 'advanced', kind: 'totals', scenario: 'ordinary-account', slug: 'ordinary' },
  steps: {
    'sql/marts/<section>.sql': [
      {
        before: '    case when capital.has_data then coalesce(totals.trades, 0) end\n',
        insert: `    -- results below 0
    case when capital.has_data then coalesce(totals.lost, 0) end as lost_trades,
`,
      },
    ],
    'sql/marts/<section>/<kind>.ts': [
      {
        before: '  total_trades: figure({\n',
        insert: `  lost_trades: figure({
    label: 'Lost trades',
    group: 'Totals',
    unit: 'count',
    is: 'trades with a net result below 0',
    nullWhen: 'no_data',
    seenBy: fromTrades,
  }),
`,
      },
    ],
    'test/oracle/<section>-section.ts': [
      {
        before: '    total_trades: fact(trades.length),\n',
        insert: '    lost_trades: fact(losses.length),\n',
      },
    ],
    'fixtures/scenarios/<scenario>/expected/<slug>/<section>.json': [
      { before: '  "total_trades": 4,\n', insert: '  "lost_trades": 1,\n' },
    ],
  },
};

/** A new section: the number of days with an equity report, and the first of them. */
export const section: Plan = {
  heading: '### A section',
  names: { section: 'reporting', scenario: 'ordinary-account', slug: 'ordinary' },
  steps: {
    'sql/marts/<section>.sql': {
      text: `-- one row per subject: the days on which its equity was reported
with
reported as (
    select
        equity_days.subject_no,
        count(*) as days,
        min(equity_days.day) as first_day,
    from equity_days
    group by equity_days.subject_no
)

select
    selection.subject_id,
    coalesce(reported.days, 0) as days_reported,
    strftime(reported.first_day, '%Y-%m-%d') as first_report,
from selection
left join reported using (subject_no)
`,
    },
    'sql/marts/<section>.ts': {
      text: `import Type from 'typebox';
import { figure } from '../figures.ts';
import { fromTrades, words } from '../shared.ts';

export const reporting = Type.Object(
  {
    days_reported: figure({
      unit: 'count',
      is: 'days with an equity report',
      seenBy: fromTrades,
    }),
    first_report: figure({
      unit: 'day',
      is: 'the first of them',
      nullWhen: 'no_event',
      seenBy: fromTrades,
    }),
  },
  { title: 'Reporting', ...words('How often equity was reported', 'hidden by reporting') },
);
`,
    },
    'sql/marts/index.ts': [
      {
        before: "import { summary } from './summary.ts';\n",
        insert: "import { reporting } from './reporting.ts';\n",
      },
      { before: '} as const;\n\nexport type SectionName', insert: '  reporting,\n' },
    ],
    'pipeline/registry/leaks.ts': [{ before: "  'comment',\n];\n", insert: "  'reporting',\n" }],
    'test/oracle/<section>-section.ts': {
      text: `import type { Book } from './book.ts';
import type { JsonObject } from './json.ts';

/** Number of days with an equity report, and the first of them. */
export function reportingSection({ dayReports }: Book): JsonObject {
  return { days_reported: dayReports.length, first_report: dayReports[0]?.day ?? null };
}
`,
    },
    'test/oracle/compute-world.ts': [
      {
        before: "import { walk } from './walk.ts';\n",
        insert: "import { reportingSection } from './reporting-section.ts';\n",
      },
      {
        before: '    trades: tradesSection(book),\n',
        insert: '    reporting: reportingSection(book),\n',
      },
    ],
    'fixtures/scenarios/<scenario>/expected/<slug>/<section>.json': {
      text: '{"days_reported": 4, "first_report": "2024-01-02"}\n',
    },
    'server/language/en.json': [
      {
        before: '        "trades": "trades and positions"\n',
        insert: '        "reporting": "reporting",\n',
      },
      {
        before: '    "news": {\n      "title": "Trades around news",\n',
        insert:
          '    "reporting": {\n      "title": "Reporting",\n      "days": "Equity was reported on {days} days."\n    },\n',
      },
    ],
  },
};

/** Section of the page that shows it. */
export const pagePart: Plan = {
  heading: '### A section on the page',
  names: { section: 'reporting' },
  steps: {
    'server/site/account.ts': [
      {
        before: '] as const satisfies readonly SectionName[];\n',
        insert: "  'reporting',\n",
      },
    ],
    'server/site/parts/<section>.ts': {
      text: `import type { PageAccount } from '../account.ts';
import { type Html, html } from '../html.ts';
import { fillText } from '../language/format.ts';
import type { Language } from '../language/languages.ts';

/** Number of days with an equity report. */
export function reporting(
  { reporting: section }: PageAccount,
  { words, format }: Language,
): Html | null {
  if (section === null || section.days_reported === 0) return null;
  const days = format.count(section.days_reported);
  return html\`<p>\${fillText(words.reporting.days, { days })}</p>\`;
}
`,
    },
    'server/site/pages/risk.ts': [
      {
        before: "import { rolling } from '../parts/rolling.ts';\n",
        insert: "import { reporting } from '../parts/reporting.ts';\n",
      },
      {
        before: `\${part('exposure',`,
        insert: `\${part('reporting', words.reporting.title, reporting)}\n`,
      },
    ],
    'docs/pages.md': [{ before: 'distributions, benchmark', insert: 'reporting, ' }],
    'test/server/site/section-texts.ts': [
      {
        before: "  news: {\n    id: 'news',\n",
        insert: `  reporting: {
    id: 'reporting',
    texts: ({ reporting }, { count }) =>
      reporting.days_reported > 0 ? [\`on \${count(reporting.days_reported)} days\`] : [],
  },
`,
      },
    ],
  },
};

/** Endpoint of the API for one account. */
export const endpoint: Plan = {
  heading: '### An endpoint',
  names: { endpoint: 'payout' },
  steps: {
    'server/api/<endpoint>.ts': {
      text: `import Type from 'typebox';
import { summary } from '../../sql/marts/summary.ts';
import { text } from '../../sql/shared.ts';
import { currencyOf } from '../accounts/account-object.ts';
import { createBody } from '../http/body.ts';
import { attribution } from '../schemas/attribution.ts';
import { admitViewer, createEndpoint } from './endpoint.ts';

const response = Type.Object(
  {
    slug: text('Identifier of the account', 'public'),
    currency: summary.properties.currency,
    attribution,
  },
  { title: 'payout', description: 'Currency of an account' },
);

/** Endpoint that returns the currency of an account. */
export const payoutEndpoint = createEndpoint({
  url: '/api/v1/accounts/:slug/payout',
  operation: {
    id: 'payout',
    tag: 'Accounts',
    summary: 'Currency of an account',
    description: 'Returns the currency of every amount of an account.',
    needsKey: false,
    response,
  },
  admit: admitViewer,
  query: {},
  async answer(viewer, _query, moment, _services, slug) {
    const { entry, attribution } = await moment.view(slug, viewer);
    const currency = currencyOf(entry.id, moment.version.snapshot);
    return createBody(Buffer.from(JSON.stringify({ slug, currency, attribution })));
  },
});
`,
    },
    'server/api/index.ts': [
      {
        before: "import { positionsEndpoint } from './positions.ts';\n",
        insert: "import { payoutEndpoint } from './payout.ts';\n",
      },
      { before: '  compareEndpoint,\n];\n', insert: '  payoutEndpoint,\n' },
    ],
    'server/site/docs/samples.ts': [
      { before: '  getDescription: {},\n', insert: '  payout: {},\n' },
    ],
    'server/openapi/examples.ts': [
      {
        before: '    searchAccounts: { data: [account]',
        insert: '    payout: { slug, currency: exampleAccount.currency, attribution },\n',
      },
    ],
    'docs/api.md': [
      {
        before: '| `/api/v1/search/accounts` | no |',
        insert: '| `/api/v1/accounts/{slug}/payout` | no | the currency of an account |\n',
      },
    ],
    'test/server/api/<endpoint>.test.ts': {
      text: `import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lendWorld } from '../world.ts';

const payout = suite('GET /api/v1/accounts/{slug}/payout');

payout('names the currency of an account', () =>
  lendWorld(async ({ app }) => {
    const answer = await app.inject('/api/v1/accounts/north-eurusd/payout');
    assert.is(answer.json().currency, 'USD');
  }),
);

payout.run();
`,
    },
  },
};

/** Format of a list of trades, one a row, by the names of its columns. */
export const format: Plan = {
  heading: '### A format to import',
  names: { format: 'papertrail' },
  steps: {
    'pipeline/platforms/lists/<format>.ts': {
      text: `import { makeReason } from '../../base/reasons/reason.ts';
import { listFormat } from './ledger.ts';
import { headingsIn, orderColumns } from './named-columns.ts';

const columns = {
  ...orderColumns,
  side: /^papertrail side$/,
  opened_at: /^opened$/,
  closed_at: /^closed$/,
  profit: /^profit$/,
};
const needed = ['symbol', 'side', 'opened_at', 'closed_at', 'profit'] as const;

/** Trades of such a list. */
export const papertrail = listFormat({
  name: 'papertrail',
  describe: makeReason('import_papertrail'),
  noun: 'list of papertrail',
  expected: makeReason('file_expected_papertrail'),
  lacks: 'no CSV with columns Papertrail side, Opened, Closed, Profit',
  isText: true,
  dates: 'day first',
  headingsOf: (texts) => headingsIn(columns, needed, texts),
  word: 'side',
  kinds: [{ words: /^deposit$/i, kind: 'flow' }],
  unknown: 'import_unknown_type',
});
`,
    },
    'pipeline/platforms/index.ts': [
      {
        before: "import { importMt4, refuseMt4 } from './mt4/import-mt4.ts';\n",
        insert: "import { papertrail } from './lists/papertrail.ts';\n",
      },
      {
        before: "  {\n    name: 'table',\n",
        insert: '  papertrail,\n',
      },
    ],
    'pipeline/base/reasons/imports.ts': [
      {
        before: '  import_fxblue:',
        insert: "  import_papertrail: 'list of papertrail (.csv)',\n",
      },
    ],
    'pipeline/base/reasons/unreadable.ts': [
      {
        before: '  file_expected_fxblue:',
        insert:
          "  file_expected_papertrail: 'expected a list of papertrail (CSV): Ticket, Symbol, ...',\n",
      },
    ],
    'fixtures/statements/exports.ts': [
      {
        before: '  table: () => table,\n',
        insert: `  papertrail: () =>
    'Ticket,Symbol,Lots,Papertrail side,Opened,Open price,Closed,Close price,Profit\\n' +
    '1,EURUSD,0.1,buy,2024-05-13 10:00,1.1,2024-05-14 10:00,1.2,1000\\n',
`,
      },
    ],
    'fixtures/imports/<format>.txt': {
      text: `# one trade
option tz UTC
> Ticket,Symbol,Lots,Papertrail side,Opened,Open price,Closed,Close price,Profit
> 1,EURUSD,0.1,buy,2024-05-13 10:00,1.1,2024-05-14 10:00,1.2,1000
>
trades ticket=1|side=buy|profit=1000
finding 1 trade, net 1000
`,
    },
    'docs/data-in.md': [
      {
        before: '| [another table of trades]',
        insert:
          '| papertrail list | Export it as CSV | `import papertrail trades.csv` | trades |\n',
      },
    ],
    'docs/operators.md': [{ before: '`table`, `forexfactory-json`', insert: '`papertrail`, ' }],
  },
};

/** Fills the names of a plan into a path of a recipe. */
export const named = (path: string, { names }: Plan): string =>
  path.replaceAll(/<(\w+)>/g, (_, name: string) => names[name] ?? '');

/** Returns a plan that makes a thing of another name. */
export function renamed(plan: Plan, from: string, to: string): Plan {
  return JSON.parse(JSON.stringify(plan).replaceAll(from, to));
}

/** Returns the file after a step. */
export function after(step: Step, text: string, file: string): string {
  if ('text' in step) return step.text;
  return step.reduce((done, { before, insert }) => {
    const pieces = done.split(before);
    if (pieces.length !== 2) {
      throw new Error(
        `${file} holds ${JSON.stringify(before)} ${pieces.length - 1} times, not once`,
      );
    }
    return pieces.join(insert + before);
  }, text);
}
