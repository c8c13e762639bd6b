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
  /** Address of the server, such as `https://records.example`. */
  readonly baseUrl: string;
  /** Developer API Key. Without a key, only published data can be read. */
  readonly key?: string;
  /** Retries of a request after a 429, each after the seconds that the server names; 3 by default. */
  readonly retries?: number;
  readonly fetch?: typeof globalThis.fetch;
  /** Waits before a retry. */
  readonly wait?: (seconds: number, signal?: AbortSignal) => Promise<void>;
  /** Returns Unix milliseconds, for a server that answers with a date to wait for. */
  readonly now?: () => number;
}

interface RequestOptions {
  readonly signal?: AbortSignal;
}

/**
 * Error for an answer other than a success, with the problem document of the server. It is also thrown
 * if the server can't be reached (status 0), or if its answer is cut off or not JSON. Then `cause` says
 * more.
 */
export class TrackrecordError extends Error {
  override readonly name = 'TrackrecordError';
  readonly status: number;
  readonly problem: Problem | null;

  constructor(status: number, problem: Problem | null, message?: string, options?: ErrorOptions) {
    super(message ?? problem?.detail ?? `The server answered ${status}.`, options);
    this.status = status;
    this.problem = problem;
  }
}

export type Client = ReturnType<typeof createClient>;

type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;
interface Page<Row> {
  readonly data: readonly Row[];
  readonly pagination: {
    readonly page: number;
    readonly has_more: boolean;
    /** Version of the rows, if the list has versions. */
    readonly version?: string;
  };
}

/** Query without the page and its version, since the client reads all pages itself. */
type Unpaged<Whole> = Omit<Whole, 'page' | 'version'>;

/**
 * Creates a client of a server. Lists are iterators over rows, which read a page at a time. All pages
 * of trades or positions are of one version. If the server no longer keeps it, a `TrackrecordError`
 * with status 410 tells you to read the list again, as `whole` does.
 */
export function createClient(options: ClientOptions) {
  async function get<Answer>(
    path: string,
    query: object = {},
    request: RequestOptions = {},
  ): Promise<Answer> {
    const response = await ask(options, path, { ...query }, request);
    const answer: unknown = await response
      .text()
      .then((text) => JSON.parse(withAllDigits(text)))
      .catch((cause: unknown) => {
        throw isAborted(request) ? cause : brokenAnswer(response.status, cause);
      });
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      throw brokenAnswer(response.status);
    }
    return answer as Answer;
  }

  async function* rows<Row>(
    path: string,
    query: object,
    request: RequestOptions,
  ): AsyncGenerator<Row, void> {
    let version: string | undefined;
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const asked = { ...query, page, version };
      const { data, pagination } = await get<Partial<Page<Row>>>(path, asked, request);
      if (!data || !pagination) throw brokenAnswer(200);
      yield* data;
      isLast = !pagination.has_more;
      version = pagination.version;
    }
  }

  const accounts = '/api/v1/accounts';
  const at = (slug: string) => `${accounts}/${encodeURIComponent(slug)}`;
  return {
    /** Lists the accounts and portfolios of the key's owner, newest first. */
    accounts: (query: Unpaged<ListAccountsQuery> = {}, request: RequestOptions = {}) =>
      rows<Account>(accounts, query, request),
    /** Searches published accounts, by default best return first. */
    search: (query: Unpaged<SearchAccountsQuery> = {}, request: RequestOptions = {}) =>
      rows<Account>('/api/v1/search/accounts', query, request),
    /** Reads one account, with the sections that `include` names. */
    account: (slug: string, query: GetAccountQuery = {}, request: RequestOptions = {}) =>
      get<Account>(at(slug), query, request),
    /** Lists closed trades, newest first. */
    trades: (slug: string, query: Unpaged<ListTradesQuery> = {}, request: RequestOptions = {}) =>
      rows<Trade>(`${at(slug)}/trades`, query, request),
    /** Streams all closed trades as one CSV file. */
    tradesCsv: async (
      slug: string,
      query: Unpaged<ListTradesQuery> = {},
      request: RequestOptions = {},
    ) => (await ask(options, `${at(slug)}/trades.csv`, { ...query }, request)).body,
    /** Lists open positions, newest first. */
    positions: (slug: string, request: RequestOptions = {}) =>
      rows<Position>(`${at(slug)}/positions`, {}, request),
    /**
     * Reads a list to its end: `client.whole(() => client.trades(slug))`. Starts again, at most
     * `restarts` times, if the server no longer keeps the version of its rows.
     */
    whole: async <Row>(read: () => AsyncIterable<Row>, restarts = 3): Promise<Row[]> => {
      for (let remaining = restarts; ; remaining -= 1) {
        const found: Row[] = [];
        try {
          for await (const row of read()) found.push(row);
          return found;
        } catch (error) {
          const isGone = error instanceof TrackrecordError && error.status === 410;
          if (!isGone || remaining <= 0) throw error;
        }
      }
    },
    /** Reads the gain between two days. */
    gain: (slug: string, query: GetGainQuery = {}, request: RequestOptions = {}) =>
      get<Gain>(`${at(slug)}/gain`, query, request),
    /** Reads statistics over closed trades of your account, in the groups that `by` names. */
    statistics: (slug: string, query: GetStatisticsQuery = {}, request: RequestOptions = {}) =>
      get<Statistics>(`${at(slug)}/statistics`, query, request),
    /** Reads the code and links that show an account on another site. */
    widget: (slug: string, query: GetWidgetQuery = {}, request: RequestOptions = {}) =>
      get<Widget>(`${at(slug)}/widget`, query, request),
    /** Reads the economic calendar. */
    calendar: (query: Omit<GetCalendarQuery, 'format'> = {}, request: RequestOptions = {}) =>
      get<Calendar>('/api/public/calendar/v1', query, request),
  };
}

