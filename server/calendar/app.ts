import { type FastifyInstance, fastify } from 'fastify';
import type { Log } from '../../pipeline/log.ts';
import { trustedProxies } from '../limits/trusted-proxies.ts';
import { guardRequests, startAnswers } from '../plugins/guards.ts';
import { answerProblems, answerUnreadable, answerUnroutable } from '../plugins/problems.ts';
import { timeouts } from '../timeouts.ts';

/** The calendar's port; nothing is served on it yet. */
export function createCalendarApp(log: Log, trustProxy: readonly string[] = []): FastifyInstance {
  const app = fastify({
    ...timeouts,
    clientErrorHandler: answerUnreadable,
    frameworkErrors: answerUnroutable,
    return503OnClosing: false,
    trustProxy: trustedProxies(trustProxy),
  });
  startAnswers(app);
  guardRequests(app);
  answerProblems(app, log);
  return app;
}
