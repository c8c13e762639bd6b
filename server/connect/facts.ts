import type { FastifyInstance, FastifyRequest } from 'fastify';
import { inEnglish } from '../../pipeline/base/reasons/reason.ts';
import type { SentBody } from '../../pipeline/connect/body.ts';
import { type Outcome, unconfirmed } from '../../pipeline/connect/outcome.ts';
import type { Receiving } from '../../pipeline/connect/receive.ts';
import { closedToOwner } from '../../pipeline/registry/operator-accounts.ts';
import type { Registry } from '../../pipeline/registry/registry.ts';
import type { CallerServices } from '../callers/callers.ts';
import { ApiError, type ProblemName } from '../http/errors.ts';
import { pathInGroup } from '../http/routes.ts';
import { forgetIfDeleted, senderOf } from './senders.ts';

export const connectPath = '/connect';
const factsPath = '/connect/v1/facts';

/** Services that receive data. */
export interface ConnectServices {
  readonly inbox: Receiving;
  /** Registry that stores the codes of terminals. */
  readonly registry: Registry;
}

const maxBytes = 5 * 1024 * 1024;

/** Most bytes of bodies that are received at the same time, so that memory stays bounded. */
const maxBytesAtOnce = 32 * maxBytes;
/** Most of these bytes for one owner, so that others can send too. */
const maxBytesOfOwner = maxBytesAtOnce / 4;
const retryAfterSeconds = 5;

const types = ['application/json', 'application/x-ndjson'] as const;

/** Counts the bytes of bodies that are received at the same time. */
function createIntake() {
  let bytesAtOnce = 0;
  const bytesOfOwners = new Map<string, number>();
  const add = (owner: string, bytes: number): void => {
    bytesAtOnce += bytes;
    const ofOwner = (bytesOfOwners.get(owner) ?? 0) + bytes;
    if (ofOwner > 0) bytesOfOwners.set(owner, ofOwner);
    else bytesOfOwners.delete(owner);
  };
  return {
    /** Takes in a body. Returns the function that returns its bytes; throws if it is too much. */
    enter(owner: string, bytes: number): () => void {
      if (bytesAtOnce + bytes > maxBytesAtOnce) {
        const detail =
          'The server is receiving too much at once. Nothing was stored. Send it again.';
        throw new ApiError('unavailable', { detail });
      }
      if ((bytesOfOwners.get(owner) ?? 0) + bytes > maxBytesOfOwner) {
        throw tooMuchAtOnce(
          `You are sending more than ${maxBytesOfOwner >> 20} MiB at once. Wait for the answers to earlier requests, then send this again.`,
        );
      }
      add(owner, bytes);
      let isReturned = false;
      return () => {
        if (!isReturned) add(owner, -bytes);
        isReturned = true;
      };
    },
  };
}

/**
 * `POST /connect/v1/facts`: checks rows of the key's account, stores the good ones, then answers.
 */
export function factsRoute(
  app: FastifyInstance,
  services: ConnectServices & Pick<CallerServices, 'liveRegistry'>,
): void {
  const { inbox } = services;
  const intake = createIntake();
  app.removeAllContentTypeParsers();
  app.addContentTypeParser([...types], { parseAs: 'buffer' }, (_request, bytes, done) =>
    done(null, bytes),
  );
  app.route<{ Body: Buffer | undefined }>({
    method: 'POST',
    url: pathInGroup(app, factsPath),
    bodyLimit: maxBytes,
    config: { takesBody: true },
    async preParsing(request, reply, body) {
      const { headers, raw } = request;
      const { isClosed, owner } = senderOf(request);
      if (isClosed) throw new ApiError('conflict', { detail: inEnglish(closedToOwner) });
      const coding = headers['content-encoding']?.toLowerCase() ?? 'identity';
      if (coding !== 'gzip' && coding !== 'identity') {
        const detail = 'Send the body uncompressed or with Content-Encoding: gzip.';
        throw new ApiError('unsupported_media_type', { detail });
      }
      const bytes = Number(headers['content-length'] ?? maxBytes);
      if (bytes > maxBytes) throw tooLarge();
      const leave = intake.enter(owner, bytes);
      const returnBytes = () => {
        leave();
        raw.socket.off('close', returnBytes);
      };
      raw.socket.once('close', returnBytes);
      reply.raw.once('close', returnBytes);
      // A client that waits for "100 Continue" sends its body only now.
      if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
      return body;
    },
    errorHandler(error, _request, _reply) {
      throw error.statusCode === 413 && !(error instanceof ApiError) ? tooLarge() : error;
    },
    async handler(request, reply) {
      const { id, owner, plan, account_id } = senderOf(request);
      const idempotencyKey = idempotencyKeyOf(request);
      const body = bodyOf(request);
      const arrival = { ...body, keyId: id, accountId: account_id, owner, plan, idempotencyKey };
      const outcome = await inbox.receive(arrival).catch(notConfirmed);
      await forgetIfDeleted(request, services).catch((error: unknown) => {
        throw error instanceof ApiError && error.status < 500 ? error : notConfirmed(error);
      });
      const answer = answerOf(outcome);
      return reply.code(202).header('cache-control', 'no-store').send(answer);
    },
  });
}

/** Throws a 503 for a failure after which the rows may be stored. */
function notConfirmed(cause: unknown): never {
  throw new ApiError('unavailable', { cause, detail: unconfirmed });
}

const tooLarge = () =>
  new ApiError('content_too_large', {
    detail: `The body is larger than ${maxBytes >> 20} MiB. Send fewer rows at a time.`,
  });

const tooMuchAtOnce = (detail: string) =>
  new ApiError('rate_limited', { detail, headers: { 'retry-after': String(retryAfterSeconds) } });

function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const detail = 'Idempotency-Key must be 1 to 255 ASCII characters without spaces.';
  throw new ApiError('bad_request', { detail });
}

function bodyOf({ body, headers }: FastifyRequest<{ Body: Buffer | undefined }>): SentBody {
  const name = headers['content-type']?.split(';', 1)[0]?.trim().toLowerCase();
  const type = types.find((known) => known === name);
  if (type === undefined) {
    const detail = `Send the body as ${types.join(' or ')}.`;
    throw new ApiError('unsupported_media_type', { detail, allowed: types });
  }
  if (body === undefined || body.length === 0) {
    throw new ApiError('bad_request', { detail: 'The body is empty.' });
  }
  return { bytes: body, type, isGzip: headers['content-encoding']?.toLowerCase() === 'gzip' };
}

const problems: Readonly<Record<number, ProblemName>> = {
  400: 'bad_request',
  413: 'content_too_large',
  422: 'unprocessable',
  503: 'unavailable',
  507: 'insufficient_storage',
};

function answerOf(outcome: Outcome): object {
  if ('status' in outcome) {
    const { status, detail, allowed, limit, retryAfter } = outcome;
    if (status === 429) throw tooMuchAtOnce(detail);
    const options = {
      detail,
      allowed,
      members: limit && { limit },
      headers: retryAfter ? { 'retry-after': String(retryAfter) } : undefined,
    };
    throw new ApiError(problems[status] ?? 'internal', options);
  }
  const { receipt, state, accepted, rejected, rejected_count } = outcome.receipt;
  if (state === 'refused') {
    throw new ApiError('unprocessable', {
      detail: 'No row of the body could be accepted.',
      members: { receipt, accepted, rejected, rejected_count },
    });
  }
  const { deals, warnings = [] } = outcome;
  return {
    receipt,
    accepted,
    rejected,
    rejected_count,
    ...(warnings.length > 0 && { warnings }),
    ...(deals !== undefined && { deals }),
  };
}
