import Type from 'typebox';
import { descriptionOf } from '../../sql/figures.ts';
import { sectionNames, sections } from '../../sql/marts/index.ts';
import { restatements } from '../../sql/record/restatements.ts';
import { includable } from '../accounts/account-object.ts';
import { accountEndpoint, sectionSizesEndpoint } from '../api/account.ts';
import { accountsEndpoint } from '../api/accounts.ts';
import { ask, type Call } from '../api/endpoint.ts';
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

/** A page of accounts, written without the sections that lists never carry: they are most of the words. */
const accountSummaries = Type.Object({
  data: { ...data, items: Type.Omit(account, [...includable]) },
  pagination,
});

const { currency, impact, days } = calendarParameters;

/** The calendar as its own address answers, always as JSON. */
const calendarSource: ToolSource = {
  input: inputSchemaOf({ url: '', query: { currency, impact, days } }),
  output: calendarAnswer,
  async ask({ query, problem }, { calendar }) {
    if (problem) throw problem;
    return calendar.get(readCalendarQuery(query)).body;
  },
};

const units =
  'Fields ending in _percent are in percent, money is in the currency of the account, times are UTC; null means unknown or hidden, never 0.';
const paging = 'Ask for the next page while has_more is true.';
const withKey = 'Needs a key with the scope';

/** Accounts that a search answers with where no limit is given: fewer than over HTTP. */
const searchLimit = 10;

const sectionWords = sectionNames
  .map((name) => `${name} (${descriptionOf(sections[name])})`)
  .concat([`restatements (${descriptionOf(restatements)})`])
  .join(', ');

/** To whoever asked for the summary alone: how large each section is, so that it is not asked for in vain. */
async function sizesOf(call: Call, services: McpServices): Promise<Note> {
  if (call.query.include !== undefined || call.query.figures !== undefined) return {};
  const { bytes } = await ask(
    sectionSizesEndpoint,
    { ...call, query: {} },
    services,
    (body) => body,
  );
  const sizes: Readonly<Record<string, number>> = JSON.parse(bytes.toString());
  const words = Object.entries(sizes).map(([name, size]) => `${name} ${size}`);
  return {
    text: [
      `Sections by include, in bytes: ${words.join(', ')}.`,
      'from, to and points make equity_curve smaller.',
    ],
    meta: { 'trackrecord/section_bytes': sizes },
  };
}

/** Every tool, in the order in which clients see them. */
export const tools: readonly Tool[] = [
  createTool(
    {
      name: 'search_public_accounts',
      title: 'Search published accounts',
      description: `Finds published trading accounts and portfolios by name, platform, currency, return or drawdown, best return first, those whose track record is confirmed (verified.track_record) before all others. Use it where no slug is known, and to rank or compare. Answers with summaries, without sections, ${searchLimit} a page unless limit says otherwise. ${paging} ${units}`,
    },
    {
      ...withDefaults(sourceOf(searchEndpoint), { limit: searchLimit }),
      output: accountSummaries,
    },
  ),
  createTool(
    {
      name: 'get_account',
      title: 'Get an account',
      description: `Reads one account or portfolio by its slug: balance, equity, returns, drawdown. Name in include only the sections that the question needs: ${sectionWords}, explain (what every figure of the answer means, what it rests on, why it is null). To explain some figures alone, name them in figures, without include. ${units}`,
    },
    { ...sourceOf(accountEndpoint), note: sizesOf },
  ),
  createTool(
    {
      name: 'get_gain',
      title: 'Get the gain between two days',
      description: `Reads return, profit, flows, drawdown and trades of an account by its slug from one day to another, both included; without from and to of its whole record. Days outside the record count as its first or last; from and to of the answer are the days that count. Use it for spans that are no calendar month or year. ${units}`,
    },
    sourceOf(gainEndpoint),
  ),
  createTool(
    {
      name: 'get_widget_snippet',
      title: 'Get a widget to embed',
      description:
        'Gives the HTML to paste, and the addresses of a page and an image, that show a published account on another site. Use it only to embed; for figures use get_account.',
    },
    sourceOf(widgetEndpoint),
  ),
  createTool(
    {
      name: 'get_economic_calendar',
      title: 'Get the economic calendar',
      description:
        'Lists macroeconomic releases, central-bank events and market holidays from 6 hours ago to so many days ahead. Only high impact and one day unless told. ts is in Unix seconds, time is UTC; forecast, previous and actual are texts with their unit, empty where unknown; actual is empty until the release.',
    },
    calendarSource,
  ),
  createTool(
    {
      name: 'list_my_accounts',
      title: 'List my accounts',
      description: `Lists all accounts and portfolios of the owner of the key, private ones too, newest first. ${withKey} accounts:read. ${paging} ${units}`,
    },
    { ...sourceOf(accountsEndpoint), output: accountSummaries },
  ),
  createTool(
    {
      name: 'get_trade_statistics',
      title: 'Get statistics over closed trades',
      description: `Counts the closed trades of an own account by slug: trades, win rate, net and average profit, of all and of each group that by names. Use it instead of reading trades. Times are those of closing, UTC. ${withKey} accounts:read.`,
    },
    sourceOf(statisticsEndpoint),
  ),
  createTool(
    {
      name: 'list_trades',
      title: 'List closed trades',
      description: `Lists the closed trades of an account by slug, newest first, 20 a page; from and to limit the time of closing. Sum net_profit, not profit. For totals use get_trade_statistics or get_account. ${withKey} accounts:read for own accounts, public:read for others. ${paging} ${units}`,
    },
    sourceOf(tradesEndpoint),
  ),
  createTool(
    {
      name: 'list_positions',
      title: 'List open positions',
      description: `Lists the open positions of an account by slug with their floating profit, as of its last report (updated_at of the account). ${withKey} accounts:read for own accounts, public:read for others. ${paging} ${units}`,
    },
    sourceOf(positionsEndpoint),
  ),
];
