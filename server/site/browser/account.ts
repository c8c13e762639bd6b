import type { FormatWords } from '../language/format.ts';
import { createFormat, fillText } from '../language/format.ts';
import { drawCharts } from './charts.ts';
import { readBlock } from './curve-data.ts';
import { markScrollableTables } from './scroll-hints.ts';

/** Rewrites times in the time zone of the reader; the UTC text moves to the title. */
function localiseTimes(words: FormatWords): void {
  const format = createFormat(words);
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    const at = new Date(element.dateTime);
    const local = new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString();
    element.title = element.textContent ?? '';
    element.textContent = fillText('{day}, {time}', {
      day: format.day(local),
      time: local.slice(11, 16),
    });
  }
}

const words = readBlock<FormatWords>('format-words');
drawCharts();
markScrollableTables();
if (words !== null) localiseTimes(words);
