import { createServer } from 'node:http';
import { type WebSocket, WebSocketServer } from 'ws';
import {
  type ExactObject,
  isJsonList,
  isJsonObject,
  readJsonValues,
  textOf,
} from '../../../../pipeline/read/json-values.ts';
import { listenLocally } from '../../../support/listen.ts';
import type { DoubleAccount } from './account.ts';
import { readSchema } from './schema.ts';

/** Message as the double writes it. A bigint keeps all its digits. */
export type Message = Readonly<Record<string, unknown>>;

/** Faults of the double. Tests change them at any time. */
interface Knobs {
  /** Most deals in one answer. */
  chunk: number;
  /** Deals of a long list that the server sends first: the documentation does not say. */
  first: 'oldest' | 'newest';
  /** Allowed requests a second. One more gets an error. */
  perSecond: number;
  historicalPerSecond: number;
  /** Seconds that the error tells the client to wait. */
  retryAfter: number;
  delayMilliseconds: number;
  /** Accounts whose requests for deals and cash flows are never answered. */
  hanging: ReadonlySet<string>;
  /** Accounts whose requests for deals and cash flows get an error of the server. */
  unreachable: ReadonlySet<string>;
  /** Number of answers after which the connection is cut; 0 for never. */
  cutAfter: number;
  /** Error for the next request of this name. */
  errors: { request: string; errorCode: string; fields?: Message }[];
  /** Changes an answer before it is sent, even to one that breaks the proto files. */
  damage: ((name: string, payload: Message) => unknown) | null;
  /** True if 64-bit numbers are written as text. */
  areLongsTexts: boolean;
}

/** Server that follows the documentation of the Open API. */
export interface Double {
  readonly address: string;
  readonly knobs: Knobs;
  readonly accounts: DoubleAccount[];
  /** Names of requests, in the order of arrival. */
  readonly requests: string[];
  /** Messages that break the proto files. A test expects none. */
  readonly faults: string[];
  readonly connections: number;
  readonly heartbeats: number;
  readonly tokens: { access: string; refresh: string; code: string };
  /** Makes the access token invalid. The refresh token stays good. */
  expireToken(): void;
  /** Withdraws the grant: no token is good any longer. */
  revoke(): void;
  close(): Promise<void>;
}

export const client = { clientId: 'made-client', clientSecret: 'made-secret' };
const week = 604_800_000;
const historical = /DealList|CashFlow/;
/** Number of answers of each name that are checked. Long histories have many similar ones. */
const checkedAnswers = 200;

