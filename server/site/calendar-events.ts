import { fillText } from './language/format.ts';

// Shared by the page from the server and the script that keeps it up to date.

/** Event with only what decides when it happens. */
interface TimedEvent {
  readonly ts: number;
  readonly impact: string;
  readonly currency: string;
  readonly title: string;
}

interface NextTexts {
  readonly next: string;
  readonly nextHigh: string;
  readonly nothingNext: string;
}

/** Returns the next high-impact event, else the next event; undefined if all events are past. */
export function nextEvent<Event extends TimedEvent>(
  events: readonly Event[],
  seconds: number,
): Event | undefined {
  const later = events.filter(({ ts, impact }) => ts > seconds && impact !== 'holiday');
  return later.find(({ impact }) => impact === 'high') ?? later[0];
}

/** Writes the next event with the time until then. */
export function nextText(
  events: readonly TimedEvent[],
  now: Date,
  words: NextTexts,
  writeLength: (seconds: number) => string,
): string {
  const seconds = Math.floor(now.getTime() / 1000);
  const event = nextEvent(events, seconds);
  if (event === undefined) return words.nothingNext;
  const { currency, title, impact, ts } = event;
  const text = impact === 'high' ? words.nextHigh : words.next;
  return fillText(text, { currency, title, length: writeLength(ts - seconds) });
}

/** Direction of a released value compared with its forecast. */
export type Direction = 'above' | 'below' | 'equal';

export const directionSigns: Readonly<Record<Direction, string>> = {
  above: '▲',
  below: '▼',
  equal: '=',
};

const factors: Readonly<Record<string, number>> = { K: 1e3, M: 1e6, B: 1e9, T: 1e12 };

/** Compares values such as `0.4%` or `231K`. Returns null if a value or a unit is unreadable. */
export function directionOf(actual: string, forecast: string): Direction | null {
  const [first, second] = [readValue(actual), readValue(forecast)];
  if (first === null || second === null || first.isPercent !== second.isPercent) return null;
  if (first.value === second.value) return 'equal';
  return first.value > second.value ? 'above' : 'below';
}

function readValue(text: string): { value: number; isPercent: boolean } | null {
  const plain = text.trim().replace('−', '-');
  const [, digits, unit = ''] =
    /^([-+]?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.\d+)?)\s?([%KMBT]?)$/.exec(plain) ?? [];
  if (digits === undefined) return null;
  const value = Number(digits.replaceAll(',', '')) * (factors[unit] ?? 1);
  return { value, isPercent: unit === '%' };
}
