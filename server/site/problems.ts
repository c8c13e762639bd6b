import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import { pathOf } from '../addresses.ts';
import type { SendProblem } from '../plugins/problems.ts';
import { sendProblem } from '../replies.ts';
import type { Services } from '../services.ts';
import { problemPage } from './pages/problem.ts';
import { noPages } from './pages.ts';
import { applyPolicy, pagePolicy } from './policies.ts';
import { RefusedPage } from './refused-page.ts';
import { bytesOf, types } from './respond.ts';

/** Addresses of pages, which are read by people whatever they accept. */
const pageAddresses = /^\/(?:(?:search|calendar|account|widget)(?:\/.*)?)?$/;
/** Addresses for programs, which read problems as JSON whatever they accept. */
const programAddresses = /^\/(?:api|mcp|connect|healthz|readyz|metrics)(?:\/.*)?$/;

/** Words problems as a page at the addresses of pages, and wherever else a browser asks for nothing. */
export function problemSender(services: Pick<Services, 'site' | 'pages'>): SendProblem {
  const { site, pages: { assets } = noPages } = services;
  return (request, reply, problem) => {
    const path = decodeURIComponent(pathOf(request.url));
    const isPage = pageAddresses.test(path);
    // Never kept, so that nobody gets what another accepted.
    if (!isPage && (programAddresses.test(path) || !wantsPage(request))) {
      return sendProblem(reply, problem);
    }
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

/** Whether a page is what is asked for, not merely taken as anything is. */
function wantsPage({ headers: { accept = '*/*' } }: FastifyRequest): boolean {
  const offers = ['application/problem+json', 'text/html'];
  return new Negotiator({ headers: { accept } }).mediaType(offers) === 'text/html';
}
