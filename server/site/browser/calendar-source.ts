import type { CalendarEvents, CalendarWords } from './calendar-types.ts';

interface Wishes {
  /** What to ask for, as of now. */
  query(): string;
  onAnswer(answer: CalendarEvents): void;
  onState(state: string): void;
}

/** Often enough for a release, and well before the server takes silence for absence. */
const intervalMilliseconds = 15_000;
const retryMilliseconds = [1000, 3000, 10_000, 30_000] as const;
const path = '/api/public/calendar/v1';

/** Asks for the calendar again and again, over the WebSocket where there is one. */
export function connect(
  address: string | null,
  words: CalendarWords,
  wishes: Wishes,
): { ask(): void } {
  let socket: WebSocket | null = null;
  let failures = 0;

  const overHttp = async (): Promise<void> => {
    try {
      const response = await fetch(`${path}?${wishes.query()}`, { cache: 'no-cache' });
      if (!response.ok) throw new Error(response.statusText);
      wishes.onAnswer(await response.json());
      wishes.onState(words.upToDate);
    } catch {
      wishes.onState(words.offline);
    }
  };
  const ask = (): void => {
    if (socket?.readyState === WebSocket.OPEN) socket.send(wishes.query());
    else if (socket?.readyState !== WebSocket.CONNECTING) void overHttp();
  };
  const open = (url: string): void => {
    socket = new WebSocket(url);
    socket.addEventListener('open', () => {
      failures = 0;
      wishes.onState(words.live);
      ask();
    });
    socket.addEventListener('message', ({ data }) => read(String(data), wishes));
    socket.addEventListener('close', () => {
      socket = null;
      wishes.onState(words.connecting);
      const pause = retryMilliseconds[Math.min(failures, retryMilliseconds.length - 1)];
      failures += 1;
      setTimeout(() => open(url), pause);
    });
  };
  if (address !== null) open(address);
  setInterval(ask, intervalMilliseconds);
  return { ask };
}

/** An error is a text of its own; the events that are shown stay then. */
function read(text: string, { onAnswer }: Wishes): void {
  if (text.startsWith('{')) onAnswer(JSON.parse(text));
}
