import { Readable } from 'node:stream';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import type { Registry } from '../../../pipeline/registry/registry.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { inviteOwner } from '../../../pipeline/registry/sign-in.ts';
import { baseUrl } from '../world.ts';

export const cookieName = '__Host-session';

/** Headers that a browser sends with one of our forms. */
export const fromHere = { 'sec-fetch-site': 'same-origin' } as const;

/** A browser: it keeps its cookie, and sends the origin of its forms. */
export interface Browsing {
  token: string | null;
  get(url: string): Promise<LightMyRequestResponse>;
  post(
    url: string,
    fields?: Readonly<Record<string, string | readonly string[]>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<LightMyRequestResponse>;
}

export function browse(app: FastifyInstance, token: string | null = null): Browsing {
  const ask = async (options: InjectOptions): Promise<LightMyRequestResponse> => {
    const cookie = browsing.token === null ? {} : { cookie: `${cookieName}=${browsing.token}` };
    const headers = { 'user-agent': 'Firefox', ...cookie, ...options.headers };
    const response = await app.inject({ ...options, headers });
    const set = response.cookies.find(({ name }) => name === cookieName);
    if (set) browsing.token = set.value === '' ? null : set.value;
    return response;
  };
  const browsing: Browsing = {
    token,
    get: (url) => ask({ url }),
    post: (url, fields = {}, headers = fromHere) =>
      ask({
        url,
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        payload: formOf(fields),
      }),
  };
  return browsing;
}

/** Returns the words of a page in one line. */
export const textOf = (body: string): string => body.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');

/** Fields as a browser sends them. */
export const formOf = (fields: Readonly<Record<string, string | readonly string[]>>): string =>
  new URLSearchParams(
    Object.entries(fields).flatMap(([name, value]) =>
      [value].flat().map((item) => [name, item] as [string, string]),
    ),
  ).toString();

/** Returns a browser in which this owner is signed in, as if by password. */
export async function signedIn(
  app: FastifyInstance,
  registry: Registry,
  owner: string,
): Promise<Browsing> {
  return browse(app, await openSession(registry, owner, 'Firefox', null));
}

/** Creates a sign-in link for an owner, and returns its path. */
export async function inviteTo(registry: Registry, owner: string): Promise<string> {
  const { token } = await inviteOwner(registry, owner, 'test');
  return new URL(`/me/invite/${token}`, baseUrl).pathname;
}

/** Sends a statement like the form of a browser, at once or while it is read. */
export const dropStatement = (
  app: FastifyInstance,
  browsing: Browsing,
  name: string,
  file: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<LightMyRequestResponse> => dropFile(app, browsing, '/me/add', name, file);

/** Sends a file to an address like the form of a browser. */
export function dropFile(
  app: FastifyInstance,
  { token }: Browsing,
  url: string,
  name: string,
  file: Buffer | Iterable<Buffer> | AsyncIterable<Buffer>,
): Promise<LightMyRequestResponse> {
  const boundary = 'a-boundary-that-nothing-holds';
  const head = Buffer.from(
    `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`,
  );
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  async function* body(parts: Iterable<Buffer> | AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    yield head;
    yield* parts;
    yield tail;
  }
  return app.inject({
    method: 'POST',
    url,
    headers: {
      ...fromHere,
      cookie: `${cookieName}=${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
    payload: Buffer.isBuffer(file) ? Buffer.concat([head, file, tail]) : Readable.from(body(file)),
  });
}
