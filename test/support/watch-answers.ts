import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { answerFaults } from './answer-faults.ts';

const decoders = new Map([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
]);

/** Answers of all apps in this process. An ETag stands for the bytes. */
const seen = new Set<string>();

/** Compares every answer of an app with the API's description. Returns the faults found so far. */
export function watchAnswers(app: FastifyInstance): readonly string[] {
  const faults: string[] = [];
  app.addHook('onSend', async (request, reply, payload) => {
    const { method } = request;
    const headers = reply.getHeaders();
    const { statusCode: status } = reply;
    const route = request.routeOptions.url;
    const name = JSON.stringify([method, route, status, headers.etag, Object.keys(headers)]);
    if (headers.etag !== undefined && seen.has(name)) return payload;
    // The schema describes whole sections, and `fields` asks for a part.
    if (typeof request.query === 'object' && request.query && 'fields' in request.query) {
      return payload;
    }
    const answer = { method, route, status, headers, body: textOf(payload, headers) };
    const found = answerFaults(answer);
    faults.push(...found);
    if (found.length === 0 && headers.etag !== undefined) seen.add(name);
    return payload;
  });
  return faults;
}

function textOf(payload: unknown, headers: Readonly<Record<string, unknown>>): string {
  if (!Buffer.isBuffer(payload)) return typeof payload === 'string' ? payload : '';
  const decode = decoders.get(String(headers['content-encoding']));
  return (decode ? decode(payload) : payload).toString();
}
