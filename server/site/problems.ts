import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type ApiError, PROBLEMS } from '../http/errors.ts';
import type { SendProblem } from '../http/problems.ts';
import { sendProblem } from '../http/replies.ts';
import type { Context } from './context.ts';
import { type Html, html } from './html.ts';
import { fillText } from './language/format.ts';
import type { Language } from './language/languages.ts';
import { layout } from './layout.ts';
import { noResources } from './page-resources.ts';
import { applyPolicy, pagePolicy } from './policies.ts';
import { type FindReader, withMenu } from './reader.ts';
import { RefusedPage } from './refused-page.ts';
import { bytesOf, languageOf, noteLanguage, types } from './respond.ts';
import type { SiteServices } from './site-services.ts';

const findNobody: FindReader = async () => null;

/**
 * Returns a sender of problems as pages. By default the language is what the reader prefers.
 * Signed-in owners get their menu on pages of problems that they can mend.
 */
export function sendAsPage(
  services: Pick<SiteServices, 'site' | 'pages'>,
  choose: (request: FastifyRequest) => Language = languageOf,
  findReader: FindReader = findNobody,
): SendProblem {
  const { site, pages: { assets } = noResources } = services;
  return (request, reply, problem) => {
    // `OPTIONS *` addresses the server itself; the router would take it for `/`.
    if (request.url === '*') return sendProblem(reply, problem);
    const language = choose(request);
    const page =
      problem instanceof RefusedPage
        ? problem.page
        : problemPage(problem, { site: site(), assets, language });
    applyPolicy(reply, pagePolicy());
    noteLanguage(reply, language);
    reply
      .code(problem.status)
      .headers({ ...problem.headers, 'content-type': types.html, 'x-robots-tag': 'noindex' });
    const { cookie } = request.headers;
    const bytes = bytesOf(page);
    if (cookie === undefined || !statusesWithMenu.has(problem.status)) return reply.send(bytes);
    findReader(cookie)
      // If the registry is unavailable, show the page without the menu.
      .catch(() => null)
      .then((reader) => reply.send(reader === null ? bytes : withMenu(bytes, reader, language)));
    return reply;
  };
}

/** Statuses whose page has the owner's menu. Other problems come from limits and failures. */
const statusesWithMenu = new Set([400, 404]);

/** Returns a sender that answers browsers with a page and other clients with JSON. */
export const sendAsAccepted =
  (asPage: SendProblem): SendProblem =>
  (request, reply, problem) =>
    wantsPage(request) ? asPage(request, reply, problem) : sendProblem(reply, problem);

/** Returns true if the client prefers HTML to JSON, not if it accepts anything. */
function wantsPage({ headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const offers = ['application/problem+json', 'text/html'];
  return new Negotiator({ headers: { accept } }).mediaType(offers) === 'text/html';
}

/** Builds the page of a problem; the same problem always gives the same bytes. */
function problemPage(problem: ApiError, context: Context): Html {
  const { words, to } = context.language;
  const { problems: texts } = words;
  const { allowed } = problem;
  const title = new Map(Object.entries(texts.titles)).get(`${problem.status}`) ?? titleOf(problem);
  const detail = detailOf(problem, context.language);
  const main = html`<article class="problem">
<p class="status">${problem.status}</p>
<h1>${title}</h1>
<p>${detail}</p>
${allowed !== undefined && html`<p>${fillText(texts.allowed, { values: allowed.join(', ') })}</p>`}
${problem.status === 404 && html`<form class="filters find" action="/search" method="get" role="search">${context.language.isChosen && html`<input type="hidden" name="lang" value="${context.language.code}">`}<label class="wide"><span class="sr">${words.search.name}</span> <input type="search" name="q" maxlength="200" placeholder="${words.search.name}"></label><button type="submit">${words.search.show}</button></form>`}
<p><a href="${to('/')}">${texts.back}</a></p>
</article>`;
  return layout({ title, description: detail, path: null, section: null, main }, context);
}

const titleOf = ({ problem }: ApiError): string => PROBLEMS[problem].title;

/** Returns the text of a problem for people. Problems that no page has get the API's text. */
function detailOf({ problem, message, options }: ApiError, { words }: Language): string {
  const text = new Map(Object.entries(words.problems.details)).get(problem);
  return text === undefined
    ? message
    : fillText(text, { name: options.errors?.[0].parameter ?? '' });
}
