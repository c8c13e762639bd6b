import { type CodedReason, makeReason } from '../../base/reasons/reason.ts';
import { type ExactObject, textOf } from '../../read/json-values.ts';
import { ConnectorError, type ConnectorFault } from '../errors.ts';

/** Error answer of the Open API. */
export class OpenApiError extends ConnectorError {
  /** Name of the error in the proto files. */
  readonly errorCode: string;

  constructor(
    code: ConnectorFault,
    said: CodedReason,
    errorCode: string,
    retryAt: Date | null = null,
  ) {
    super(code, said, retryAt === null ? {} : { retryAt });
    this.errorCode = errorCode;
  }
}

const removed = makeReason('connector_ctrader_removed');
const busy = makeReason('connector_ctrader_limited');
const down = makeReason('connector_ctrader_down');
const client = makeReason('connector_ctrader_client');
const denied = makeReason('connector_ctrader_revoked');

/** Meaning of error codes. An error with another code is an unexpected answer. */
const meanings: Readonly<Record<string, readonly [ConnectorFault, CodedReason]>> = {
  OA_AUTH_TOKEN_EXPIRED: ['revoked', denied],
  CH_ACCESS_TOKEN_INVALID: ['revoked', denied],
  ACCESS_DENIED: ['revoked', denied],
  ACCOUNT_NOT_AUTHORIZED: ['unavailable', down],
  RET_NO_SUCH_LOGIN: ['removed', removed],
  CH_CTID_TRADER_ACCOUNT_NOT_FOUND: ['removed', removed],
  RET_ACCOUNT_DISABLED: ['removed', makeReason('connector_ctrader_disabled')],
  CHANNEL_IS_BLOCKED: ['removed', makeReason('connector_ctrader_blocked')],
  CH_CLIENT_AUTH_FAILURE: ['unconfigured', client],
  CH_OA_CLIENT_NOT_FOUND: ['unconfigured', client],
  CH_CLIENT_NOT_AUTHENTICATED: ['unavailable', down],
  CH_SERVER_NOT_REACHABLE: ['unavailable', down],
  CANT_ROUTE_REQUEST: ['unavailable', down],
  TIMEOUT_ERROR: ['unavailable', down],
  UNKNOWN_ERROR: ['unavailable', down],
  SERVER_IS_UNDER_MAINTENANCE: ['unavailable', makeReason('connector_ctrader_maintenance')],
  REQUEST_FREQUENCY_EXCEEDED: ['limited', busy],
  BLOCKED_PAYLOAD_TYPE: ['limited', busy],
  CONNECTIONS_LIMIT_EXCEEDED: ['limited', busy],
};

/** Makes the error of an error answer. `request` names the request that was answered. */
export function openApiError(request: string, payload: ExactObject, now: Date): OpenApiError {
  const printed = textOf(payload.get('errorCode'));
  const errorCode = /^[A-Z0-9_]{1,60}$/.test(printed) ? printed : 'no code';
  const [code, said] = meanings[errorCode] ?? [
    'unexpected',
    makeReason('connector_ctrader_error', { answer: request, status: errorCode }),
  ];
  return new OpenApiError(code, said, errorCode, retryInstant(payload, now));
}

const longestWait = 24 * 3600 * 1000;

/** Returns the instant from which the server answers again; null if it does not say so. */
function retryInstant(payload: ExactObject, now: Date): Date | null {
  const numberOf = (name: string): number | null => {
    const text = textOf(payload.get(name));
    return /^\d{1,14}$/.test(text) ? Number(text) : null;
  };
  const seconds = numberOf('retryAfter');
  const end = numberOf('maintenanceEndTimestamp');
  if (seconds === null && end === null) return null;
  // One message states the end of a maintenance in seconds, the other in milliseconds.
  const at =
    seconds === null ? (end ?? 0) * ((end ?? 0) < 1e11 ? 1000 : 1) : now.getTime() + seconds * 1000;
  return new Date(Math.min(Math.max(at, now.getTime()), now.getTime() + longestWait));
}
