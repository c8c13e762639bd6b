import { type ConventionDifference, differences } from '../../server/site/differences.ts';
import { english } from '../../server/site/language/languages.ts';
import { bookingsText, valueText } from '../../server/site/pages/numbers.ts';
import { sentencesOf } from './prose.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Prints the rules for all figures as a Markdown table, one row for each sentence. */
export const conventionsTable = (): string =>
  [
    row('on', 'rule'),
    '|---|---|',
    ...Object.values(english.words.numbers.conventions).flatMap(({ title, text }) =>
      sentencesOf({ kind: 'cell', line: 1, text }).map((sentence, at) =>
        row(at === 0 ? title : '', sentence.text),
      ),
    ),
  ].join('\n');

/** Prints differences from other programs as a Markdown table. */
export const differencesTable = (): string =>
  [
    row('figure', 'rule', 'example', 'here', 'elsewhere'),
    '|---|---|---|---|---|',
    ...differences.map(differenceRow),
  ].join('\n');

function differenceRow({ name, figure, bookings, here, elsewhere }: ConventionDifference): string {
  const otherEntries = Object.entries(elsewhere).map(
    ([who, value]) => `${who} ${valueText(value, english)}`,
  );
  const [rule, booked] = [english.words.numbers.differences[name], bookingsText(bookings, english)];
  return row(`\`${figure}\``, rule, booked, valueText(here, english), otherEntries.join(', '));
}
