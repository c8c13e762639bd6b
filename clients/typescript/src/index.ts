import type {
  Account,
  Calendar,
  Gain,
  GetAccountQuery,
  GetCalendarQuery,
  GetGainQuery,
  GetStatisticsQuery,
  GetWidgetQuery,
  ListAccountsQuery,
  ListTradesQuery,
  Position,
  Problem,
  SearchAccountsQuery,
  Statistics,
  Trade,
  Widget,
} from './types.ts';

export type * from './types.ts';

export interface ClientOptions {
  /** Where the server is, such as `https://records.example`. */
  readonly baseUrl: string;
  /** A Developer API Key; without one only what is published can be read. */
  readonly key?: string;
  /** How often a request is tried again after a 429, each time as many seconds later as the server says; 3 unless told. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits before a request is tried again. */
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
}

interface Call {
  readonly signal?: AbortSignal;
}

/** An answer that is no success, with the problem document that the server sent. */
export class TrackrecordError extends Error {
  override readonly name = 'TrackrecordError';
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null) {
    super(problem?.detail ?? `The server answered ${status}.`);
    this.status = status;
    this.problem = problem;
  }
}

export type Client = ReturnType<typeof createClient>;

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;
interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination: { readonly page: number; readonly has_more: boolean };
}

/** What is left of a query of pages, which the client turns itself. */
type Unpaged<Whole> = Omit<Whole, 'page'>;

/** Asks a server; lists are iterated row by row, a page at a time. */
export function createClient(options: ClientOptions) {
  async function get<Answer>(path: string, query: object = {}, call: Call = {}): Promise<Answer> {
    const response = await ask(options, path, { ...query }, call);
    return (await response.json()) as Answer;
  }

  async function* rows<Row>(path: string, query: object, call: Call): AsyncGenerator<Row, void> {
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const { data, pagination } = await get<Page<Row>>(path, { ...query, page }, call);
      yield* data;
      isLast = !pagination.has_more;
    }
  }

  const accounts = '/api/v1/accounts';
  const at = (slug: string) => `${accounts}/${encodeURIComponent(slug)}`;
  return {
    /** Accounts and portfolios of the key's owner, newest first. */
    accounts: (query: Unpaged<ListAccountsQuery> = {}, call: Call = {}) =>
      rows<Account>(accounts, query, call),
    /** Published accounts of everybody, best return first. */
    search: (query: Unpaged<SearchAccountsQuery> = {}, call: Call = {}) =>
      rows<Account>('/api/v1/search/accounts', query, call),
    /** One account, with the sections that `include` names. */
    account: (slug: string, query: GetAccountQuery = {}, call: Call = {}) =>
      get<Account>(at(slug), query, call),
    /** Closed trades, newest first. */
    trades: (slug: string, query: Unpaged<ListTradesQuery> = {}, call: Call = {}) =>
      rows<Trade>(`${at(slug)}/trades`, query, call),
    /** All of them as one CSV file, as it comes. */
    tradesCsv: async (slug: string, query: Unpaged<ListTradesQuery> = {}, call: Call = {}) =>
      (await ask(options, `${at(slug)}/trades.csv`, { ...query }, call)).body,
    /** Open positions, newest first. */
    positions: (slug: string, call: Call = {}) => rows<Position>(`${at(slug)}/positions`, {}, call),
    /** What happened between two days. */
    gain: (slug: string, query: GetGainQuery = {}, call: Call = {}) =>
      get<Gain>(`${at(slug)}/gain`, query, call),
    /** Statistics over closed trades of an own account, in the groups that `by` names. */
    statistics: (slug: string, query: GetStatisticsQuery = {}, call: Call = {}) =>
      get<Statistics>(`${at(slug)}/statistics`, query, call),
    /** What shows an account on another site. */
    widget: (slug: string, query: GetWidgetQuery = {}, call: Call = {}) =>
      get<Widget>(`${at(slug)}/widget`, query, call),
    /** The economic calendar. */
    calendar: (query: Omit<GetCalendarQuery, 'format'> = {}, call: Call = {}) =>
      get<Calendar>('/api/public/calendar/v1', query, call),
  };
}

/** Sends a request, again after a 429 as often as told; throws what is no success. */
async function ask(
  { baseUrl, key, retries = 3, fetch = globalThis.fetch, wait = timeout }: ClientOptions,
  path: string,
  query: Query,
  { signal }: Call,
): Promise<Response> {
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  for (let left = retries; ; left -= 1) {
    const response = await fetch(url, { headers, ...(signal && { signal }) });
    if (response.ok) return response;
    const problem = (await response.json().catch(() => null)) as Problem | null;
    if (response.status !== 429 || left <= 0) throw new TrackrecordError(response.status, problem);
    await wait(Number(response.headers.get('retry-after') ?? 1), signal);
  }
}

function timeout(seconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
