import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { NotOwnedError } from '../../pipeline/registry/owner-decisions.ts';
import { findSession } from '../../pipeline/registry/sessions.ts';
import { maxStatementBytes } from '../../pipeline/statements/statements.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { pathInGroup, readRoute } from '../http/routes.ts';
import { catalogueIn, languageCodes } from '../language/catalogues.ts';
import { english, type Language, languageFor } from '../site/language/languages.ts';
import { noResources } from '../site/page-resources.ts';
import { applyPolicy, type Policy, pagePolicy } from '../site/policies.ts';
import { askerOf, bytesOf, types } from '../site/respond.ts';
import { addresses } from './addresses.ts';
import { cookieOf, languageCookie, languageIn, tokenIn } from './cookie.ts';
import { isDiskFull, isOutOfReach } from './failures.ts';
import { formOf } from './form.ts';
import type {
  Address,
  OwnerPageRequest,
  OwnerServices,
  Reply,
  SentFile,
  SignedInRequest,
} from './page-request.ts';
import { pageOfForm, signInAt } from './sign-in-redirects.ts';

interface Route {
  Params: OwnerPageRequest['params'];
  Querystring: Query;
  Body: unknown;
}

/** Limit of a form's body, enough for a checkbox for each account of an owner. */
const maxBytes = 256 * 1024;

/** Prefix of links in mails. Not only pages of this site request them, but mail programs too. */
const linksPrefix = '/alerts';

/** Owners' pages by the prefix of their addresses. */
export const ownerPages: readonly { prefix: string; addresses: readonly Address[] }[] = [
  '/me',
  '/operator',
  linksPrefix,
].map((prefix) => ({
  prefix,
  addresses: addresses.filter(({ url }: Address) => url === prefix || url.startsWith(`${prefix}/`)),
}));

/**
 * Page policy that sends no paths in the Referer header, since addresses of invitation links are
 * secret.
 */
const policy: Policy = { ...pagePolicy(), referrerPolicy: { policy: 'strict-origin' } };

/** Applies the rate limit, forbids caching, and refuses changes that other sites' pages send. */
export function protectOwners(app: FastifyInstance, services: OwnerServices): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' });
    const verdict = await services.limits.take('pages', clientOf(request.ip));
    const refusal = applyVerdict(verdict, reply);
    if (refusal) throw refusal;
    const isChange = !['GET', 'HEAD'].includes(request.method);
    const isOfMail = app.prefix === linksPrefix;
    if (isChange && !isOfMail && !isFromHere(request, services))
      throw new ApiError('foreign_request');
  });
}

/**
 * Tells whether a page of this site sent a request, by `Sec-Fetch-Site`. Without that header it
 * reads `Origin`. It trusts `Sec-Fetch-Site` more, since browsers may send `Origin: null` even from
 * our own pages.
 */
function isFromHere({ headers }: FastifyRequest, { site }: OwnerServices): boolean {
  const from = headers['sec-fetch-site'];
  if (from !== undefined) return from === 'same-origin';
  return headers.origin === new URL(site().baseUrl).origin;
}

/** Returns a plugin that serves the given owners' pages and their forms. */
export const ownerRoutes =
  (served: readonly Address[]) =>
  (app: FastifyInstance, services: OwnerServices): void => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    app.register(multipart, { limits: { fields: 0, files: 1, fileSize: maxStatementBytes } });
    for (const address of served) {
      const answer = async (
        request: FastifyRequest<Route>,
        reply: FastifyReply,
        method: 'get' | 'post',
      ) => {
        const asker = askerOf(request, reply);
        const pageRequest = { ...pageRequestOf(address, method, request, services), ...asker };
        rememberLanguage(reply, pageRequest);
        return send(reply, await answerTo(address, method, pageRequest), services);
      };
      if (address.get)
        readRoute<Route>(app, address.url, (...exchange) => answer(...exchange, 'get'));
      if (!address.post) continue;
      app.route<Route>({
        method: 'POST',
        url: pathInGroup(app, address.url),
        bodyLimit: maxBytes,
        config: { takesBody: true },
        preParsing({ headers }, { raw }, body, next) {
          // Clients that wait for "100 Continue" send the body only now that the request is
          // accepted.
          if (headers.expect?.toLowerCase() === '100-continue') raw.writeContinue();
          next(null, body);
        },
        handler: (...exchange) => answer(...exchange, 'post'),
      });
    }
  };

