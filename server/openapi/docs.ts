import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { FastifyInstance } from 'fastify';
import { packageRoot } from '../../pipeline/base/package-root.ts';
import { createBody } from '../http/body.ts';
import { remembered } from '../http/memory.ts';
import { sendBody } from '../http/replies.ts';
import { readRoute } from '../http/routes.ts';

const packaged = createRequire(import.meta.url);
const own = (name: string): URL => new URL(`server/openapi/page/${name}`, packageRoot);
const uiFile = (name: string): string => packaged.resolve(`@fastify/swagger-ui/static/${name}`);

/** The page's addresses, their files and types. */
const files = [
  ['/docs', own('index.html'), 'text/html; charset=utf-8'],
  ['/docs/start.js', own('start.js'), 'text/javascript; charset=utf-8'],
  ['/docs/page.css', own('page.css'), 'text/css; charset=utf-8'],
  ['/docs/swagger-ui.css', uiFile('swagger-ui.css'), 'text/css; charset=utf-8'],
  ['/docs/swagger-ui-bundle.js', uiFile('swagger-ui-bundle.js'), 'text/javascript; charset=utf-8'],
] as const;

/** Lets the page load its own files and the document alone, and nobody frame it. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `GET /docs`: the API's description as a page. The files are sent like every other body; the
 * routes that `@fastify/swagger-ui` brings answer no HEAD and have two more addresses of the
 * document, outside the limits.
 */
export function docsRoute(app: FastifyInstance): void {
  for (const [url, path, contentType] of files) {
    const bodyOf = remembered(async () => createBody(await readFile(path)));
    readRoute(app, url, async (request, reply) => {
      reply.header('content-security-policy', policy).header('referrer-policy', 'no-referrer');
      return sendBody(request, reply, await bodyOf(url), contentType);
    });
  }
}
