import { derivableWords } from '../../pipeline/registry/derivable-words.ts';
import { leaks } from '../../pipeline/registry/leaks.ts';

/** Rows of the register that no flag closes. They hold for every published account. */
const alwaysOpen = [
  [
    '`trades`',
    'the account itself',
    'the floating profit (also of a single position), and results between two visits, from balance, equity and `updated_at`',
  ],
  [
    '`trades`, `equity_curve`, `twr`',
    'the account itself',
    'days whose results, deposits or capital changed later, with profit and return before and after, from `restatements`',
  ],
  [
    '`trades`',
    'any section that uses instruments, prices, times, magic numbers, costs or lots',
    'days on which one of these changed later, but not which one, from `restatements`',
  ],
  [
    '`equity_curve`',
    '`advanced`, `rolling`, `benchmark` or `exposure`',
    'days whose equity changed later, from `restatements`',
  ],
  [
    'a private account',
    'a public portfolio that contains it',
    "its figures: the portfolio's, minus those of the other members",
  ],
  [
    '`contributions`',
    'the accounts of the portfolio',
    'weights and results, from the balances and deposits of the accounts',
  ],
] as const;

/**
 * Formats the register for the docs, one Markdown row for each leak. Leaks without a flag are last.
 */
export function leaksTable(): string {
  const rows = leaks.map(
    ({ hidden, shown, derivable }) =>
      `| \`${hidden}\` | ${shown.map((part) => `\`${part}\``).join(', ')} | ${derivableWords[derivable]} |`,
  );
  const openRows = alwaysOpen.map((cells) => `| ${cells.join(' | ')} |`);
  return ['| hidden | shown | still derivable |', '|---|---|---|', ...rows, ...openRows].join('\n');
}
