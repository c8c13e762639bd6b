import { reasonOf } from '../../pipeline/base/reasons/reason.ts';
import {
  brokerAccountId,
  chooseAccounts,
  matchingAccount,
} from '../../pipeline/connectors/choose-accounts.ts';
import { connect, disconnect, reconnect } from '../../pipeline/connectors/connect.ts';
import { ConnectorError } from '../../pipeline/connectors/errors.ts';
import type { BrokerAccount, ConnectorKind, Secret } from '../../pipeline/connectors/kind.ts';
import { connectorKinds, isConfigured } from '../../pipeline/connectors/kinds.ts';
import { shownAccounts } from '../../pipeline/registry/broker-accounts.ts';
import {
  type BrokerConnection,
  connectionOf,
  connectionsOf,
  pauseConnection,
  removeConnection,
  resumeConnection,
} from '../../pipeline/registry/broker-connections.ts';
import { isName } from '../../pipeline/registry/names.ts';
import { actorOf } from '../../pipeline/registry/owner-decisions.ts';
import type { HtmlContent } from '../site/html.ts';
import { isRefusal, refusalOf } from './failures.ts';
import type { PageWords, Reply, SignedInRequest } from './page-request.ts';
import {
  brokerConnectionPage,
  brokerConnectionsPage,
  type ListedAccount,
} from './pages/broker-connections.ts';
import { reasonText } from './reasons/reason-text.ts';
import { secondsToWait, tooManyAttempts } from './sign-in.ts';

export const listAt = '/me/connections';

/** Lists the owner's connections and offers new ones. */
export const showBrokerConnections = (request: SignedInRequest): Promise<Reply> =>
  showList(request, null);

/** Shows the list, with the problem above it if there is one. */
export async function showList(
  request: SignedInRequest,
  problem: HtmlContent,
  status = 200,
): Promise<Reply> {
  const { services, owner } = request;
  const { brokers, registry } = services;
  const connections = await Promise.all(
    (await connectionsOf(registry, owner.slug)).map(async (connection) => ({
      connection,
      title: kindTitle(request, connection.kind),
      accounts: await listedAccounts(request, connection),
    })),
  );
  const shown = problem ?? (brokers === null ? request.words.brokers.problems.off : null);
  return { page: brokerConnectionsPage(request, connections, kindsOf(request), shown), status };
}

/** Kinds that the operator has set up. */
const kindsOf = ({ services: { brokers } }: SignedInRequest): readonly ConnectorKind[] =>
  brokers === null ? [] : brokers.kinds.filter((kind) => isConfigured(kind, brokers.settings));

/** Returns a kind by its name, if the operator has set it up. */
export const kindIn = (request: SignedInRequest, name: string): ConnectorKind | undefined =>
  kindsOf(request).find(({ kind }) => kind === name);

/** Returns the title of a kind, also if the operator has switched it off. */
export const kindTitle = ({ services: { brokers } }: SignedInRequest, name: string): string =>
  [...(brokers?.kinds ?? []), ...connectorKinds].find(({ kind }) => kind === name)?.title ?? name;

async function listedAccounts(
  { services: { registry }, owner }: SignedInRequest,
  { id }: BrokerConnection,
): Promise<ListedAccount[]> {
  const owned = await registry.accountsOfOwner(owner.slug);
  return (await shownAccounts(registry, id)).map((shown) => {
    const account: BrokerAccount = JSON.parse(shown.details);
    return {
      shown,
      name: account.name,
      brokerId: brokerAccountId(account),
      isDemo: account.isDemo,
      recordedAs: owned.find(({ slug }) => slug === shown.account) ?? null,
      match: matchingAccount(account, owner.slug, owned) ?? null,
    };
  });
}

function secretIn({ form }: SignedInRequest, { fields }: ConnectorKind): Secret | null {
  const values = fields.map(({ name, type, maxLength }) => {
    const value = type === 'password' ? form.exact(name) : form.text(name);
    return { name, value, isGood: value !== '' && value.length <= maxLength };
  });
  if (!values.every(({ isGood }) => isGood)) return null;
  return Object.fromEntries(values.map(({ name, value }) => [name, value]));
}

/** Counts an attempt to sign in at a broker. Returns why it is refused; null if it is allowed. */
export async function attemptRefusal(request: SignedInRequest): Promise<string | null> {
  const seconds = await secondsToWait(request, request.owner.slug);
  return seconds > 0 ? tooManyAttempts(request, seconds) : null;
}

