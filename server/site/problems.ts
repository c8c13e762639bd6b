import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type ApiError, PROBLEMS } from '../http/errors.ts';
import type { SendProblem } from '../http/problems.ts';
import { sendProblem } from '../http/replies.ts';
import type { Context } from './context.ts';
import { type Html, html } from './html.ts';
import { fillText } from './language/format.ts';
import { english, type Language } from './language/languages.ts';
import { layout } from './layout.ts';
import { noResources } from './page-resources.ts';
import { applyPolicy, pagePolicy } from './policies.ts';
import { RefusedPage } from './refused-page.ts';
import { bytesOf, languageOf, noteLanguage, types } from './respond.ts';
import type { SiteServices } from './site-services.ts';

/** Words problems as a page, whatever is accepted; in the reader's language unless told. */
export function sendAsPage(
  services: Pick<SiteServices, 'site' | 'pages'>,
  choose: (request: FastifyRequest) => Language = languageOf,
): SendProblem {
  const { site, pages: { assets } = noResources } = services;
  return (request, reply, problem) => {
    // The server as a whole, which the router takes for `/`.
    if (request.url === '*') return sendProblem(reply, problem);
    const language = choose(request);
    const page =
      problem instanceof RefusedPage
        ? problem.page
        : problemPage(problem, { site: site(), assets, language });
    applyPolicy(reply, pagePolicy());
    noteLanguage(reply, language);
    return reply
      .code(problem.status)
      .headers({ ...problem.headers, 'content-type': types.html })
      .send(bytesOf(page));
  };
}

/** The same for browsers, and JSON for all others; never kept, so that nobody gets another's. */
export const sendAsAccepted =
  (asPage: SendProblem): SendProblem =>
  (request, reply, problem) =>
    wantsPage(request) ? asPage(request, reply, problem) : sendProblem(reply, problem);

/** Whether a page is what is asked for, not merely taken as anything is. */
function wantsPage({ headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const offers = ['application/problem+json', 'text/html'];
  return new Negotiator({ headers: { accept } }).mediaType(offers) === 'text/html';
}

/** The same in English, as owners' pages are. */
export const sendInEnglish = (services: Pick<SiteServices, 'site' | 'pages'>): SendProblem =>
  sendAsPage(services, () => english);

/** A page in place of one that cannot be shown; the same bytes for the same problem. */
function problemPage(problem: ApiError, context: Context): Html {
  const { words, to } = context.language;
  const { problems: texts } = words;
  const { allowed } = problem.options;
  const title = new Map(Object.entries(texts.titles)).get(`${problem.status}`) ?? titleOf(problem);
  const detail = detailOf(problem, context.language);
  const main = html`<article class="problem">
<p class="status">${problem.status}</p>
<h1>${title}</h1>
<p>${detail}</p>
${allowed !== undefined && html`<p>${fillText(texts.allowed, { values: allowed.join(', ') })}</p>`}
<p><a href="${to('/')}">${texts.back}</a></p>
</article>`;
  return layout({ title, description: detail, path: null, section: null, main }, context);
}

const titleOf = ({ problem }: ApiError): string => PROBLEMS[problem].title;

/** What a problem always says, in any language; what it says of the occasion is for programmers. */
function detailOf({ problem, message }: ApiError, { words }: Language): string {
  const usual = message === PROBLEMS[problem].detail;
  return (usual && new Map(Object.entries(words.problems.details)).get(problem)) || message;
}
