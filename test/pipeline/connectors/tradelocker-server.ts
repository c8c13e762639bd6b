import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listenLocally } from '../../support/listen.ts';

/** Order in an answer of TradeLocker, by column name. */
export type DoubleOrder = Readonly<Record<string, string | null>>;

/** Account of the double. Tests change it between reads. */
interface DoubleAccount {
  readonly id: string;
  readonly accNum: string;
  currency: string;
  balance: string;
  /** Finished orders, not sorted. */
  orders: DoubleOrder[];
  /** Orders that are still pending. */
  resting: DoubleOrder[];
  positions: DoubleOrder[];
}

/** Settings of the double. Tests change them. */
interface DoubleKnobs {
  /** Most rows in an answer of `ordersHistory`. */
  rows: number;
  /** Column by which `ordersHistory` filters `from` and `to`. */
  filter: 'createdDate' | 'lastModified';
  /** Rate limits, as `/trade/config` returns them. */
  rateLimits: readonly object[];
  /** Seconds until a token expires. */
  tokenSeconds: number;
  /** Answers every row of `ordersHistory` twice. */
  isDoubled: boolean;
  /** Answers requests for matching paths with this status. */
  status: { readonly path: RegExp; readonly code: number; readonly retryAfter?: string } | null;
  /** Never answers requests for matching paths. */
  hang: RegExp | null;
  /**
   * True if a sign-in shows only one account: the one whose number the e-mail address begins with.
   */
  isPersonal: boolean;
  /** Milliseconds before each answer. */
  delay: number;
  /** Ends the connection in the middle of answers to matching paths. */
  cut: RegExp | null;
  /** Number of times to break the connection instead of answering matching paths. */
  drop: { readonly path: RegExp; times: number } | null;
  /** Changes an answer before it is sent. */
  change: ((path: string, answer: unknown) => unknown) | null;
}

/** Server that follows the public documentation of TradeLocker's API. */
export interface TradelockerDouble {
  readonly address: string;
  readonly accounts: DoubleAccount[];
  readonly knobs: DoubleKnobs;
  /** Paths of all requests, with their queries. */
  readonly requests: string[];
  credentials: { email: string; password: string; server: string };
  /** Makes all tokens invalid. */
  revokeTokens(): void;
  close(): Promise<void>;
}

const orderColumns = [
  ...['id', 'tradableInstrumentId', 'routeId', 'qty', 'side', 'type', 'status', 'filledQty'],
  ...['avgPrice', 'price', 'stopPrice', 'validity', 'expireDate', 'createdDate', 'lastModified'],
  ...['isOpen', 'positionId', 'stopLoss', 'stopLossType', 'takeProfit', 'takeProfitType'],
  'strategyId',
];
const positionColumns = [
  ...['id', 'tradableInstrumentId', 'routeId', 'side', 'qty', 'avgPrice', 'stopLossId'],
  ...['takeProfitId', 'openDate', 'unrealizedPl', 'strategyId'],
];
const detailColumns = ['balance', 'projectedBalance', 'openNetPnL', 'positionsCount'];

const instruments = [
  { id: 278, name: 'EURUSD', lotSize: 100_000, quotingCurrency: 'USD' },
  { id: 315, name: 'USDJPY', lotSize: 100_000, quotingCurrency: 'JPY' },
];

