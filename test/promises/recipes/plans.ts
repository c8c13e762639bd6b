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
import { notShown } from './not-shown.ts';

/** Number of days with an equity report. */
export function reporting(account: PageAccount, { words, ...language }: Language): Html | null {
  const { reporting: section, hidden } = account;
  const { reporting: texts } = words;
  if (hidden.includes('reporting')) return notShown('reporting', texts.title, { words, ...language });
  if (section === null || section.days_reported === 0) return null;
  const days = language.format.count(section.days_reported);
  return html\`<section id="reporting" aria-labelledby="reporting-title">
<h2 id="reporting-title">\${texts.title}</h2>
<p>\${fillText(texts.days, { days })}</p>
</section>\`;
}
`,
    },
    'server/site/pages/risk.ts': [
      {
        before: "import { rolling } from '../parts/rolling.ts';\n",
        insert: "import { reporting } from '../parts/reporting.ts';\n",
      },
      {
        before: `\${section('exposure', exposure(account, language))}\n`,
        insert: `\${section('reporting', reporting(account, language))}\n`,
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
