import { request } from 'node:http';

export interface Answer {
  readonly status: number;
  /** Headers by lower-case name, without those of the connection and the date. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly localAddress?: string;
}

const passing = new Set(['date', 'connection', 'keep-alive', 'x-ratelimit-reset']);

/** Sends one request over its own connection. Returns every header as received. */
export function ask(url: string, given: Asking = {}): Promise<Answer> {
  const { method = 'GET', headers = {}, localAddress } = given;
  return new Promise((resolve, reject) => {
    const address = localAddress === undefined ? {} : { localAddress };
    const asked = request(url, { method, headers, agent: false, ...address }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        const found = Object.entries(response.headers).filter(([name]) => !passing.has(name));
        resolve({
          status: response.statusCode ?? 0,
          headers: new Map(found.map(([name, value]) => [name, String(value)])),
          body,
        });
      });
    });
    asked.on('error', reject).end();
  });
}
