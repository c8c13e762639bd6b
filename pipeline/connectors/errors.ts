import type { wantedReasons } from '../base/reasons/connectors.ts';
import { type CodedReason, makeReason, ReasonError } from '../base/reasons/reason.ts';

/** Reasons why a broker's server can't be read. */
export type ConnectorFault =
  /** The server refused user name, password or code. */
  | 'refused'
  /** The owner or the broker withdrew the access. */
  | 'revoked'
  /** The account is no longer there, or no longer shown to this sign-in. */
  | 'removed'
  /** Too many requests. */
  | 'limited'
  /** No answer in time, a broken connection, maintenance, or an error of the server. */
  | 'unavailable'
  /** The answer is not of the documented form. */
  | 'unexpected'
  /**
   * The operator did not configure the kind, or the plan of a gateway does not allow the request.
   */
  | 'unconfigured';

interface FaultOptions extends ErrorOptions {
  /** Instant from which the server answers again, if it said so. */
  readonly retryAt?: Date;
}

/**
 * Thrown by a connector kind. `message` is a sentence for the owner. It never has a credential, a
 * token, an address or the text of an answer.
 */
export class ConnectorError extends ReasonError {
  override readonly name = 'ConnectorError';
  readonly code: ConnectorFault;
  readonly retryAt: Date | null;

  constructor(code: ConnectorFault, said: CodedReason, { retryAt, ...options }: FaultOptions = {}) {
    super(said, options);
    this.code = code;
    this.retryAt = retryAt ?? null;
  }
}

/** Codes that pause a connection until its owner signs in again. */
export const pausingCodes: readonly ConnectorFault[] = ['refused', 'revoked'];

/** Code of what a field of an answer has to be. */
export type Wanted = Exclude<keyof typeof wantedReasons, 'wanted_value'>;

/** Error for an answer in which a field is missing or has another type. `field` is its path. */
export const unexpectedField = (answer: string, field: string, wanted: Wanted): ConnectorError =>
  unexpectedValue(answer, field, makeReason(wanted));

/** Error for an answer in which a field has another value than `wanted`. */
export const otherValue = (answer: string, field: string, value: string): ConnectorError =>
  unexpectedValue(answer, field, makeReason('wanted_value', { value }));

const unexpectedValue = (answer: string, field: string, wanted: CodedReason): ConnectorError =>
  new ConnectorError(
    'unexpected',
    makeReason('connector_unexpected_field', { answer, field, wanted }),
  );