/** Starts the double. Tokens expire by `clock`. */
export async function startTradelocker(
  clock: () => Date = () => new Date(),
): Promise<TradelockerDouble> {
  const accounts: DoubleAccount[] = [
    {
      id: '712345',
      accNum: '1',
      currency: 'USD',
      balance: '10000.00',
      orders: [],
      resting: [],
      positions: [],
    },
  ];
  const knobs: DoubleKnobs = {
    rows: 500,
    filter: 'lastModified',
    rateLimits: [],
    tokenSeconds: 3600,
    isDoubled: false,
    status: null,
    hang: null,
    isPersonal: false,
    delay: 0,
    cut: null,
    drop: null,
    change: null,
  };
  const requests: string[] = [];
  let generation = 0;
  const state = {
    credentials: { email: 'trader@example.com', password: 'correct horse', server: 'MEADOW' },
  };

  const tokenOf = (use: 'access' | 'refresh', email: string): string => {
    const exp =
      Math.floor(clock().getTime() / 1000) + knobs.tokenSeconds * (use === 'access' ? 1 : 9);
    const payload = Buffer.from(JSON.stringify({ use, generation, exp, email })).toString(
      'base64url',
    );
    return `e30.${payload}.signature`;
  };
  const isGood = (token: string, use: string): boolean => {
    try {
      const payload = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
      const isNow = payload.exp * 1000 > clock().getTime();
      return payload.use === use && payload.generation === generation && isNow;
    } catch {
      return false;
    }
  };
  const tokens = (email: string) => ({
    accessToken: tokenOf('access', email),
    refreshToken: tokenOf('refresh', email),
    expireDate: new Date(clock().getTime() + knobs.tokenSeconds * 1000).toISOString(),
  });

  const answer = (method: string, url: URL, request: IncomingMessage, body: string): Answer => {
    const path = url.pathname.replace(/^\/backend-api/, '');
    if (method === 'POST' && path === '/auth/jwt/token') {
      const { email, password, server } = JSON.parse(body);
      const { credentials } = state;
      const isRight =
        (knobs.isPersonal || email === credentials.email) &&
        password === credentials.password &&
        server === credentials.server;
      return isRight ? { status: 201, json: tokens(email) } : refused(401, 'Bad credentials');
    }
    if (method === 'POST' && path === '/auth/jwt/refresh') {
      const { refreshToken } = JSON.parse(body);
      if (!isGood(refreshToken, 'refresh')) return refused(401, 'Invalid refresh token');
      return { status: 201, json: tokens(emailIn(refreshToken)) };
    }
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    if (!isGood(token, 'access')) return refused(401, 'Unauthorized');
    if (path === '/auth/jwt/all-accounts') {
      const email = emailIn(token);
      const shown = accounts.filter(({ id }) => !knobs.isPersonal || email.startsWith(`${id}@`));
      const listed = shown.map(({ id, accNum, currency, balance }) => ({
        id,
        name: `Account ${id}`,
        currency,
        accNum,
        accountBalance: balance,
      }));
      return { status: 200, json: { accounts: listed } };
    }
    const account = accounts.find(({ accNum }) => accNum === request.headers.accnum);
    if (account === undefined) return refused(400, 'accNum header is missing or wrong');
    if (path === '/trade/config') return ok(configOf(knobs));
    const [, id, part = ''] = /^\/trade\/accounts\/([^/]+)\/(\w+)$/.exec(path) ?? [];
    const [, instrument] = /^\/trade\/instruments\/(\d+)$/.exec(path) ?? [];
    if (instrument !== undefined) {
      const found = instruments.find((each) => String(each.id) === instrument);
      const isRouted = url.searchParams.get('routeId') === '1152263';
      return found && isRouted ? ok(found) : refused(404, 'no such instrument');
    }
    if (id !== account.id) return refused(404, 'no such account');
    return partOf(account, part, url, knobs);
  };

  const { url: origin, close } = await listenLocally(async (request, response) => {
    const url = new URL(request.url ?? '', 'http://double');
    requests.push(`${url.pathname.replace(/^\/backend-api/, '')}${url.search}`);
    const body = await text(request);
    if (knobs.drop && knobs.drop.times > 0 && knobs.drop.path.test(url.pathname)) {
      knobs.drop.times -= 1;
      request.socket.destroy();
      return;
    }
    if (knobs.hang?.test(url.pathname)) return;
    if (knobs.delay > 0) await new Promise((resolve) => setTimeout(resolve, knobs.delay));
    if (knobs.status?.path.test(url.pathname)) {
      const { code, retryAfter } = knobs.status;
      response.writeHead(code, {
        ...(retryAfter && { 'retry-after': retryAfter }),
        ...(code >= 300 && code < 400 && { location: 'http://169.254.169.254/latest' }),
      });
      response.end('{}');
      return;
    }
    const { status, json } = answer(request.method ?? 'GET', url, request, body);
    send(
      response,
      status,
      knobs.change?.(url.pathname, json) ?? json,
      knobs.cut?.test(url.pathname),
    );
  });
  return Object.assign(state, {
    address: `${origin}/backend-api`,
    accounts,
    knobs,
    requests,
    revokeTokens() {
      generation += 1;
    },
    close,
  });
}

const emailIn = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).email;

interface Answer {
  readonly status: number;
  readonly json: unknown;
}

const ok = (d: unknown): Answer => ({ status: 200, json: { s: 'ok', d } });
const refused = (status: number, errmsg: string): Answer => ({
  status,
  json: { s: 'error', errmsg },
});

const columns = (names: readonly string[]) => ({ columns: names.map((id) => ({ id })) });

const configOf = ({ rateLimits }: DoubleKnobs) => ({
  ordersConfig: columns(orderColumns),
  ordersHistoryConfig: columns(orderColumns),
  positionsConfig: columns(positionColumns),
  accountDetailsConfig: columns(detailColumns),
  limits: [{ limitType: 'QUOTES_HISTORY_BARS', limit: 20_000 }],
  rateLimits,
});

const rowsOf = (names: readonly string[], all: readonly DoubleOrder[]) =>
  all.map((values) => names.map((name) => values[name] ?? null));

