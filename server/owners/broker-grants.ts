import { reconnect } from '../../pipeline/connectors/connect.ts';
import { SealedError, seal, unseal } from '../../pipeline/connectors/seal.ts';
import { connectionOf } from '../../pipeline/registry/broker-connections.ts';
import {
  addSignedIn,
  attemptRefusal,
  kindIn,
  listAt,
  problemOf,
  showList,
} from './broker-connections.ts';
import type { BrokerServices, Reply, SignedInRequest } from './page-request.ts';

/** Minutes within which an owner must grant access at a broker's site. */
const grantMinutes = 20;

/** Row that the state of a grant is sealed for, so that only this session can use the state. */
const grantRow = ({ session, owner }: SignedInRequest) => ({
  id: session.id,
  owner: owner.slug,
  kind: 'grant',
  environment: '',
});

const redirectUri = ({ context: { site } }: SignedInRequest): string =>
  `${site.baseUrl}${listAt}/authorized`;

/**
 * Redirects to the site at which the owner grants access. The grant is for a new connection, or for
 * the connection that the request names.
 */
export async function askForGrant(request: SignedInRequest): Promise<Reply> {
  const { services, owner, query } = request;
  const { brokers, registry } = services;
  const id = query.connection === undefined ? null : String(query.connection);
  const renewed = id === null ? null : await connectionOf(registry, owner.slug, id);
  const kind = kindIn(request, renewed?.kind ?? String(query.kind));
  const environment = renewed?.environment ?? String(query.environment);
  if (!brokers || !kind?.authorization || brokers.addressOf(kind, environment) === undefined) {
    return showList(request, request.words.brokers.problems.platform, 422);
  }
  const until = registry.clock().getTime() + grantMinutes * 60_000;
  const granting: Granting = { kind: kind.kind, environment, until, connection: id };
  const state = seal(brokers.keys, grantRow(request), granting);
  const { settings } = brokers;
  return {
    to: kind.authorization({ settings, environment, redirectUri: redirectUri(request), state }),
  };
}

/** Takes the code of a grant, stores or renews the connection and shows its accounts. */
export async function takeGrant(request: SignedInRequest): Promise<Reply> {
  const { services, query } = request;
  const { brokers, registry } = services;
  if (brokers === null) return showList(request, null, 422);
  const [state, code] = [String(query.state ?? ''), String(query.code ?? '')];
  const granting = grantIn(brokers, request, state);
  const kind = granting && kindIn(request, granting.kind);
  if (!kind || granting.until < registry.clock().getTime()) {
    return showList(request, request.words.brokers.problems.grant, 422);
  }
  if (code === '' || code.length > 4096) {
    return showList(request, request.words.brokers.problems.notGranted, 422);
  }
  const tooMany = await attemptRefusal(request);
  if (tooMany !== null) return showList(request, tooMany, 429);
  const secret = { code, redirect_uri: redirectUri(request) };
  if (granting.connection === null) return addSignedIn(request, kind, granting.environment, secret);
  const connection = await connectionOf(registry, request.owner.slug, granting.connection);
  try {
    await reconnect({ ...brokers, registry }, connection, kind, secret);
    return { to: `${listAt}/${connection.id}?done=signed-in` };
  } catch (error) {
    return showList(request, problemOf(error, request), 422);
  }
}

interface Granting {
  readonly kind: string;
  readonly environment: string;
  readonly until: number;
  /** Connection to sign in again for; null for a new one. */
  readonly connection: string | null;
}

function grantIn(
  { keys }: BrokerServices,
  request: SignedInRequest,
  state: string,
): Granting | null {
  try {
    return unseal(keys, grantRow(request), state) as Granting;
  } catch (error) {
    if (!(error instanceof SealedError)) throw error;
    return null;
  }
}
