import type { IncomingMessage, ServerResponse } from 'node:http';
import { readJsonValues } from '../../../../pipeline/read/json-values.ts';
import { listenLocally } from '../../../support/listen.ts';
import { faultsOf, type ModelName } from './schema.ts';

type Fields = Record<string, unknown>;

/** Account at a broker, with the two passwords that MetaTrader has. */
export interface BrokerRecord {
  investor: string;
  readonly master: string;
  information: Fields;
  deals: Fields[];
  positions: Fields[];
}

/** Faults of the double. Tests change them at any time. */
interface Knobs {
  /** Number of requests that get a 429 before one succeeds. */
  limited: number;
  retryAfter: number;
  /** Number of 202 answers before an account is added. */
  pending: number;
  /** Number of reads that fail before an account is connected. */
  notConnected: number;
  state: string;
  connectionStatus: string;
  delayMilliseconds: number;
  /** Paths of requests that are never answered, and of those that get status 500. */
  hang: RegExp | null;
  failing: RegExp | null;
  /** True if each connection is cut in the middle of an answer. */
  isCutting: boolean;
  /** Changes an answer before it is sent, even to one that breaks the documentation. */
  damage: ((path: string, body: unknown) => unknown) | null;
}

export interface Double {
  readonly address: string;
  readonly knobs: Knobs;
  /** Brokers' accounts by `login@server`. */
  readonly brokers: Map<string, BrokerRecord>;
  /** Accounts at the gateway by id. */
  readonly accounts: Map<string, Fields>;
  readonly requests: string[];
  /** Requests and answers that break the documentation. A test expects none. */
  readonly faults: string[];
  close(): Promise<void>;
}

export const token = 'made-metaapi-token';

