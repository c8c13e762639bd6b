import type { FormatWords } from '../language/format.ts';
import { createFormat, fillText } from '../language/format.ts';

/** Rewrites times in the time zone of the reader. The UTC text becomes the tooltip. */
export function localiseTimes(words: FormatWords): void {
  const format = createFormat(words);
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[datetime]:not(.ago)')) {
    const at = new Date(element.dateTime);
    const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
    element.title = element.textContent ?? '';
    element.textContent = fillText('{day}, {time}', {
      day: format.day(local),
      time: local.slice(11, 16),
    });
  }
}
