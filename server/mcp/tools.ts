import Type from 'typebox';
import { descriptionOf } from '../../sql/figures.ts';
import { sectionNames, sections } from '../../sql/marts/index.ts';
import { restatements } from '../../sql/record/restatements.ts';
import { includable } from '../accounts/account-object.ts';
import { shortened } from '../accounts/narrowed-sections.ts';
import { accountEndpoint, sectionSizesEndpoint } from '../api/account.ts';
import { accountsEndpoint } from '../api/accounts.ts';
import { assessEndpoint } from '../api/assess.ts';
import { compareEndpoint } from '../api/compare.ts';
import { answerEndpoint, type EndpointRequest } from '../api/endpoint.ts';
import { gainEndpoint } from '../api/gain.ts';
import { inputSchemaOf } from '../api/parameter-schemas.ts';
import { positionsEndpoint } from '../api/positions.ts';
import { searchEndpoint } from '../api/search.ts';
import { statisticsEndpoint } from '../api/statistics.ts';
import { tradesEndpoint } from '../api/trades.ts';
import { widgetEndpoint } from '../api/widget.ts';
import { calendarAnswer } from '../calendar/answer.ts';
import { calendarParameters, readCalendarQuery } from '../calendar/parameters.ts';
import { account, accountList } from '../schemas/account.ts';
import {
  createTool,
  type McpServices,
  type Note,
  sourceOf,
  type Tool,
  type ToolSource,
  withDefaults,
} from './tool.ts';

const { data, pagination } = accountList.properties;

/** Schema of a page of accounts, without the long sections that lists never have. */
const accountSummaries = Type.Object({
  data: { ...data, items: Type.Omit(account, [...includable]) },
  pagination,
});

const { currency, impact, days } = calendarParameters;

/** Source of the calendar tool: answers as the calendar's address does, always in JSON. */
const calendarSource: ToolSource = {
  input: inputSchemaOf({ url: '', query: { currency, impact, days } }),
  output: calendarAnswer,
  async ask({ query, problem }, { calendar }) {
    if (problem) throw problem;
    return calendar.get(readCalendarQuery(query)).body;
  },
};

const units =
  "Fields ending in _percent are percentages, money is in the account's currency, times are UTC; null: unknown or hidden, not 0.";
const paging = 'Read on while has_more is true.';
const withKey = 'Needs a key with';

/** Default page size of lists of accounts; smaller than over HTTP. */
export const accountsLimit = 10;
/** Most rows of a long list by default; over HTTP all rows. */
const usualPoints = 200;

/** Tells whether a query includes a section that `points` shortens. */
const isThinned = ({ include }: EndpointRequest['query']): boolean =>
  [include]
    .flat()
    .join()
    .split(',')
    .some((name) => shortened.points.some((section) => section === name));

const sectionWords = sectionNames
  .map((name) => `${name} (${descriptionOf(sections[name])})`)
  .concat([`restatements (${descriptionOf(restatements)})`])
  .join(', ');

/** Returns a note with the size of each section, if the request names no section or figure. */
async function sizesOf(request: EndpointRequest, services: McpServices): Promise<Note> {
  if (request.query.include !== undefined || request.query.figures !== undefined) return {};
  const { bytes } = await answerEndpoint(
    sectionSizesEndpoint,
    { ...request, query: {} },
    services,
    (body) => body,
  );
  const sizes: Readonly<Record<string, number>> = JSON.parse(bytes.toString());
  const words = Object.entries(sizes).map(([name, size]) => `${name} ${size}`);
  return {
    text: [
      `Sections you can include, in bytes: ${words.join(', ')}.`,
      'Use fields, from, to and points to shorten them.',
    ],
    meta: { 'trackrecord/section_bytes': sizes },
  };
}