/** Signs in to a broker with the form's fields, stores the connection and shows its accounts. */
export async function addBrokerConnection(request: SignedInRequest): Promise<Reply> {
  const { form } = request;
  const kind = kindIn(request, form.text('kind'));
  if (kind === undefined || kind.fields.length === 0) {
    return showList(request, request.words.brokers.problems.platform, 422);
  }
  const secret = secretIn(request, kind);
  if (secret === null) return showList(request, request.words.brokers.problems.fields, 422);
  const tooMany = await attemptRefusal(request);
  if (tooMany !== null) return showList(request, tooMany, 429);
  return addSignedIn(request, kind, form.text('environment'), secret);
}

/** Stores a connection with a secret of the owner and shows its accounts. */
export async function addSignedIn(
  request: SignedInRequest,
  kind: ConnectorKind,
  environment: string,
  secret: Secret,
): Promise<Reply> {
  const { services, owner, form } = request;
  const { brokers, registry } = services;
  if (brokers === null) return showList(request, null, 422);
  const label = form.text('label') || kind.title;
  if (!isName(label)) return showList(request, request.words.brokers.problems.name, 422);
  try {
    const added = { kind, environment, label, secret };
    const id = await connect({ ...brokers, registry }, owner.slug, added);
    return { to: `${listAt}/${id}?done=connected` };
  } catch (error) {
    const problem = problemOf(error, request);
    return showList(request, problem, 422);
  }
}

/** Words a refusal for its owner. Rethrows other errors. */
export function problemOf(error: unknown, page: PageWords): HtmlContent {
  if (!(error instanceof ConnectorError) && !isRefusal(error)) throw error;
  return reasonText(reasonOf(error), page);
}

/** Shows a connection: its accounts, when it was read, and what to do if it is paused. */
export const showBrokerConnection = (request: SignedInRequest): Promise<Reply> =>
  show(request, null);

async function show(request: SignedInRequest, problem: HtmlContent, status = 200): Promise<Reply> {
  const { services, owner, params } = request;
  const connection = await connectionOf(services.registry, owner.slug, params.id ?? '');
  const kind = kindIn(request, connection.kind);
  const page = brokerConnectionPage(
    request,
    { connection, kind: kind ?? null, title: kindTitle(request, connection.kind) },
    await listedAccounts(request, connection),
    problem,
  );
  return { page, status };
}

/** Records the ticked accounts of a connection, and stops recording the others. */
export const chooseBrokerAccounts = (request: SignedInRequest): Promise<Reply> =>
  decide(request, 'chosen', ({ registry, brokers }, owner, id) =>
    chooseAccounts(registry, owner, id, request.form.all('account'), brokers?.kinds ?? []),
  );

/** Pauses a connection. */
export const pauseBrokerConnection = (request: SignedInRequest): Promise<Reply> =>
  decide(request, 'paused', ({ registry }, owner, id) =>
    pauseConnection(registry, owner, id, actorOf(owner)),
  );

/** Resumes a connection that the owner paused. */
export const resumeBrokerConnection = (request: SignedInRequest): Promise<Reply> =>
  decide(request, 'resumed', ({ registry }, owner, id) =>
    resumeConnection(registry, owner, id, actorOf(owner)),
  );

async function decide(
  request: SignedInRequest,
  done: string,
  work: (services: SignedInRequest['services'], owner: string, id: string) => Promise<unknown>,
): Promise<Reply> {
  const { services, owner, params } = request;
  const { id = '' } = params;
  // Throws a 404 if the connection belongs to another owner.
  await connectionOf(services.registry, owner.slug, id);
  const problem = await refusalOf(work(services, owner.slug, id), request);
  return problem === null ? { to: `${listAt}/${id}?done=${done}` } : show(request, problem, 422);
}

/** Removes a connection with its sign-in. */
export async function removeBrokerConnection(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params } = request;
  const { brokers, registry } = services;
  const { id = '' } = params;
  if (brokers === null) await removeConnection(registry, owner.slug, id, actorOf(owner.slug));
  else await disconnect({ ...brokers, registry }, owner.slug, id, brokers.kinds);
  return { to: `${listAt}?done=removed` };
}

/** Signs in to the broker again, for example with a new password, and resumes the connection. */
export async function signInToBroker(request: SignedInRequest): Promise<Reply> {
  const { services, owner, params } = request;
  const { brokers, registry } = services;
  const connection = await connectionOf(registry, owner.slug, params.id ?? '');
  const kind = kindIn(request, connection.kind);
  if (brokers === null || kind === undefined)
    return show(request, request.words.brokers.problems.off, 422);
  const secret = secretIn(request, kind);
  if (secret === null) return show(request, request.words.brokers.problems.fields, 422);
  const tooMany = await attemptRefusal(request);
  if (tooMany !== null) return show(request, tooMany, 429);
  try {
    await reconnect({ ...brokers, registry }, connection, kind, secret);
    return { to: `${listAt}/${connection.id}?done=signed-in` };
  } catch (error) {
    return show(request, problemOf(error, request), 422);
  }
}
