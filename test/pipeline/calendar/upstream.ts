import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { listenLocally } from '../../support/listen.ts';
import { whileOpen } from '../../support/while-open.ts';

/** Answers a request. */
export type Reply = (response: ServerResponse, headers: IncomingHttpHeaders) => void;

/** A server of feeds, with the requests that it got. */
export interface Upstream {
  url: string;
  asked: IncomingHttpHeaders[];
  reply: Reply;
}

/** Calls the work with a server of feeds, and stops it afterwards. */
export async function withUpstream(work: (upstream: Upstream) => Promise<void>): Promise<void> {
  const asked: IncomingHttpHeaders[] = [];
  const upstream: Upstream = { url: '', asked, reply: (response) => response.end() };
  const listening = listenLocally((request, response) => {
    asked.push(request.headers);
    upstream.reply(response, request.headers);
  });
  await whileOpen(listening, ({ url }) => {
    upstream.url = `${url}/week.json?key=secret`;
    return work(upstream);
  });
}

/** Makes an event in ForexFactory's form. */
export const event = (
  actual: string | undefined,
  title = 'CPI',
  date = '2024-07-11T08:30:00-04:00',
) => ({
  title,
  country: 'USD',
  date,
  impact: 'High',
  forecast: '3.1%',
  previous: '3.3%',
  ...(actual === undefined ? {} : { actual }),
});

/** Makes a handler that answers with a text. */
export const send =
  (body: string, headers: Record<string, string> = {}, status = 200): Reply =>
  (response) =>
    response.writeHead(status, headers).end(body);
