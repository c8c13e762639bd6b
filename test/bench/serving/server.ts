import { type FastifyInstance, fastify } from 'fastify';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { createMemoryLimits } from '../../../server/callers/limits/create-limits.ts';
import type { Limits, Verdict } from '../../../server/callers/limits/limits.ts';
import { openServer } from '../../server/open-server.ts';
import { addressOf, servingCases } from './cases.ts';

// The process under load: the API, and bare routes with answers of the same length.
const [dataDir = '', key = ''] = process.argv.slice(2);

/** Counts requests as in production, but refuses nobody. */
function countingLimits(): Limits {
  const limits = createMemoryLimits();
  const pass = (verdict: Verdict) => ({ ...verdict, isAllowed: true });
  return {
    take(allowance, client) {
      const verdict = limits.take(allowance, client);
      return verdict instanceof Promise ? verdict.then(pass) : pass(verdict);
    },
    close: () => limits.close(),
  };
}

const clock = () => new Date();
const { app } = await openServer({
  dataDir: dataDirectory(dataDir),
  clock,
  log: silentLog,
  limits: countingLimits(),
  isWatched: false,
});
const bare = fastify();
const sizes: Record<string, number> = {};
for (const servingCase of servingCases(key)) {
  const { name, headers } = servingCase;
  const first = await app.inject({ url: addressOf(servingCase), headers });
  const known = { ...headers, 'if-none-match': String(first.headers.etag) };
  const { statusCode } = await app.inject({
    url: addressOf(servingCase),
    headers: servingCase.isKnown ? known : headers,
  });
  if (![200, 304, 401].includes(statusCode)) throw new Error(`${name}: ${statusCode}`);
  sizes[name] = first.rawPayload.length;
  const constant = Buffer.alloc(first.rawPayload.length, 'x');
  bare.get(`/${name}`, (_request, reply) => {
    if (statusCode === 304) return reply.code(304).send();
    reply.header('content-type', 'application/json; charset=utf-8');
    return reply.send(constant);
  });
}
const etag = (await app.inject({ url: addressOf(known()), headers: known().headers })).headers.etag;

function known() {
  const found = servingCases(key).find(({ isKnown }) => isKnown);
  if (found === undefined) throw new Error('no case of a 304');
  return found;
}

async function portOf(server: FastifyInstance): Promise<number> {
  await server.listen({ host: '127.0.0.1', port: 0 });
  const address = server.server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const ports = { api: await portOf(app), bare: await portOf(bare) };
console.log(JSON.stringify({ ...ports, sizes, etag }));
process.once('SIGTERM', () => process.exit(0));