/** Starts a double. Close it at the end of the test. */
export async function startDouble(accounts: DoubleAccount[]): Promise<Double> {
  const schema = readSchema();
  const knobs: Knobs = {
    chunk: 1000,
    first: 'newest',
    perSecond: 50,
    historicalPerSecond: 5,
    retryAfter: 1,
    delayMilliseconds: 0,
    hanging: new Set(),
    unreachable: new Set(),
    cutAfter: 0,
    errors: [],
    damage: null,
    areLongsTexts: false,
  };
  const requests: string[] = [];
  const faults: string[] = [];
  const tokens = { access: 'access-1', refresh: 'refresh-1', code: 'code-1' };
  let generation = 1;
  let [connections, heartbeats, answers] = [0, 0, 0];
  const sockets = new Map<WebSocket, Set<string>>();
  /** Number of answers so far, by name. */
  const checked = new Map<string, number>();

  const renew = () => {
    generation += 1;
    Object.assign(tokens, { access: `access-${generation}`, refresh: `refresh-${generation}` });
    return { accessToken: tokens.access, tokenType: 'bearer', expiresIn: 2_628_000 };
  };
  const text = (value: unknown): string => textOfMessage(value, knobs.areLongsTexts);
  const payloadOf = (message: Message): ExactObject => {
    const [value] = readJsonValues(text(message));
    if (!isJsonObject(value)) throw new Error('not an object');
    return value;
  };
  const send = (socket: WebSocket, id: string, type: number, payload: Message): void => {
    const name = schema.messages.get(type) ?? '';
    const written = knobs.damage?.(name, payload) ?? payload;
    const count = (checked.get(name) ?? 0) + 1;
    checked.set(name, count);
    if (written === payload && count <= checkedAnswers) {
      faults.push(...schema.faults(name, payloadOf(payload)));
    }
    socket.send(
      `{"clientMsgId":${JSON.stringify(id)},"payloadType":${type},"payload":${text(written)}}`,
    );
  };
  const endSessions = (reason: string): void => {
    for (const [socket, authorized] of sockets) {
      if (authorized.size === 0) continue;
      const ctidTraderAccountIds = [...authorized].map(BigInt);
      authorized.clear();
      send(socket, '', 2147, { ctidTraderAccountIds, reason });
    }
  };

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://double');
    requests.push(`GET ${pathname} ${searchParams.get('grant_type')}`);
    const isGood =
      pathname === '/apps/token' &&
      searchParams.get('client_id') === client.clientId &&
      searchParams.get('client_secret') === client.clientSecret &&
      searchParams.get('redirect_uri') === 'https://records.example/me/connections/authorized' &&
      searchParams.get('code') === tokens.code;
    tokens.code = '';
    response.setHeader('content-type', 'application/json');
    response.end(
      JSON.stringify(
        isGood
          ? { ...renew(), refreshToken: tokens.refresh, errorCode: null, description: null }
          : {
              errorCode: 'ACCESS_DENIED',
              description: 'Access denied. Make sure the credentials are valid.',
            },
      ),
    );
  });
  const proxy = new WebSocketServer({ server });
  proxy.on('connection', (socket) => {
    connections += 1;
    const authorized = new Set<string>();
    sockets.set(socket, authorized);
    let isClientKnown = false;
    const times: Record<'plain' | 'historical', number[]> = { plain: [], historical: [] };
    socket.on('close', () => sockets.delete(socket));

    /** Returns the answer of a request, or an error code. */
    const answer = (name: string, payload: ExactObject): Message | string => {
      const planned = knobs.errors.findIndex(({ request }) => request === name);
      if (planned >= 0) {
        const [error] = knobs.errors.splice(planned, 1);
        return { ...error?.fields, errorCode: error?.errorCode };
      }
      const group = historical.test(name) ? 'historical' : 'plain';
      const limit = group === 'historical' ? knobs.historicalPerSecond : knobs.perSecond;
      const recent = times[group].filter((at) => at > Date.now() - 1000);
      times[group] = [...recent, Date.now()];
      if (recent.length >= limit) {
        return { errorCode: 'BLOCKED_PAYLOAD_TYPE', retryAfter: knobs.retryAfter };
      }
      if (name === 'ProtoOAApplicationAuthReq') {
        const isKnown =
          payload.get('clientId') === client.clientId &&
          payload.get('clientSecret') === client.clientSecret;
        isClientKnown = isKnown;
        return isKnown ? {} : 'CH_CLIENT_AUTH_FAILURE';
      }
      if (!isClientKnown) return 'CH_CLIENT_NOT_AUTHENTICATED';
      if (name === 'ProtoOARefreshTokenReq') {
        if (payload.get('refreshToken') !== tokens.refresh) return 'ACCESS_DENIED';
        const renewed = renew();
        endSessions('Access Token is refreshed');
        return { ...renewed, refreshToken: tokens.refresh };
      }
      if (name === 'ProtoOAGetAccountListByAccessTokenReq') {
        if (payload.get('accessToken') !== tokens.access) return 'CH_ACCESS_TOKEN_INVALID';
        return {
          accessToken: tokens.access,
          permissionScope: 0,
          ctidTraderAccount: accounts.map(({ listed }) => listed),
        };
      }
      const id = textOf(payload.get('ctidTraderAccountId'));
      const account = accounts.find((each) => String(each.id) === id);
      if (account === undefined) return 'CH_CTID_TRADER_ACCOUNT_NOT_FOUND';
      const about = { ctidTraderAccountId: account.id };
      if (name === 'ProtoOAAccountAuthReq') {
        if (payload.get('accessToken') !== tokens.access) return 'CH_ACCESS_TOKEN_INVALID';
        if (authorized.has(id)) return 'ALREADY_LOGGED_IN';
        authorized.add(id);
        return about;
      }
      if (!authorized.has(id)) return 'ACCOUNT_NOT_AUTHORIZED';
      if (group === 'historical' && knobs.unreachable.has(id)) return 'CH_SERVER_NOT_REACHABLE';
      const from = Number(textOf(payload.get('fromTimestamp')));
      const to = Number(textOf(payload.get('toTimestamp')));
      if (name === 'ProtoOADealListReq') {
        const rows = Number(textOf(payload.get('maxRows'))) || knobs.chunk;
        return {
          ...about,
          ...chunkOf(account, from, to, Math.min(rows, knobs.chunk), knobs.first),
        };
      }
      if (name === 'ProtoOADealListByPositionIdReq') {
        const position = textOf(payload.get('positionId'));
        const deal = account.deals.filter((each) => String(each.positionId) === position);
        return { ...about, deal, hasMore: false };
      }
      if (name === 'ProtoOACashFlowHistoryListReq') {
        if (to - from > week) return 'INCORRECT_BOUNDARIES';
        const depositWithdraw = account.flows.filter(
          ({ changeBalanceTimestamp: at }) => Number(at) >= from && Number(at) <= to,
        );
        return { ...about, depositWithdraw };
      }
      if (name === 'ProtoOASymbolByIdReq') {
        const ids = payload.get('symbolId');
        const wanted = isJsonList(ids) ? ids.map(textOf) : [];
        const symbol = account.symbols.filter(({ symbolId }) => wanted.includes(String(symbolId)));
        return { ...about, symbol };
      }
      const fixed: Readonly<Record<string, Message>> = {
        ProtoOATraderReq: { trader: account.trader },
        ProtoOAAssetListReq: { asset: account.assets },
        ProtoOAReconcileReq: { position: account.positions, order: [] },
        ProtoOAGetPositionUnrealizedPnLReq: {
          positionUnrealizedPnL: account.unrealized,
          moneyDigits: account.moneyDigits,
        },
        ProtoOASymbolsListReq: { symbol: account.lightSymbols, archivedSymbol: account.archived },
      };
      return fixed[name] ? { ...about, ...fixed[name] } : 'UNSUPPORTED_MESSAGE';
    };

    socket.on('message', async (data) => {
      const [message] = readJsonValues(data.toString());
      if (!isJsonObject(message)) {
        faults.push('a request is not a JSON object');
        return;
      }
      const type = Number(textOf(message.get('payloadType')));
      const payload = message.get('payload');
      if (!isJsonObject(payload)) {
        faults.push('a request has no payload');
        return;
      }
      if (type === 51) {
        heartbeats += 1;
        return;
      }
      const name = schema.messages.get(type) ?? `type ${type}`;
      requests.push(name);
      faults.push(...schema.faults(name, payload));
      if (knobs.delayMilliseconds > 0) {
        await new Promise((done) => setTimeout(done, knobs.delayMilliseconds));
      }
      const isHistorical = historical.test(name);
      if (isHistorical && knobs.hanging.has(textOf(payload.get('ctidTraderAccountId')))) return;
      answers += 1;
      if (knobs.cutAfter > 0 && answers % knobs.cutAfter === 0) return socket.terminate();
      const answered = answer(name, payload);
      const id = textOf(message.get('clientMsgId'));
      if (typeof answered === 'string') send(socket, id, 2142, { errorCode: answered });
      else send(socket, id, 'errorCode' in answered ? 2142 : type + 1, answered);
    });
  });
  const { port, close } = await listenLocally(server);
  return {
    address: `ws://127.0.0.1:${port}`,
    knobs,
    accounts,
    requests,
    faults,
    tokens,
    get connections() {
      return connections;
    },
    get heartbeats() {
      return heartbeats;
    },
    expireToken() {
      tokens.access = 'expired';
      endSessions('Access Token is expired');
    },
    revoke() {
      Object.assign(tokens, { access: 'revoked', refresh: 'revoked' });
      endSessions('Access Token is recalled');
    },
    async close() {
      for (const socket of sockets.keys()) socket.terminate();
      await new Promise((done) => proxy.close(done));
      await close();
    },
  };
}

function chunkOf(
  account: DoubleAccount,
  from: number,
  to: number,
  rows: number,
  first: Knobs['first'],
) {
  const inside = account.deals
    .filter(({ executionTimestamp: at }) => Number(at) >= from && Number(at) <= to)
    .sort((first, second) => Number(first.executionTimestamp) - Number(second.executionTimestamp));
  if (first === 'newest') inside.reverse();
  return { deal: inside.slice(0, rows), hasMore: inside.length > rows };
}

function textOfMessage(value: unknown, areLongsTexts: boolean): string {
  if (typeof value === 'bigint') return areLongsTexts ? `"${value}"` : value.toString();
  if (Array.isArray(value)) {
    return `[${value.map((each) => textOfMessage(each, areLongsTexts)).join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const members = Object.entries(value)
    .filter(([, each]) => each !== undefined)
    .map(([name, each]) => `${JSON.stringify(name)}:${textOfMessage(each, areLongsTexts)}`);
  return `{${members.join(',')}}`;
}
