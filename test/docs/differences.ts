import { type ConventionDifference, differences } from '../../server/site/differences.ts';
import { en } from '../../server/site/language/en.ts';
import { english } from '../../server/site/language/languages.ts';
import { bookingsText, valueText } from '../../server/site/pages/numbers.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Rules that every figure keeps to, as a Markdown table. */
export const conventionsTable = (): string =>
  [
    row('on', 'rule'),
    '|---|---|',
    ...Object.values(en.numbers.conventions).map(([on, rule]) => row(on, rule)),
  ].join('\n');

/** Where others compute otherwise, as a Markdown table. */
export const differencesTable = (): string =>
  [
    row('figure', 'rule', 'bookings', 'here', 'elsewhere'),
    '|---|---|---|---|---|',
    ...differences.map(differenceRow),
  ].join('\n');

function differenceRow({ name, figure, bookings, here, elsewhere }: ConventionDifference): string {
  const others = Object.entries(elsewhere).map(
    ([who, value]) => `${who} ${valueText(value, english)}`,
  );
  const [rule, booked] = [en.numbers.differences[name], bookingsText(bookings, english)];
  return row(`\`${figure}\``, rule, booked, valueText(here, english), others.join(', '));
}