/** All tools, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  createTool(
    {
      name: 'search_public_accounts',
      title: 'Search published accounts',
      description: `Searches published accounts and portfolios by name, platform, return or drawdown. Use it to find a slug, rank or compare. Accounts with a confirmed track record come first, then best return first. Returns summaries without sections, ${accountsLimit} a page by default. ${paging} ${units}`,
    },
    {
      ...withDefaults(sourceOf(searchEndpoint), { limit: accountsLimit }),
      output: accountSummaries,
    },
  ),
  createTool(
    {
      name: 'get_account',
      title: 'Get an account',
      description: `Reads one account or portfolio by its slug: balance, equity, returns, drawdown. In include, name only the sections you need: ${sectionWords}, explain (definition and source of every figure, and why it is null). Name members in fields to read a part of a section. Lists of days and trades have ${usualPoints} rows by default; thinned says how many there were. To explain only some figures, name them in figures. ${units}`,
    },
    {
      ...withDefaults(sourceOf(accountEndpoint), { points: usualPoints }, isThinned),
      note: sizesOf,
    },
  ),
  createTool(
    {
      name: 'get_gain',
      title: 'Get the gain between two days',
      description: `Reads return, profit, deposits, withdrawals, drawdown and trades of an account by its slug between two days, both included; by default over its whole record. Use it for periods that are not a calendar month or year. Days outside the record count as its first or last. ${units}`,
    },
    sourceOf(gainEndpoint),
  ),
  createTool(
    {
      name: 'compare_accounts',
      title: 'Compare accounts',
      description: `Compares up to 40 accounts over the same days in one call: return, drawdown, trades, the deepest drawdown with its recovery, and the excess over a benchmark such as gold. Name slugs, or search by whole records; found says how many matched. Where excess_return_percent is above 0, the account beat the benchmark. A record that begins later has a later from. ${units}`,
    },
    sourceOf(compareEndpoint),
  ),
  createTool(
    {
      name: 'assess_account',
      title: 'Assess a record',
      description:
        'Lists facts for and against trust in the record of an account by slug: badges, sources, reconciliation, changes of published data, age, months observed, warnings about how it trades, luck. Each has its value, source and address. There is no verdict: what is hidden or unknown is in not_known, and is not clean.',
    },
    sourceOf(assessEndpoint),
  ),
  createTool(
    {
      name: 'get_widget_snippet',
      title: 'Get a widget to embed',
      description:
        'Returns HTML to paste, and addresses of a page and an image, to show a published account on another site.',
    },
    sourceOf(widgetEndpoint),
  ),
  createTool(
    {
      name: 'get_economic_calendar',
      title: 'Get the economic calendar',
      description:
        'Lists macroeconomic releases, central-bank events and market holidays from 6 hours ago to the given days ahead; by default one day and high impact only. ts is in Unix seconds, time is UTC. forecast, previous and actual are texts with their unit, empty if unknown; actual is empty until the release.',
    },
    calendarSource,
  ),
  createTool(
    {
      name: 'list_my_accounts',
      title: 'List my accounts',
      description: `Lists the accounts and portfolios of the key's owner, private ones too, newest first, ${accountsLimit} a page by default. ${withKey} accounts:read. ${paging} ${units}`,
    },
    {
      ...withDefaults(sourceOf(accountsEndpoint), { limit: accountsLimit }),
      output: accountSummaries,
    },
  ),
  createTool(
    {
      name: 'get_trade_statistics',
      title: 'Get statistics over closed trades',
      description: `Returns number, win rate, net and average profit of the closed trades of your account by slug, in total and for each group named in by. Use it instead of reading trades. Closing times are in UTC. ${withKey} accounts:read.`,
    },
    sourceOf(statisticsEndpoint),
  ),
  createTool(
    {
      name: 'list_trades',
      title: 'List closed trades',
      description: `Lists the closed trades of an account by slug, newest first, 20 a page; from and to limit the closing time. Sum net_profit, not profit. For totals use get_trade_statistics or get_account. ${withKey} accounts:read for own accounts, public:read for others. ${paging} ${units}`,
    },
    sourceOf(tradesEndpoint),
  ),
  createTool(
    {
      name: 'list_positions',
      title: 'List open positions',
      description: `Lists the open positions of an account by slug with their floating profit, as of its last report (its updated_at). ${withKey} accounts:read for own accounts, public:read for others. ${paging} ${units}`,
    },
    sourceOf(positionsEndpoint),
  ),
];
