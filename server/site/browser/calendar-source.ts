import type { CalendarWords, ShownEvent } from '../calendar-table.ts';

export interface CalendarEvents {
  readonly events: readonly ShownEvent[];
}

interface Subscriber {
  /** Returns the current query. */
  query(): string;
  onAnswer(answer: CalendarEvents): void;
  onState(state: string): void;
}

/**
 * Milliseconds between requests: soon enough after a release, and before the server drops a silent
 * client.
 */
const intervalMilliseconds = 15_000;
const retryMilliseconds = [1000, 3000, 10_000, 30_000] as const;
const path = '/api/public/calendar/v1';

/** Requests the calendar repeatedly, over the WebSocket if there is one, otherwise over HTTP. */
export function connect(
  address: string | null,
  words: CalendarWords,
  subscriber: Subscriber,
): { ask(): void } {
  let socket: WebSocket | null = null;
  let failures = 0;

  const overHttp = async (): Promise<void> => {
    try {
      const response = await fetch(`${path}?${subscriber.query()}`, { cache: 'no-cache' });
      if (!response.ok) throw new Error(response.statusText);
      subscriber.onAnswer(await response.json());
      subscriber.onState(words.upToDate);
    } catch {
      subscriber.onState(words.offline);
    }
  };
  const ask = (): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(subscriber.query());
    else if (socket?.readyState !== WebSocket.CONNECTING) void overHttp();
  };
  const open = (url: string): void => {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      failures = 0;
      subscriber.onState(words.live);
      ask();
    });
    socket.addEventListener('message', ({ data }) => readMessage(String(data), subscriber));
    socket.addEventListener('close', () => {
      socket = null;
      subscriber.onState(words.connecting);
      const pause = retryMilliseconds[Math.min(failures, retryMilliseconds.length - 1)];
      failures += 1;
      setTimeout(() => open(url), pause);
    });
  };
  if (address !== null) open(address);
  setInterval(ask, intervalMilliseconds);
  return { ask };
}

/** Reads a message. A message that is not an answer, such as an error, is ignored. */
function readMessage(text: string, { onAnswer }: Subscriber): void {
  if (text.startsWith('{')) onAnswer(JSON.parse(text));
}
