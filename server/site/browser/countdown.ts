import { duration } from '../format.ts';
import type { CalendarEvent } from './events.ts';

/** Says what comes next and how long it is until then. */
export function showNext(events: readonly CalendarEvent[], now: Date): void {
  const element = document.getElementById('next');
  if (element === null) return;
  const seconds = Math.floor(now.getTime() / 1000);
  const next = events.find(({ ts, impact }) => ts > seconds && impact !== 'holiday');
  element.textContent =
    next === undefined
      ? 'Nothing more within the week.'
      : `Next: ${next.currency} ${next.title}, in ${lengthOf(next.ts - seconds)}`;
}

const lengthOf = (seconds: number): string =>
  seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : duration(seconds);
