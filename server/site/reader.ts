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

/** Puts the owner's menu in place of the link to sign in, so that pages are cached once for all. */
export function personalise(answer: PageAnswer, reader: Reader, language: Language): PageAnswer {
  const link = textOf(signInLink(language));
  const text = answer.body.bytes.toString().replace(link, () => textOf(menu(reader, language)));
  return { ...answer, body: createBody(Buffer.from(text)), isForAll: false };
}

function menu({ slug, name }: Reader, { words: { layout }, to }: Language): Html {
  return html`<details class="menu"><summary><bdi>${name ?? slug}</bdi></summary><ul><li><a href="${to('/me')}">${layout.yourAccounts}</a></li><li><a href="${to('/me/settings')}">${layout.settings}</a></li><li><form method="post" action="/me/sign-out"><button>${layout.signOut}</button></form></li></ul></details>`;
}
