import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../../pipeline/base/log.ts';
import { etagOf } from '../../http/body.ts';
import { choiceOf } from '../../http/headers.ts';
import { beginAnswer } from '../../http/replies.ts';
import type { ListFile } from './file.ts';

/** Chooses gzip or no compression: Brotli would need megabytes of memory for each file. */
const codingFor = choiceOf(['gzip', 'identity']);

/**
 * Sends a file as fast as the client reads it, or a 304. Resolves once nothing reads the file any
 * more, so that its version can be closed.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ListFile,
  log: Log,
): Promise<void> {
  const { headers, method, raw } = request;
  const coding = codingFor(headers['accept-encoding'], file.bytes);
  if (!beginAnswer(request, reply, etagOf(file.hash, coding), file.type, coding)) return;
  reply.header('content-disposition', `attachment; filename="${file.name}"`);
  if (method === 'HEAD') {
    reply.send();
    return;
  }
  if (raw.socket.destroyed) return;
  const source = Readable.from(file.pieces(), { objectMode: false });
  const isRead = finished(source);
  // Node doesn't tell a queued answer that its connection has ended.
  raw.once('close', () => {
    if (raw.socket.destroyed) source.destroy();
  });
  reply.send(coding === 'gzip' ? pipeline(source, createGzip(), () => {}) : source);
  try {
    await isRead;
  } catch (error) {
    // The client may disconnect at any time. Compression ends its source with an error then.
    if (source.errored === null || isEndedByReader(error)) return;
    await finished(reply.raw).catch(() => {});
    // If nothing was sent yet, the error became a problem, which is logged elsewhere.
    if (reply.statusCode === 200) logBroken(request, error, log);
  }
}

const isEndedByReader = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';

const logBroken = ({ id, routeOptions: { url } }: FastifyRequest, error: unknown, log: Log): void =>
  log.error('request failed', {
    request: id,
    route: url,
    error: error instanceof Error ? error.stack : String(error),
  });
