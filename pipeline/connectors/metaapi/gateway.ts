import { makeReason } from '../../base/reasons/reason.ts';
import { type ExactObject, isJsonObject, type JsonValue, textOf } from '../../read/json-values.ts';
import { ConnectorError, unexpectedField } from '../errors.ts';
import type { Access } from '../kind.ts';
import { type BrokerAnswer, type BrokerRequest, request, retryInstant } from '../request.ts';

/** Addresses of the client API, by region. */
export const regions = {
  'new-york': 'https://mt-client-api-v1.new-york.agiliumtrade.ai',
  london: 'https://mt-client-api-v1.london.agiliumtrade.ai',
  singapore: 'https://mt-client-api-v1.singapore.agiliumtrade.ai',
};

/** Address of the API that adds accounts. */
const provisioning = 'https://mt-provisioning-api-v1.agiliumtrade.agiliumtrade.ai';

/** Requests to MetaApi with the operator's token. */
export interface Gateway {
  /** Sends a request to the API of the region, which reads accounts. */
  client(request: BrokerRequest): Promise<BrokerAnswer>;
  /** Sends a request to the API that adds and removes accounts. */
  provisioning(request: BrokerRequest): Promise<BrokerAnswer>;
}

const tries = 5;
/**
 * Longest wait for a rate limit within a read. After a longer one the read is tried again later.
 */
const longestWait = 60_000;

/** Returns the gateway. Throws a ConnectorError if the operator set no token. */
export function gatewayOf(access: Access): Gateway {
  const { metaapiToken } = access.settings;
  if (metaapiToken === null) {
    throw new ConnectorError('unconfigured', makeReason('connector_metaapi_not_set_up'));
  }
  const headers = { 'auth-token': metaapiToken };
  const send = async (address: string, asked: BrokerRequest): Promise<BrokerAnswer> => {
    for (let attempt = 1; ; attempt++) {
      try {
        const all = { ...asked, headers: { ...headers, ...asked.headers } };
        return judged(await request({ ...access, address }, all));
      } catch (error) {
        if (!(error instanceof ConnectorError) || error.code !== 'limited') throw error;
        const at = error.retryAt?.getTime() ?? access.clock().getTime() + 1000 * 2 ** attempt;
        const wait = Math.max(at - access.clock().getTime(), 100);
        if (attempt === tries || wait > longestWait) throw error;
        await access.wait(wait);
      }
    }
  };
  // The server of a test answers for both.
  const isReal = Object.values(regions).includes(access.address);
  return {
    client: (asked) => send(access.address, asked),
    provisioning: (asked) => send(isReal ? provisioning : access.address, asked),
  };
}

/** Throws for answers that mean the same at every path. */
function judged(answer: BrokerAnswer): BrokerAnswer {
  const { status } = answer;
  if (status === 401) {
    const message = makeReason('connector_metaapi_token');
    throw new ConnectorError('unconfigured', message);
  }
  if (status === 403) {
    const message = makeReason('connector_metaapi_plan');
    throw new ConnectorError('unconfigured', message);
  }
  if (status === 409) throw new ConnectorError('unavailable', makeReason('connector_metaapi_busy'));
  return answer;
}

/** Returns the object of an answer; throws if it is another value. */
export function objectOf(name: string, json: JsonValue | undefined): ExactObject {
  if (!isJsonObject(json)) throw unexpectedField(name, 'answer', 'wanted_object');
  return json;
}

/** Returns the instant at which an unfinished request is to be sent again. */
export function retryOf({ headers, json }: BrokerAnswer, now: Date): Date {
  const metadata = isJsonObject(json) ? json.get('metadata') : undefined;
  const recommended = isJsonObject(metadata) ? textOf(metadata.get('recommendedRetryTime')) : '';
  const time = headers.get('retry-after') ?? recommended;
  return retryInstant(time, now) ?? new Date(now.getTime() + 10_000);
}
