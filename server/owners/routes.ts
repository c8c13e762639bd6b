import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotTheirs } from '../../pipeline/registry/own.ts';
import { findSession } from '../../pipeline/registry/sessions.ts';
import { maxStatementBytes } from '../../pipeline/statements/statements.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { readRoute, within } from '../http/routes.ts';
import { english } from '../site/language/languages.ts';
import { noPages } from '../site/pages.ts';
import { applyPolicy, type Policy, pagePolicy } from '../site/policies.ts';
import { bytesOf, types } from '../site/respond.ts';
import { addresses } from './addresses.ts';
import { cookieOf, tokenIn } from './cookie.ts';
import { formOf } from './form.ts';
import { pageOfForm, signInAt } from './next.ts';
import { isDiskFull, isOutOfReach } from './refusals.ts';
import type { Address, OwnerServices, OwnersVisit, Reply, SentFile, Visit } from './visit.ts';

interface Route {
  Params: Visit['params'];
  Querystring: Query;
  Body: unknown;
}

/** Forms with a box for each account of an owner fit. */
const maxBytes = 256 * 1024;

/** Owners' pages by how their addresses begin. */
export const ownerPages: readonly { prefix: string; addresses: readonly Address[] }[] = [
  '/me',
  '/operator',
].map((prefix) => ({
  prefix,
  addresses: addresses.filter(({ url }: Address) => url === prefix || url.startsWith(`${prefix}/`)),
}));

/** Addresses of links are secrets: other sites learn nothing of where one comes from, nor do logs. */
const policy: Policy = { ...pagePolicy(), referrerPolicy: { policy: 'strict-origin' } };

/** Counts whoever asks, has nothing kept, and takes changes from our own pages alone. */
export function protectOwners(app: FastifyInstance, services: OwnerServices): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    const verdict = await services.limits.take('pages', clientOf(request.ip));
    const refusal = applyVerdict(verdict, reply);
    if (refusal) throw refusal;
    const isChange = !['GET', 'HEAD'].includes(request.method);
    if (isChange && !isFromHere(request, services)) throw new ApiError('foreign_request');
  });
}

/**
 * Whether one of our own pages sends a request, by what the browser says of it. `Origin` is asked
 * only where the other is silent, since it may be `null` on a page of ours.
 */
function isFromHere({ headers }: FastifyRequest, { site }: OwnerServices): boolean {
  const from = headers['sec-fetch-site'];
  if (from !== undefined) return from === 'same-origin';
  return headers.origin === new URL(site().baseUrl).origin;
}

/** Serves owners' pages and takes their forms. */
export const ownerRoutes =
  (own: readonly Address[]) =>
  (app: FastifyInstance, services: OwnerServices): void => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    app.register(multipart, { limits: { fields: 0, files: 1, fileSize: maxStatementBytes } });
    for (const address of own) {
      const answer = async (
        request: FastifyRequest<Route>,
        reply: FastifyReply,
        method: 'get' | 'post',
      ) => send(reply, await answerTo(address, method, visitOf(request, services)), services);
      if (address.get) readRoute<Route>(app, address.url, (...both) => answer(...both, 'get'));
      if (!address.post) continue;
      app.route<Route>({
        method: 'POST',
        url: within(app, address.url),
        bodyLimit: maxBytes,
        config: { takesBody: true },
        preParsing({ headers }, { raw }, body, next) {
          // Nobody is asked to send what is refused already.
          if (headers.expect?.toLowerCase() === '100-continue') raw.writeContinue();
          next(null, body);
        },
        handler: (...both) => answer(...both, 'post'),
      });
    }
  };

function visitOf(request: FastifyRequest<Route>, services: OwnerServices): Visit {
  const { params, query, body, headers, ip } = request;
  const site = services.site();
  return {
    url: request.url,
    params,
    query,
    form: formOf(body),
    file: () => fileOf(request),
    services,
    context: { site, assets: (services.pages ?? noPages).assets, language: english },
    agent: headers['user-agent'] ?? '',
    client: clientOf(ip),
    token: tokenIn(headers.cookie, site),
  };
}

async function fileOf(request: FastifyRequest<Route>): Promise<SentFile | null> {
  if (!request.isMultipart()) return null;
  const sent = await request.file().catch((cause: unknown) => {
    throw new ApiError('bad_request', { detail: 'The form is not whole.', cause });
  });
  return sent ? { name: sent.filename, content: sent.file } : null;
}

async function answerTo(address: Address, method: 'get' | 'post', visit: Visit): Promise<Reply> {
  try {
    if (address.who === 'anyone') return (await address[method]?.(visit)) ?? nowhere();
    const signed = await signedIn(visit);
    if (signed === null) return { to: signInFor(address, method, visit) };
    // To whoever is no operator there are no pages for them.
    if (address.who === 'operator' && signed.owner.role !== 'operator') return nowhere();
    return (await address[method]?.(signed)) ?? nowhere();
  } catch (error) {
    if (error instanceof NotTheirs) return nowhere();
    if (isDiskFull(error)) {
      const cause = `${String(error.code)}: make room on the disk of the registry`;
      throw new ApiError('insufficient_storage', { detail: diskFull, cause });
    }
    if (isOutOfReach(error)) throw new ApiError('unavailable', { cause: error });
    throw error;
  }
}

/** Leads back to the page that was asked for, or that the form stands on which was sent. */
function signInFor({ url }: Address, method: 'get' | 'post', visit: Visit): string {
  if (method === 'get') return signInAt(visit.url, visit.token === null ? null : 'ended');
  const isPage = (pattern: string) =>
    addresses.some((one) => one.url === pattern && one.get !== undefined);
  return signInAt(pageOfForm(url, visit.url, isPage), 'unsent');
}

const diskFull =
  'There is no room on the disk of this server, so nothing was saved. Tell the operator, and try again later.';

const nowhere = (): never => {
  throw new ApiError('not_found');
};

async function signedIn(visit: Visit): Promise<OwnersVisit | null> {
  const { token, services } = visit;
  if (token === null) return null;
  const session = await findSession(services.book, token);
  const owner = session && (await services.book.findOwner(session.owner));
  return owner ? { ...visit, owner, session } : null;
}

function send(reply: FastifyReply, answer: Reply, { site }: OwnerServices): FastifyReply {
  applyPolicy(reply, policy);
  const { session } = answer;
  if (session !== undefined) reply.header('set-cookie', cookieOf(session, site()));
  if ('to' in answer) return reply.redirect(answer.to, 303);
  if ('file' in answer) {
    return reply
      .header('content-type', 'application/octet-stream')
      .header('content-disposition', `attachment; filename="${answer.file}"`)
      .send(answer.content);
  }
  if ('json' in answer) return reply.type('application/json').send(JSON.stringify(answer.json));
  if (answer.retryAfter) reply.header('retry-after', answer.retryAfter);
  if (answer.refresh) reply.header('refresh', answer.refresh);
  // Never compressed: beside a secret, what somebody else wrote would tell of it by its length.
  return reply
    .code(answer.status ?? 200)
    .header('content-type', types.html)
    .send(bytesOf(answer.page));
}
