import { WebSocket } from 'ws';
import { makeReason } from '../../base/reasons/reason.ts';
import { limitTime } from '../../base/time-limit.ts';
import { UnreadableExport } from '../../read/bounds.ts';
import {
  type ExactObject,
  isJsonList,
  isJsonObject,
  readJsonValues,
  textOf,
} from '../../read/json-values.ts';
import { ConnectorError, otherValue, unexpectedField } from '../errors.ts';
import { OpenApiError, openApiError } from './faults.ts';
import { createPace } from './pace.ts';
import {
  eventTypes,
  historicalRequests,
  messageText,
  type RequestFields,
  type RequestName,
  requestTypes,
} from './requests.ts';

/** Connection to a cTrader proxy, which any number of accounts may share. */
export interface OpenApiConnection {
  readonly isOpen: boolean;
  /** Access token that authorized each account on this connection. */
  readonly tokens: Map<bigint, string>;
  /**
   * Sends a request and returns the payload of its answer. Keeps within the rate limits. Throws a
   * ConnectorError, of the code `unavailable` if the connection was cut.
   */
  request(name: RequestName, fields: RequestFields, signal: AbortSignal): Promise<ExactObject>;
  close(): void;
}

/** Limits and times of a connection. Tests shorten the times. */
export interface ConnectionLimits {
  readonly perSecond: number;
  readonly historicalPerSecond: number;
  readonly heartbeatMilliseconds: number;
  readonly answerMilliseconds: number;
}

export const documentedLimits: ConnectionLimits = {
  perSecond: 50,
  historicalPerSecond: 5,
  heartbeatMilliseconds: 10_000,
  answerMilliseconds: 30_000,
};

interface Waiting {
  readonly name: RequestName;
  readonly account: string;
  answer(payload: ExactObject): void;
  fail(error: ConnectorError): void;
}

const longestMessage = 32 * 1024 * 1024;
const handshakeMilliseconds = 15_000;

/** Opens a connection. Throws a ConnectorError if the server can't be reached. */
export async function connect(
  address: string,
  clock: () => Date,
  limits: ConnectionLimits = documentedLimits,
): Promise<OpenApiConnection> {
  const socket = new WebSocket(address, {
    handshakeTimeout: handshakeMilliseconds,
    maxPayload: longestMessage,
    perMessageDeflate: false,
  });
  const waiting = new Map<string, Waiting>();
  const pace = createPace(limits.perSecond);
  const historicalPace = createPace(limits.historicalPerSecond);
  let sent = 0;

  const failAll = (error: ConnectorError, account?: string): void => {
    for (const each of waiting.values()) {
      if (account === undefined || each.account === account) each.fail(error);
    }
  };
  const end = (error: ConnectorError): void => {
    failAll(error);
    socket.terminate();
  };

  const receive = (text: string): void => {
    const message = envelopeOf(text);
    const type = Number(textOf(message.get('payloadType')));
    const payload = message.get('payload') ?? new Map();
    if (!isJsonObject(payload)) throw unexpectedField('Message', 'payload', 'wanted_object');
    if (type === eventTypes.clientDisconnect) end(cut());
    for (const account of endedSessions(type, payload)) {
      failAll(new OpenApiError('unavailable', sessionEnded, 'ACCOUNT_NOT_AUTHORIZED'), account);
    }
    const asked = waiting.get(textOf(message.get('clientMsgId')));
    if (asked === undefined) return;
    if (type === eventTypes.error || type === eventTypes.commonError) {
      asked.fail(openApiError(asked.name, payload, clock()));
    } else if (type === requestTypes[asked.name] + 1) asked.answer(payload);
    else asked.fail(otherValue(asked.name, 'payloadType', `${requestTypes[asked.name] + 1}`));
  };

  await new Promise<void>((opened, failed) => {
    socket.once('open', opened);
    socket.once('error', () => failed(new ConnectorError('unavailable', unreachable)));
  });
  socket.on('error', () => end(cut()));
  socket.on('close', () => failAll(cut()));
  socket.on('message', (data) => {
    try {
      receive(data.toString());
    } catch (error) {
      end(error instanceof ConnectorError ? error : cut());
    }
  });
  const beat = setInterval(() => {
    socket.send(messageText(`h${++sent}`, eventTypes.heartbeat, {}));
  }, limits.heartbeatMilliseconds);
  beat.unref();
  socket.once('close', () => clearInterval(beat));

  return {
    tokens: new Map(),
    get isOpen() {
      return socket.readyState === WebSocket.OPEN;
    },
    async request(name, fields, signal) {
      const answered = await (historicalRequests.has(name) ? historicalPace : pace).begin();
      try {
        return await send(name, fields, signal);
      } finally {
        answered();
      }
    },
    close: () => socket.close(),
  };

  function send(
    name: RequestName,
    fields: RequestFields,
    signal: AbortSignal,
  ): Promise<ExactObject> {
    if (signal.aborted) throw new ConnectorError('unavailable', tooLate);
    if (socket.readyState !== WebSocket.OPEN) throw cut();
    const id = String(++sent);
    const limit = limitTime([signal], limits.answerMilliseconds);
    return new Promise<ExactObject>((resolve, reject) => {
      const late = () => settle(() => reject(new ConnectorError('unavailable', tooLate)));
      const settle = (work: () => void): void => {
        waiting.delete(id);
        limit[Symbol.dispose]();
        work();
      };
      limit.signal.addEventListener('abort', late);
      waiting.set(id, {
        name,
        account: String(fields.ctidTraderAccountId ?? ''),
        answer: (payload) => settle(() => resolve(payload)),
        fail: (error) => settle(() => reject(error)),
      });
      socket.send(messageText(id, requestTypes[name], fields));
    });
  }
}

const unreachable = makeReason('connector_ctrader_unreachable');
const tooLate = makeReason('connector_ctrader_late');
const sessionEnded = makeReason('connector_ctrader_ended');
const cut = () => new ConnectorError('unavailable', makeReason('connector_ctrader_cut'));

function envelopeOf(text: string): ExactObject {
  try {
    const [message] = readJsonValues(text);
    if (isJsonObject(message)) return message;
  } catch (error) {
    if (!(error instanceof UnreadableExport)) throw error;
  }
  throw new ConnectorError('unexpected', makeReason('connector_ctrader_not_object'));
}

/** Returns the accounts whose session an event ends. */
function endedSessions(type: number, payload: ExactObject): string[] {
  if (type === eventTypes.accountDisconnect) return [textOf(payload.get('ctidTraderAccountId'))];
  const listed = payload.get('ctidTraderAccountIds');
  return type === eventTypes.tokensInvalidated && isJsonList(listed) ? listed.map(textOf) : [];
}
