import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { setCommonHeaders } from '../replies.ts';

const longestUrl = 8192;

/** Headers on every answer, and refusal of requests that no route wants. */
export function guardRequests(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, next) => {
    setCommonHeaders(reply);
    if (request.raw.url && request.raw.url.length > longestUrl) {
      next(closing(reply, new ApiError('uri_too_long')));
    } else if (hasBody(request)) {
      next(closing(reply, new ApiError('content_too_large')));
    } else {
      next();
    }
  });
}

function hasBody({ headers }: FastifyRequest): boolean {
  const length = headers['content-length'];
  return headers['transfer-encoding'] !== undefined || (length !== undefined && length !== '0');
}

function closing(reply: FastifyReply, error: ApiError): ApiError {
  reply.header('connection', 'close');
  return error;
}
