import { pathOf } from '../addresses.ts';
import type { SendProblem } from '../plugins/problems.ts';
import { sendProblem } from '../replies.ts';
import type { Services } from '../services.ts';
import { problemPage } from './pages/problem.ts';
import { noPages } from './pages.ts';
import { applyPolicy, pagePolicy } from './policies.ts';
import { bytesOf, types } from './respond.ts';

/** Addresses of pages; everything else is for programs, which read problems as JSON. */
const pageAddresses = /^\/(?:(?:search|calendar|account|widget)(?:\/.*)?)?$/;

/** Words problems by the address that was asked, whatever the client says it accepts. */
export function problemSender(services: Pick<Services, 'site' | 'pages'>): SendProblem {
  const { site, pages: { assets } = noPages } = services;
  return (request, reply, problem) => {
    if (!isPage(request.url)) return sendProblem(reply, problem);
    const page = problemPage(problem, { site: site(), assets });
    applyPolicy(reply, pagePolicy());
    return reply
      .code(problem.status)
      .headers({ ...problem.headers, 'content-type': types.html })
      .send(bytesOf(page));
  };
}

const isPage = (url: string): boolean => pageAddresses.test(decodeURIComponent(pathOf(url)));
