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
  /** Milliseconds since 1970, for a server that says until when to wait. */
  readonly now?: () => number;
}

interface Call {
  readonly signal?: AbortSignal;
}

/**
 * Thrown for an answer that is no success, with the problem document that the server sent. Also where
 * the server cannot be reached (status 0) or its answer is cut off or not JSON; `cause` says more then.
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
  readonly pagination: { readonly page: number; readonly has_more: boolean };
}

/** What is left of a query of pages, which the client turns itself. */
type Unpaged<Whole> = Omit<Whole, 'page'>;

/** Asks a server; lists are iterated row by row, a page at a time. */
export function createClient(options: ClientOptions) {
  async function get<Answer>(path: string, query: object = {}, call: Call = {}): Promise<Answer> {
    const response = await ask(options, path, { ...query }, call);
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw isAborted(call) ? cause : halfAnswer(response.status, cause);
    });
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) {
      throw halfAnswer(response.status);
    }
    return answer as Answer;
  }

  async function* rows<Row>(path: string, query: object, call: Call): AsyncGenerator<Row, void> {
    for (let page = 1, isLast = false; !isLast; page += 1) {
      const { data, pagination } = await get<Partial<Page<Row>>>(path, { ...query, page }, call);
      if (!data || !pagination) throw halfAnswer(200);
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
  options: ClientOptions,
  path: string,
  query: Query,
  call: Call,
): Promise<Response> {
  const { baseUrl, key, retries = 3, fetch = globalThis.fetch, wait = timeout } = options;
  const { signal } = call;
  const url = new URL(path, baseUrl);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value));
  }
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  for (let left = retries; ; left -= 1) {
    const response = await fetch(url, { headers, ...(signal && { signal }) }).catch((cause) => {
      if (isAborted(call)) throw cause;
      throw new TrackrecordError(0, null, `${url.origin} cannot be reached.`, { cause });
    });
    if (response.ok) return response;
    const problem: unknown = await response.json().catch((cause: unknown) => {
      if (isAborted(call)) throw cause;
      return null;
    });
    if (response.status !== 429 || left <= 0) {
      const isProblem = typeof problem === 'object' && problem !== null;
      throw new TrackrecordError(response.status, isProblem ? (problem as Problem) : null);
    }
    await wait(secondsIn(response.headers.get('retry-after'), options), signal);
  }
}

const isAborted = ({ signal }: Call): boolean => signal?.aborted ?? false;

const halfAnswer = (status: number, cause?: unknown): TrackrecordError =>
  new TrackrecordError(
    status,
    null,
    `The server answered ${status}, but its answer is cut off or not what it promises.`,
    { cause },
  );

/** Seconds that `Retry-After` asks to wait, which are in it or lead to the date in it; 1 where it tells neither. */
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
