import { finished } from 'node:stream/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isPassword } from '../../pipeline/registry/passwords.ts';
import { type FoundShare, sharePath } from '../../pipeline/registry/shares.ts';
import type { KeyUses } from '../callers/key-uses.ts';
import { applyVerdict } from '../callers/limits/limits.ts';
import type { LiveRegistry } from '../callers/live-registry.ts';
import { createBody } from '../http/body.ts';
import { clientOf } from '../http/clients.ts';
import { ApiError } from '../http/errors.ts';
import type { Query } from '../http/parameters.ts';
import { pathInGroup, readRoute } from '../http/routes.ts';
import type { Context } from '../site/context.ts';
import { fillText } from '../site/language/format.ts';
import type { PageCache } from '../site/page-cache.ts';
import { noResources } from '../site/page-resources.ts';
import { type Policy, pagePolicy } from '../site/policies.ts';
import {
  askerOf,
  bytesOf,
  hasLanguage,
  languageOf,
  noteLanguage,
  sendPage,
  types,
} from '../site/respond.ts';
import { accountPages } from '../site/routes.ts';
import type { PublicPageRequest, SiteServices } from '../site/site-services.ts';
import { isOpenedBy, openingCookie } from './password-cookie.ts';
import { passwordPage } from './password-page.ts';
import { withinShare } from './within-share.ts';

/** Services of share links. */
export interface ShareServices extends SiteServices {
  readonly liveRegistry: LiveRegistry;
  readonly keyUses: KeyUses;
}

interface Route {
  Params: Readonly<Record<string, string | undefined>>;
  Querystring: Query;
  Body: unknown;
}

export const sharePrefix = sharePath.slice(0, -1);

/** Pages and files of an account that its share links show too, by their path below it. */
const shown: ReadonlySet<string> = new Set([
  '',
  '/behaviour',
  '/risk',
  '/statistics',
  '/verification',
  '/curve.json',
  '/days',
  '/trades',
  '/tearsheet.pdf',
  '/:file',
  '/trades.csv',
  '/trades.ndjson',
  '/positions.csv',
  '/positions.ndjson',
]);

/** Lists what share links show, with its path below the address of an account or a link. */
const shownAmong = <Answer>(addresses: readonly (readonly [url: string, Answer, ...unknown[]])[]) =>
  addresses
    .map(([url, answer]) => [url.slice('/account/:slug'.length), answer] as const)
    .filter(([path]) => shown.has(path));

/** Longest body of the form with the password. */
const maxBytes = 4096;

const policy: Policy = { ...pagePolicy(), referrerPolicy: { policy: 'no-referrer' } };

/** Headers of every answer: the address is a secret, and so is what it shows. */
const headers = {
  'x-robots-tag': 'noindex, nofollow, noarchive',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
} as const;

/** Counts each request against the limit of share links, and marks every answer as private. */
export function protectShares(app: FastifyInstance, { limits }: ShareServices): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    const refusal = applyVerdict(await limits.take('shares', clientOf(request.ip)), reply);
    if (refusal) throw refusal;
  });
  // Answers set the headers of public pages, so overwrite them last.
  app.addHook('onSend', async (_request, reply) => {
    reply.headers(headers).removeHeader('etag');
  });
}

/** Serves accounts by their share links. Links that don't work get the 404 of unknown ones. */
export const shareRoutes =
  (cache: PageCache) =>
  (app: FastifyInstance, services: ShareServices): void => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, body),
    );
    for (const [path, send] of shownAmong(accountPages.files)) {
      readRoute<Route>(app, `${sharePath}:secret${path}`, async (request, reply) => {
        const opened = await openedBy(request, services);
        if (opened === null) return askAtStart(request, reply);
        await send(request, reply, publicRequestOf(request, opened), services);
        // Fastify expects a finished handler to have sent everything.
        if (!reply.raw.writableEnded) await finished(reply.raw).catch(() => {});
        return reply;
      });
    }
    for (const [path, answer] of shownAmong(accountPages.addresses)) {
      readRoute<Route>(app, `${sharePath}:secret${path}`, async (request, reply) => {
        const opened = await openedBy(request, services);
        if (opened === null) {
          if (path !== '') return askAtStart(request, reply);
          return sendForm(request, reply, services, null, 200);
        }
        const resources = services.pages ?? noResources;
        const call = { ...publicRequestOf(request, opened), ...askerOf(request, reply) };
        const { body, type } = await answer(call, services, resources, cache);
        if (hasLanguage(type)) noteLanguage(reply, call.language);
        if (type !== types.html) return sendPage(request, reply, body, type, policy);
        const text = withinShare(body.bytes.toString(), opened.account, secretOf(request));
        return sendPage(request, reply, createBody(Buffer.from(text)), type, policy);
      });
    }
    app.route<Route>({
      method: 'POST',
      url: pathInGroup(app, `${sharePath}:secret`),
      bodyLimit: maxBytes,
      config: { takesBody: true },
      handler: (request, reply) => tryPassword(request, reply, services),
    });
  };

