import type { FormatWords } from '../language/format.ts';
import { drawCharts } from './charts.ts';
import { readBlock } from './curve-data.ts';
import { explainMarks } from './explained-marks.ts';
import { localiseTimes } from './local-times.ts';
import { markScrollableTables } from './scroll-hints.ts';

/** Units of a relative time, the longest first, each with its length in seconds. */
const lengths = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** Writes ages of data as `4 minutes ago`. The day becomes the tooltip. */
function showAges({ locale }: FormatWords): void {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  for (const element of document.querySelectorAll<HTMLTimeElement>('time.ago')) {
    const seconds = (Date.now() - Date.parse(element.dateTime)) / 1000;
    const [unit, length] = lengths.find(([, least]) => seconds >= least) ?? ['minute', 60];
    element.title = element.textContent ?? '';
    element.textContent = format.format(-Math.floor(seconds / length), unit);
  }
}

/** Scrolls the bar of pages so that the present one is in sight. */
function showPresentPage(): void {
  const bar = document.querySelector<HTMLElement>('.contents');
  const current = bar?.querySelector<HTMLAnchorElement>('[aria-current]');
  if (!bar || !current) return;
  bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
}

/** Leads from a fragment of the one long page that there was to the page that has its section. */
function followFragment(): void {
  const asked = location.hash.slice(1);
  if (asked === '') return;
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.contents a[data-fragments]')) {
    if (!link.dataset.fragments?.split(' ').includes(asked)) continue;
    location.replace(`${link.href}#${asked}`);
  }
}

const words = readBlock<FormatWords>('format-words');
void drawCharts();
markScrollableTables();
explainMarks();
showPresentPage();
followFragment();
addEventListener('hashchange', followFragment);
if (words !== null) {
  localiseTimes(words);
  showAges(words);
}
