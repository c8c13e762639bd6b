import { createBody } from '../http/body.ts';
import { type Html, html, textOf } from './html.ts';
import type { Language } from './language/languages.ts';
import { signInLink } from './layout.ts';
import type { PageAnswer } from './respond.ts';

/** Signed-in owner who reads a page. */
export interface Reader {
  readonly slug: string;
  readonly name: string | null;
}

/** Finds the signed-in owner by the Cookie header; null if nobody is signed in. */
export type FindReader = (cookies: string | undefined) => Promise<Reader | null>;

/**
 * Replaces the sign-in link of an answer by the owner's menu. So the cache needs only one copy of
 * each page for all readers.
 */
export function personalise(answer: PageAnswer, reader: Reader, language: Language): PageAnswer {
  const body = createBody(withMenu(answer.body.bytes, reader, language));
  return { ...answer, body, isForAll: false };
}

/** Returns the bytes of a page with the owner's menu in place of the link to sign in. */
export function withMenu(page: Buffer, reader: Reader, language: Language): Buffer {
  const link = textOf(signInLink(language));
  return Buffer.from(page.toString().replace(link, () => textOf(menu(reader, language))));
}

function menu({ slug, name }: Reader, { words: { layout }, to }: Language): Html {
  return html`<details class="menu"><summary><bdi>${name ?? slug}</bdi></summary><ul><li><a href="${to('/me')}">${layout.yourAccounts}</a></li><li><a href="${to('/me/settings')}">${layout.settings}</a></li><li><form method="post" action="/me/sign-out"><button>${layout.signOut}</button></form></li></ul></details>`;
}
