import type { FormatWords } from '../language/format.ts';
import { drawCharts } from './charts.ts';
import { readBlock } from './curve-data.ts';
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

/**
 * Marks the entry of the contents bar whose part is on the screen, and keeps it in sight. The bar
 * shows an arrow while it has more entries on its right.
 */
function followContents(): void {
  const bar = document.querySelector<HTMLElement>('.contents');
  if (bar === null) return;
  const hint = (): void => {
    const list = bar.querySelector('ul');
    const end = (list?.getBoundingClientRect().left ?? 0) + (list?.scrollWidth ?? 0);
    bar.classList.toggle('goes-on', end > bar.getBoundingClientRect().right + 1);
  };
  let present = -1;
  const links = [...document.querySelectorAll<HTMLAnchorElement>('.contents a')];
  const targets = links.map(({ hash }) => document.getElementById(hash.slice(1)));
  const update = (): void => {
    const last = targets.findLastIndex((part) => (part?.getBoundingClientRect().top ?? 1e6) < 120);
    const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
    const current = isAtEnd && scrollY > 0 ? links.length - 1 : Math.max(0, last);
    if (current === present) return;
    present = current;
    const link = links[current];
    if (link) bar.scrollLeft = link.offsetLeft - (bar.clientWidth - link.offsetWidth) / 2;
    for (const [at, link] of links.entries()) {
      if (at === current) link.setAttribute('aria-current', 'true');
      else link.removeAttribute('aria-current');
    }
  };
  addEventListener('scroll', update, { passive: true });
  bar.addEventListener('scroll', hint, { passive: true });
  addEventListener('resize', hint);
  update();
  hint();
}

const words = readBlock<FormatWords>('format-words');
void drawCharts();
markScrollableTables();
followContents();
if (words !== null) {
  localiseTimes(words);
  showAges(words);
}
