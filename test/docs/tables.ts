import { conventionsTable, differencesTable } from './differences.ts';
import { figuresTables } from './figures.ts';
import { leaksTable } from './leaks.ts';
import { printedFiguresTable, reasonsTable } from './printed-figures.ts';
import { hidingTable, sectionsTable } from './sections.ts';
import { settingsTable } from './settings.ts';

interface PrintedTable {
  readonly document: string;
  readonly print: () => string;
}

/** Tables in documents that the code prints. */
export const printedTables: readonly PrintedTable[] = [
  { document: 'docs/operators.md', print: settingsTable },
  { document: 'docs/owners.md', print: leaksTable },
  { document: 'docs/registry.md', print: hidingTable },
  { document: 'docs/api.md', print: sectionsTable },
  { document: 'docs/numbers.md', print: figuresTables },
  { document: 'docs/numbers.md', print: conventionsTable },
  { document: 'docs/numbers.md', print: differencesTable },
  { document: 'docs/data-in.md', print: printedFiguresTable },
  { document: 'docs/numbers.md', print: reasonsTable },
];

/**
 * Replaces the table with the same head in a document. Several tables with headings replace all
 * from the first of these headings to the next larger one.
 */
export function withTable(text: string, printed: string): string {
  const [first = ''] = printed.split('\n');
  const start = text.indexOf(`\n${first}\n`) + 1;
  if (start === 0) throw new Error(`no table begins with ${first}`);
  const rest = text.slice(start);
  const old = first.startsWith('### ')
    ? (/^[\s\S]*?\n(?=\n## )/.exec(rest)?.[0] ?? rest)
    : (/^(?:\|.*\n)+/.exec(rest)?.[0] ?? '');
  return `${text.slice(0, start)}${printed}\n${rest.slice(old.length)}`;
}