function partOf(account: DoubleAccount, part: string, url: URL, knobs: DoubleKnobs): Answer {
  if (part === 'instruments') {
    const routes = [
      { id: 1152263, type: 'INFO' },
      { id: 1152264, type: 'TRADE' },
    ];
    const listed = instruments.map(({ id, name }) => ({
      tradableInstrumentId: id,
      id,
      name,
      routes,
      type: 'FOREX',
    }));
    return ok({ instruments: listed });
  }
  if (part === 'positions') return ok({ positions: rowsOf(positionColumns, account.positions) });
  if (part === 'orders') return ok({ orders: rowsOf(orderColumns, account.resting) });
  if (part === 'state') {
    const floating = account.positions.reduce((sum, each) => sum + Number(each.unrealizedPl), 0);
    const projected = (Number(account.balance) + floating).toFixed(2);
    const count = String(account.positions.length);
    return ok({ accountDetailsData: [account.balance, projected, floating.toFixed(2), count] });
  }
  if (part !== 'ordersHistory') return refused(404, 'no such path');
  const [from, to] = ['from', 'to'].map((name) => Number(url.searchParams.get(name)));
  const { orders, times } = sortedBy(account, knobs.filter);
  // The newest orders come first, so the oldest ones are left out of an answer.
  const within = orders.slice(
    times.length - firstAbove(times, to ?? 0),
    times.length - firstAbove(times, (from ?? 0) - 1),
  );
  const some = within.slice(0, knobs.rows);
  const answered = knobs.isDoubled ? some.flatMap((order) => [order, order]) : some;
  return ok({
    ordersHistory: rowsOf(orderColumns, answered),
    hasMore: within.length > some.length,
  });
}

interface SortedOrders {
  readonly of: readonly DoubleOrder[];
  readonly filter: string;
  readonly orders: readonly DoubleOrder[];
  /** Returns the times of the orders, the oldest first. */
  readonly times: readonly number[];
}

const sorted = new WeakMap<DoubleAccount, SortedOrders>();

/** Returns an account's orders, the newest first. Caches them until the list changes. */
function sortedBy(account: DoubleAccount, filter: DoubleKnobs['filter']): SortedOrders {
  const before = sorted.get(account);
  const isSame = before?.of === account.orders && before.filter === filter;
  if (isSame && before.orders.length === account.orders.length) return before;
  const timeOf = (order: DoubleOrder) => Number(order[filter]);
  const orders = account.orders.toSorted((first, second) => timeOf(second) - timeOf(first));
  const made = { of: account.orders, filter, orders, times: orders.map(timeOf).reverse() };
  sorted.set(account, made);
  return made;
}

/** Returns the index of the first time after another time. */
function firstAbove(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? 0) > at) high = middle;
    else low = middle + 1;
  }
  return low;
}

function send(response: ServerResponse, status: number, json: unknown, isCut = false): void {
  const bytes = Buffer.from(JSON.stringify(json));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': bytes.length,
  });
  if (!isCut) {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.destroy());
}

let nextId = 7_277_816_997_907_785_000n;

/** Makes an id of 19 digits, like TradeLocker's: more than a JavaScript number holds. */
export const orderId = (): string => {
  nextId += 1n;
  return String(nextId);
};

/** Makes a filled order of a position. */
export function filledOrder(
  positionId: string,
  side: 'buy' | 'sell',
  lots: string,
  price: string,
  at: number,
  more: DoubleOrder = {},
): DoubleOrder {
  return {
    id: orderId(),
    tradableInstrumentId: '278',
    routeId: '1152264',
    qty: lots,
    side,
    type: 'market',
    status: 'Filled',
    filledQty: lots,
    avgPrice: price,
    price: '0',
    stopPrice: '0',
    validity: 'IOC',
    expireDate: null,
    createdDate: String(at),
    lastModified: String(at),
    isOpen: 'false',
    positionId,
    stopLoss: null,
    stopLossType: null,
    takeProfit: null,
    takeProfitType: null,
    strategyId: null,
    ...more,
  };
}

/** Makes an open position, with what it would bring now. */
export const openPosition = (
  id: string,
  side: 'buy' | 'sell',
  lots: string,
  price: string,
  at: number,
  floating: string,
): DoubleOrder => ({
  id,
  tradableInstrumentId: '278',
  routeId: '1152264',
  side,
  qty: lots,
  avgPrice: price,
  openDate: String(at),
  unrealizedPl: floating,
});

/** Makes two orders that open and close a position, with a profit in dollars. */
export function roundTrip(opened: number, closed: number, dollars: number): DoubleOrder[] {
  const position = orderId();
  const price = 1.1 + dollars / 100_000;
  return [
    filledOrder(position, 'buy', '1.00', '1.10000', opened),
    filledOrder(position, 'sell', '1.00', price.toFixed(5), closed),
  ];
}