/** Starts a double. Close it at the end of the test. */
export async function startDouble(brokers: Map<string, BrokerRecord>): Promise<Double> {
  const knobs: Knobs = {
    limited: 0,
    retryAfter: 2,
    pending: 0,
    notConnected: 0,
    state: 'DEPLOYED',
    connectionStatus: 'CONNECTED',
    delayMilliseconds: 0,
    isCutting: false,
    damage: null,
    hang: null,
    failing: null,
  };
  const accounts = new Map<string, Fields>();
  const passwords = new Map<string, string>();
  const requests: string[] = [];
  const faults: string[] = [];
  /** Deals in the time range of the last request. */
  const range: { key: string; all: Fields[]; inside: Fields[] } = { key: '', all: [], inside: [] };

  type Answer = readonly [status: number, model: ModelName | null, body: unknown];
  const fail = (status: number, error: string, details?: unknown): Answer => [
    status,
    'Error',
    { id: 1, error, message: `${error} of the double`, ...(details ? { details } : {}) },
  ];

  const create = (transaction: string, body: string): Answer => {
    if (!/^\w{32}$/.test(transaction)) faults.push('transaction-id has not 32 characters');
    const [value] = readJsonValues(body);
    faults.push(...faultsOf('NewAccount', value ?? null));
    const asked = JSON.parse(body);
    const broker = brokers.get(`${asked.login}@${asked.server}`);
    if (knobs.pending > 0) {
      knobs.pending -= 1;
      return [202, null, { message: 'Automatic broker settings detection is in progress' }];
    }
    const isKnownServer = [...brokers.keys()].some((key) => key.endsWith(`@${asked.server}`));
    if (!isKnownServer) {
      return fail(400, 'ValidationError', { code: 'E_SRV_NOT_FOUND', serversByBrokers: {} });
    }
    if (broker === undefined || ![broker.investor, broker.master].includes(asked.password)) {
      return fail(400, 'ValidationError', 'E_AUTH');
    }
    const id = `5f8e3c1a-0000-4000-8000-${String(accounts.size + 1).padStart(12, '0')}`;
    const { login, server, name, region, metadata } = asked;
    accounts.set(id, { _id: id, login, server, name, region, metadata });
    passwords.set(id, asked.password);
    return [201, 'CreatedAccount', { id, state: 'DEPLOYED' }];
  };

  const answer = (method: string, url: URL, transaction: string, body: string): Answer => {
    const base = '/users/current/accounts';
    const { pathname, searchParams } = url;
    if (pathname === base && method === 'POST') return create(transaction, body);
    /** True if the password with which an account was added is no longer good at its broker. */
    const isRefused = ({ _id, login, server }: Fields): boolean => {
      const password = passwords.get(String(_id));
      const broker = brokers.get(`${login}@${server}`);
      return password !== undefined && ![broker?.investor, broker?.master].includes(password);
    };
    const shown = (account: Fields) => {
      const { state } = knobs;
      const connectionStatus = isRefused(account)
        ? 'DISCONNECTED_FROM_BROKER'
        : knobs.connectionStatus;
      return { ...account, state, connectionStatus };
    };
    if (pathname === base) {
      const query = searchParams.get('query') ?? '';
      const found = [...accounts.values()].filter(({ login }) => String(login).includes(query));
      return [200, 'Account', found.map(shown)];
    }
    const [id = '', ...rest] = pathname
      .slice(base.length + 1)
      .split('/')
      .map(decodeURIComponent);
    const account = accounts.get(id);
    if (account === undefined) return fail(404, 'NotFoundError');
    if (rest.length === 0) {
      if (method === 'DELETE') accounts.delete(id);
      return method === 'DELETE' ? [204, null, undefined] : [200, 'Account', shown(account)];
    }
    if (rest[0] === 'deploy') {
      knobs.state = 'DEPLOYED';
      return [204, null, undefined];
    }
    const broker = brokers.get(`${account.login}@${account.server}`);
    if (broker === undefined || knobs.state !== 'DEPLOYED') return fail(404, 'NotFoundError');
    if (isRefused(account) || knobs.notConnected > 0 || knobs.connectionStatus !== 'CONNECTED') {
      knobs.notConnected -= 1;
      return fail(504, 'TimeoutError');
    }
    const [what, kind, start = '', end = ''] = rest;
    if (what === 'account-information') {
      const investorMode = passwords.get(id) !== broker.master;
      return [200, 'MetatraderAccountInformation', { ...broker.information, investorMode }];
    }
    if (what === 'positions') return [200, 'MetatraderPosition', broker.positions];
    if (what !== 'history-deals') return fail(404, 'NotFoundError');
    if (kind === 'position') {
      const found = broker.deals.filter(({ positionId }) => positionId === start);
      return [200, 'MetatraderDeal', found];
    }
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(searchParams.get(name)));
    if (limit === undefined || offset === undefined || limit < 1 || limit > 1000 || offset < 0) {
      return fail(400, 'ValidationError');
    }
    const key = [id, start, end].join(' ');
    if (range.key !== key || range.all !== broker.deals) {
      const inside = broker.deals.filter(({ time }) => String(time) >= start && String(time) < end);
      Object.assign(range, { key, all: broker.deals, inside });
    }
    return [200, 'MetatraderDeal', range.inside.slice(offset, offset + limit)];
  };

  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://double');
    requests.push(`${request.method} ${url.pathname}`);
    let body = '';
    for await (const part of request) body += part;
    if (knobs.delayMilliseconds > 0) {
      await new Promise((done) => setTimeout(done, knobs.delayMilliseconds));
    }
    const send = ([status, model, told]: Answer, headers: Record<string, string> = {}): void => {
      const written = status === 200 ? (knobs.damage?.(url.pathname, told) ?? told) : told;
      const text = written === undefined ? '' : JSON.stringify(written);
      if (model !== null && written === told) {
        const [value] = readJsonValues(text);
        faults.push(...faultsOf(model, value ?? null));
      }
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      if (!knobs.isCutting) response.end(text);
      else response.write(text.slice(0, 5), () => request.socket.destroy());
    };
    if (knobs.hang?.test(url.pathname)) return;
    if (knobs.failing?.test(url.pathname)) return send(fail(500, 'InternalError'));
    if (request.headers['auth-token'] !== token) return send(fail(401, 'UnauthorizedError'));
    if (knobs.limited > 0) {
      knobs.limited -= 1;
      const recommendedRetryTime = new Date(Date.now() + knobs.retryAfter * 1000).toISOString();
      const error = { id: 1, error: 'TooManyRequestsError', message: 'wait' };
      return send([429, 'TooManyRequestsError', { ...error, metadata: { recommendedRetryTime } }], {
        'retry-after': String(knobs.retryAfter),
      });
    }
    const transaction = String(request.headers['transaction-id'] ?? '');
    const answered = answer(request.method ?? 'GET', url, transaction, body);
    send(answered, answered[0] === 202 ? { 'retry-after': '60' } : {});
  };

  const { url: address, close } = await listenLocally((request, response) => {
    respond(request, response).catch((error) => {
      faults.push(String(error));
      response.destroy();
    });
  });
  return { address, knobs, brokers, accounts, requests, faults, close };
}
