import { descriptionOf } from '../../sql/figures.ts';
import { sectionFlags, sectionNames, sections } from '../../sql/marts/index.ts';
import { hidables } from '../../sql/privacy.ts';
import { restatements } from '../../sql/record/restatements.ts';

const row = (...cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** Prints the sections that `include` accepts as a Markdown table. */
export const sectionsTable = (): string =>
  [
    row('section', 'is'),
    row('---', '---').replaceAll(' ', ''),
    ...sectionNames.map((name) => row(`\`${name}\``, descriptionOf(sections[name]))),
    row('`restatements`', descriptionOf(restatements)),
  ].join('\n');

type Other = Exclude<(typeof hidables)[number], (typeof sectionFlags)[number]>;

const otherTexts: Readonly<Record<Other, string>> = {
  volume: 'lots as 0, total lots as `null`',
  stop_loss: '`null` in its place',
  take_profit: '`null` in its place',
  comment: '`null` in its place',
  trades: 'no trades and no positions: an empty list whose `total` is 0',
};
const isOther = (name: string): name is Other => name in otherTexts;

/** Prints the values of `hide` as a Markdown table. */
export const hidingTable = (): string =>
  [
    row('in `hide`', 'visitors see'),
    row('---', '---').replaceAll(' ', ''),
    row(sectionFlags.map((name) => `\`${name}\``).join(', '), '`null` in place of the section'),
    ...hidables.filter(isOther).map((name) => row(`\`${name}\``, otherTexts[name])),
  ].join('\n');