/** Sends a request and retries it after a 429. Throws for other answers than a success. */
async function ask(
  options: ClientOptions,
  path: string,
  query: Query,
  request: RequestOptions,
): Promise<Response> {
  const { baseUrl, key, retries = 3, fetch = globalThis.fetch, wait = timeout } = options;
  const { signal } = request;
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  for (let remaining = retries; ; remaining -= 1) {
    const response = await fetch(url, { headers, ...(signal && { signal }) }).catch((cause) => {
      if (isAborted(request)) throw cause;
      throw new TrackrecordError(0, null, `${url.origin} cannot be reached.`, { cause });
    });
    if (response.ok) return response;
    const problem: unknown = await response.json().catch((cause: unknown) => {
      if (isAborted(request)) throw cause;
      return null;
    });
    if (response.status !== 429 || remaining <= 0) {
      const isProblem = typeof problem === 'object' && problem !== null;
      throw new TrackrecordError(response.status, isProblem ? (problem as Problem) : null);
    }
    await wait(secondsIn(response.headers.get('retry-after'), options), signal);
  }
}

/** Makes texts of magic numbers that JavaScript would round. No text of JSON has a plain quote. */
const withAllDigits = (json: string): string =>
  json.replace(/"magic_number":\s*(-?\d{16,})(?=\s*[,}])/g, (written, digits: string) =>
    Number.isSafeInteger(Number(digits)) ? written : `"magic_number":"${digits}"`,
  );

const isAborted = ({ signal }: RequestOptions): boolean => signal?.aborted ?? false;

const brokenAnswer = (status: number, cause?: unknown): TrackrecordError =>
  new TrackrecordError(
    status,
    null,
    `The server answered ${status}, but its answer is cut off or not what it promises.`,
    { cause },
  );

/** Returns the seconds to wait by `Retry-After`, a number or a date; 1 if it is neither. */
function secondsIn(retryAfter: string | null, { now = Date.now }: ClientOptions): number {
  const text = retryAfter?.trim() ?? '';
  if (/^\d+$/.test(text)) return Number(text);
  const until = Date.parse(text);
  return Number.isNaN(until) ? 1 : Math.max(0, Math.ceil((until - now()) / 1000));
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
