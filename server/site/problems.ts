import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { type ApiError, PROBLEMS } from '../http/errors.ts';
import type { SendProblem } from '../http/problems.ts';
import { sendProblem } from '../http/replies.ts';
import type { Context } from './context.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { noPages } from './pages.ts';
import { applyPolicy, pagePolicy } from './policies.ts';
import { RefusedPage } from './refused-page.ts';
import { bytesOf, types } from './respond.ts';
import type { SiteServices } from './site-services.ts';

/** Words problems as a page, whatever is accepted. */
export function sendAsPage(services: Pick<SiteServices, 'site' | 'pages'>): SendProblem {
  const { site, pages: { assets } = noPages } = services;
  return (request, reply, problem) => {
    // The server as a whole, which the router takes for `/`.
    if (request.url === '*') return sendProblem(reply, problem);
    const page =
      problem instanceof RefusedPage
        ? problem.page
        : problemPage(problem, { site: site(), assets });
    applyPolicy(reply, pagePolicy());
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

/** A page in place of one that cannot be shown; the same bytes for the same problem. */
function problemPage(problem: ApiError, context: Context): Html {
  const { title } = PROBLEMS[problem.problem];
  const { allowed } = problem.options;
  const main = html`<article class="problem">
<p class="status">${problem.status}</p>
<h1>${title}</h1>
<p>${problem.message}</p>
${allowed !== undefined && html`<p>Allowed: ${allowed.join(', ')}.</p>`}
<p><a href="/">To the published accounts</a></p>
</article>`;
  return layout({ title, description: problem.message, section: null, main }, context);
}