const secretOf = ({ params }: FastifyRequest<Route>): string => params.secret ?? '';

const publicRequestOf = (
  request: FastifyRequest<Route>,
  { account: slug }: FoundShare,
): Omit<PublicPageRequest, 'isShared' | 'client' | 'signal'> & { readonly isShared: true } => ({
  params: { slug, file: request.params.file },
  query: request.query,
  language: languageOf(request),
  // The page is the same for everybody who has the link.
  reader: null,
  isShared: true,
});

async function shareOf(
  request: FastifyRequest<Route>,
  { liveRegistry }: ShareServices,
): Promise<FoundShare> {
  const share = await (await liveRegistry.decisions()).findShare(secretOf(request));
  if (share === null) throw new ApiError('not_found');
  return share;
}

/** Returns the link of a request and counts its use. Null if the password is needed first. */
async function openedBy(
  request: FastifyRequest<Route>,
  services: ShareServices,
): Promise<FoundShare | null> {
  const share = await shareOf(request, services);
  const note = () => {
    services.keyUses.note(share.id);
    return share;
  };
  if (share.password === null) return note();
  const { cookie } = request.headers;
  const now = clockOf(services);
  const isOpened = isOpenedBy(cookie, secretOf(request), share.password, now, services.site());
  return isOpened ? note() : null;
}

const clockOf = ({ clock }: ShareServices): Date => clock?.() ?? new Date();

const startOf = (request: FastifyRequest<Route>): string =>
  languageOf(request).to(`${sharePath}${secretOf(request)}`);

const askAtStart = (request: FastifyRequest<Route>, reply: FastifyReply): FastifyReply =>
  reply.redirect(startOf(request), 303);

function sendForm(
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  { site, pages: { assets } = noResources }: ShareServices,
  problem: string | null,
  status: number,
): Promise<void> {
  const context: Context = { site: site(), assets, language: languageOf(request) };
  noteLanguage(reply, context.language);
  const body = createBody(bytesOf(passwordPage(secretOf(request), problem, context)));
  return sendPage(request, reply.code(status), body, types.html, policy);
}

/** Opens a link for a browser that gives its password. The attempt is counted before the check. */
async function tryPassword(
  request: FastifyRequest<Route>,
  reply: FastifyReply,
  services: ShareServices,
): Promise<unknown> {
  const share = await shareOf(request, services);
  if (share.password === null) return askAtStart(request, reply);
  const { share: texts } = languageOf(request).words;
  const seconds = await secondsToWait(request, share, services);
  if (seconds > 0) {
    reply.header('retry-after', seconds);
    const problem = fillText(texts.tooMany, { seconds: `${seconds}` });
    return sendForm(request, reply, services, problem, 429);
  }
  const fields = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
  if (!(await isPassword(fields.get('password') ?? '', share.password))) {
    return sendForm(request, reply, services, texts.wrong, 403);
  }
  const now = clockOf(services);
  const cookie = openingCookie(secretOf(request), share.password, now, services.site());
  return askAtStart(request, reply.header('set-cookie', cookie));
}

async function secondsToWait(
  { ip }: FastifyRequest<Route>,
  { id }: FoundShare,
  { limits }: ShareServices,
): Promise<number> {
  const client = clientOf(ip);
  for (const [allowance, counted] of [
    ['sign_ins', client],
    ['share_password', `${client} ${id}`],
    ['share_passwords', id],
  ] as const) {
    const { isAllowed, retryAfter } = await limits.take(allowance, counted);
    if (!isAllowed) return retryAfter;
  }
  return 0;
}
