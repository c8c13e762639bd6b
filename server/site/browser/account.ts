import { drawCharts } from './charts.ts';

const format = new Intl.DateTimeFormat(document.documentElement.lang, {
  dateStyle: 'medium',
  timeStyle: 'short',
});

/** Puts instants into the reader's own time; what was written in UTC stays in the title. */
function localiseTimes(): void {
  for (const element of document.querySelectorAll<HTMLTimeElement>('time[datetime]')) {
    element.title = element.textContent ?? '';
    element.textContent = format.format(new Date(element.dateTime));
  }
}

drawCharts();
localiseTimes();
