import { pipeline, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../../../pipeline/base/log.ts';
import { etagOf } from '../../http/body.ts';
import { choiceOf } from '../../http/headers.ts';
import { beginAnswer } from '../../http/replies.ts';
import type { ListFile } from './file.ts';

/** Brotli would hold megabytes for each file that is sent. */
const codingFor = choiceOf(['gzip', 'identity']);
const type = 'text/csv; charset=utf-8; header=present';

/** Sends a file as fast as it is taken, or a 304; resolves once nothing more of it is read. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ListFile,
  log: Log,
): Promise<void> {
  const { headers, method, raw } = request;
  const coding = codingFor(headers['accept-encoding'], file.bytes);
  if (!beginAnswer(request, reply, etagOf(file.hash, coding), type, coding)) return;
  reply.header('content-disposition', `attachment; filename="${file.name}"`);
  if (method === 'HEAD') {
    reply.send();
    return;
  }
  if (raw.socket.destroyed) return;
  const source = Readable.from(file.pieces(), { objectMode: false });
  const isRead = finished(source);
  // To answers that wait behind another one Node says nothing of the end of their connection.
  raw.once('close', () => {
    if (raw.socket.destroyed) source.destroy();
  });
  reply.send(coding === 'gzip' ? pipeline(source, createGzip(), () => {}) : source);
  try {
    await isRead;
  } catch (error) {
    // The caller may go at any time.
    if (source.errored === null) return;
    await finished(reply.raw).catch(() => {});
    // Where nothing had been sent yet it has become a problem, which is logged as others are.
    if (reply.statusCode === 200) logBroken(request, error, log);
  }
}

const logBroken = ({ id, routeOptions: { url } }: FastifyRequest, error: unknown, log: Log): void =>
  log.error('request failed', {
    request: id,
    route: url,
    error: error instanceof Error ? error.stack : String(error),
  });