function pageRequestOf(
  address: Address,
  method: 'get' | 'post',
  request: FastifyRequest<Route>,
  services: OwnerServices,
): Omit<OwnerPageRequest, 'client' | 'signal'> {
  const { params, query, body, headers } = request;
  const site = services.site();
  const isOfOperators = address.who === 'operator';
  const language = isOfOperators ? english : ownerLanguage(request);
  return {
    url: request.url,
    params,
    query,
    form: formOf(body),
    file: () => fileOf(request),
    services,
    context: { site, assets: (services.pages ?? noResources).assets, language },
    words: catalogueIn(language.code).owners,
    page: isOfOperators ? null : pageAt(address, method, request.url),
    agent: headers['user-agent'] ?? '',
    token: tokenIn(headers.cookie, site),
  };
}

/** Returns the language in the address, else of the cookie, else of Accept-Language. */
export const ownerLanguage = ({ query, headers }: FastifyRequest): Language =>
  languageFor(
    languageCodes.find((code) => code === (query as Query).lang) ?? languageIn(headers.cookie),
    headers['accept-language'],
  );

/** Stores the language in the address as a cookie, since forms and redirects don't name it. */
function rememberLanguage(reply: FastifyReply, { query, context, page }: OwnerPageRequest): void {
  const { code } = context.language;
  reply.header('content-language', code);
  if (page !== null && query.lang === code)
    reply.header('set-cookie', languageCookie(code, context.site));
}

/** Returns the path and query of a page, without its language and the message of a saved form. */
function pageAt({ url: pattern, get }: Address, method: 'get' | 'post', url: string): string {
  const [path = '', search] = url.split('?');
  if (method === 'post') return get ? path : pageOfForm(pattern, url, isPage);
  const query = new URLSearchParams(search);
  for (const name of ['lang', 'done']) query.delete(name);
  return query.size === 0 ? path : `${path}?${query}`;
}

const isPage = (pattern: string): boolean =>
  addresses.some((address) => address.url === pattern && address.get !== undefined);

async function fileOf(request: FastifyRequest<Route>): Promise<SentFile | null> {
  if (!request.isMultipart()) return null;
  const sent = await request.file().catch((cause: unknown) => {
    throw new ApiError('bad_request', { cause });
  });
  return sent ? { name: sent.filename, content: sent.file } : null;
}

async function answerTo(
  address: Address,
  method: 'get' | 'post',
  request: OwnerPageRequest,
): Promise<Reply> {
  try {
    if (address.who === 'anyone') return (await address[method]?.(request)) ?? notFound();
    const signed = await signedIn(request);
    if (signed === null) return { to: signInFor(address, method, request) };
    // Operators' pages don't exist for other owners.
    if (address.who === 'operator' && signed.owner.role !== 'operator') return notFound();
    return (await address[method]?.(signed)) ?? notFound();
  } catch (error) {
    if (error instanceof NotOwnedError) return notFound();
    if (isDiskFull(error)) {
      const cause = `${String(error.code)}: free some space on the disk of the registry`;
      throw new ApiError('insufficient_storage', { cause });
    }
    if (isOutOfReach(error)) throw new ApiError('unavailable', { cause: error });
    throw error;
  }
}

/**
 * Returns the sign-in address that leads back to the requested page, or to the page of the sent
 * form.
 */
function signInFor({ url }: Address, method: 'get' | 'post', request: OwnerPageRequest): string {
  if (method === 'get') return signInAt(request.url, request.token === null ? null : 'ended');
  return signInAt(pageOfForm(url, request.url, isPage), 'unsent');
}

const notFound = (): never => {
  throw new ApiError('not_found');
};

async function signedIn(request: OwnerPageRequest): Promise<SignedInRequest | null> {
  const { token, services } = request;
  if (token === null) return null;
  const session = await findSession(services.registry, token);
  const owner = session && (await services.registry.findOwner(session.owner));
  return owner ? { ...request, owner, session } : null;
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
  if ('image' in answer) return reply.type(types.png).send(answer.image);
  if ('json' in answer) return reply.type('application/json').send(JSON.stringify(answer.json));
  if (answer.retryAfter) reply.header('retry-after', answer.retryAfter);
  if (answer.refresh) reply.header('refresh', answer.refresh);
  // Never compress these pages. They contain secrets, and the length of a compressed page would
  // reveal them to an attacker who can add text to it.
  return reply
    .code(answer.status ?? 200)
    .header('content-type', types.html)
    .send(bytesOf(answer.page));
}
