import { type TimezoneGuess, timeOfWeek } from '../../../pipeline/read/propose-timezone.ts';
import type { OwnerWords } from '../../language/words.ts';
import { type Html, html, plainText } from '../../site/html.ts';
import { fillText } from '../../site/language/format.ts';
import type { PageWords } from '../page-request.ts';
import { reasonText } from '../reasons/reason-text.ts';

/** Time zones of most brokers, the usual first. */
const usual = ['NY+7', 'Europe/Athens', 'UTC', 'Europe/London', 'Europe/Berlin'] as const;
const shifts = [0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12];
const offsets = Array.from({ length: 27 }, (_, at) => at - 12).filter((hours) => hours !== 0);

/** Writes hours as an offset, such as `+02:00`. */
const offsetName = (hours: number): string =>
  `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`;

const cities = Intl.supportedValuesOf('timeZone');

/** Returns the name of a time zone for owners: `New York + 7` for `NY+7`. */
export function zoneName(name: string, { zones }: OwnerWords['statement']): string {
  const hours = /^NY\+(\d+)$/.exec(name)?.[1];
  return hours === undefined ? name.replaceAll('_', ' ') : fillText(zones.fromNewYork, { hours });
}

function labelOf(name: string, words: OwnerWords['statement']): string {
  const label = zoneName(name, words);
  if (name === 'NY+7') return fillText(words.zones.summerUs, { name: label });
  if (name === 'Europe/Athens') return fillText(words.zones.summerEu, { name: label });
  return label;
}

/** Select field for the time zone of a statement. Nothing is selected if `chosen` is empty. */
export function timezoneField({ words: { statement: words } }: PageWords, chosen: string): Html {
  const { zones } = words;
  const groups: [title: string, names: readonly string[]][] = [
    [zones.usual, usual],
    [zones.newYork, shifts.map((hours) => `NY+${hours}`)],
    [zones.fixed, offsets.map(offsetName)],
    [zones.cities, cities],
  ];
  const isListed = groups.some(([, names]) => names.includes(chosen));
  // A city of the first group is listed twice: only the first is selected.
  let isSelected = false;
  const option = (name: string): Html => {
    const isChosen = name === chosen && !isSelected;
    isSelected ||= isChosen;
    return html`<option value="${name}"${isChosen && html` selected`}>${labelOf(name, words)}</option>`;
  };
  return html`<label>${words.timezone} <select name="clock" required aria-describedby="timezone-reason">${chosen === '' ? html`<option value="" selected>${words.choose}</option>` : !isListed && option(chosen)}${groups.map(
    ([title, names]) => html`<optgroup label="${title}">${names.map(option)}</optgroup>`,
  )}</select></label>
`;
}

/** Says why a time zone was guessed: at which time of it the market's week began and ended. */
export function guessReason(
  { name, others, weeks, earliest, latest }: TimezoneGuess,
  page: PageWords,
): string {
  const { language } = page.context;
  const { statement: words } = page.words;
  const local = (time: string) => plainText(reasonText(timeOfWeek(time), page));
  const reason = fillText(words.guessed, {
    name: zoneName(name, words),
    weeks: language.counted(words.weeks, weeks),
    earliest: local(earliest),
    latest: local(latest),
    opens: local('Sun 17:00'),
    closes: local('Fri 17:00'),
  });
  if (others.length === 0) return reason;
  const names = others.map((zone) => zoneName(zone, words)).join(', ');
  return `${reason} ${fillText(words.alsoFits, { names })}`;
}
