import { readFileSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';

/** Reads a document, such as `README.md` or `docs/operators.md`. */
export const readDocument = (path: string): string => readFileSync(inPackage(path), 'utf8');

/** Returns the fenced blocks of a document in one language, without the indent of a list. */
export const blocksOf = (text: string, language: string): string[] =>
  [...text.matchAll(/^( *)```(\w+)\n(.*?)^\1```$/gms)]
    .filter((match) => match[2] === language)
    .map(([, indent = '', , block = '']) => block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''));

/** Returns the cells of the rows of the table with this head. */
export function rowsOf(text: string, header: string): string[][] {
  const lines = text
    .slice(text.indexOf(`\n${header}\n`))
    .trim()
    .split('\n');
  const end = lines.findIndex((line) => !line.startsWith('|'));
  return lines.slice(2, end < 0 ? undefined : end).map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

/** Returns the part of a document from a heading to the next one of the same or a higher level. */
export function sectionOf(text: string, heading: string): string {
  const level = heading.indexOf(' ');
  const [, after = ''] = text.split(`\n${heading}\n`);
  return after.split(new RegExp(`\n#{1,${level}} `))[0] ?? '';
}

/** Lists the words in backticks. */
export const namesIn = (text: string): string[] =>
  [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '');

/** Lists names of the code that a document lacks, and names that the code lacks, one line each. */
export function gapsIn(
  document: string,
  found: readonly string[],
  wanted: readonly string[],
): string[] {
  const gaps = [
    ...wanted.filter((name) => !found.includes(name)).map((name) => `${document} lacks ${name}`),
    ...found
      .filter((name) => !wanted.includes(name))
      .map((name) => `${document} has ${name}, which the code does not have`),
  ];
  const at = found.findIndex((name, index) => name !== wanted[index]);
  return gaps.length > 0 || (at < 0 && found.length === wanted.length)
    ? gaps
    : [`${document} has ${found[at] ?? 'nothing'} where the code has ${wanted[at] ?? 'nothing'}`];
}

/**
 * Returns the first line in which a document differs from the expected text; null if it does not.
 */
export function firstDifference(document: string, found: string, wanted: string): string | null {
  if (found === wanted) return null;
  const [lines, others] = [found.split('\n'), wanted.split('\n')];
  const at = others.findIndex((line, index) => line !== lines[index]);
  const index = at < 0 ? others.length : at;
  const [line, other] = [lines[index], others[index]].map((text) => text ?? '(the end)');
  return `${document} line ${index + 1} is\n  ${line}\nand should be\n  ${other}`;
}
