import { type BodyCache, createBody } from '../http/body.ts';
import type { Context } from './context.ts';
import type { Html } from './html.ts';
import { pagePolicy } from './policies.ts';
import { bytesOf, type PageAnswer, types } from './respond.ts';

/** Answers with a page that is not cached. It may connect to some other addresses. */
export const freshPage = (page: Html, connectsTo: readonly string[] = []): PageAnswer => ({
  body: createBody(bytesOf(page)),
  type: types.html,
  policy: pagePolicy(connectsTo),
});

/**
 * Answers with a page that is cached. `key` has everything that changes the page, but for its site,
 * language and files.
 */
export function cachedPage(
  bodies: BodyCache,
  key: readonly unknown[],
  { site, assets, language }: Context,
  draw: () => Html,
): PageAnswer {
  const by = [site.baseUrl, assets.version, language.code, language.to('/')];
  const body = bodies.get(JSON.stringify([...key, by]), () => bytesOf(draw()));
  return { body, type: types.html, policy: pagePolicy() };
}
