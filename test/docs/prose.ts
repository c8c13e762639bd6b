import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
  countWords,
  cutSentences,
  longestSentence,
  withoutCode,
  wordingAdvice,
} from './plain-english.ts';

// Measures how hard the documents are to read. Also a script: `node dist/test/docs/prose.js FILE…`
// prints a line for each place that breaks a rule, and exits with 1 if there are any.

/** The most characters of a line, and the most words of a paragraph, a sentence and a cell. */
const proseLimits = {
  line: 100,
  paragraph: 80,
  sentence: longestSentence,
  cell: 20,
} as const;

/** A piece of a document, with the number of its first line. */
export interface ProseBlock {
  readonly kind: 'heading' | 'paragraph' | 'item' | 'cell' | 'code';
  readonly line: number;
  /** The text without its markers (`#`, `-`, `|`), with its line breaks. Code has its fences. */
  readonly text: string;
}

/** A place in a document that breaks a rule. */
export interface ProseViolation {
  readonly file: string;
  readonly line: number;
  /** The line, paragraph, sentence or cell. */
  readonly text: string;
  readonly advice: string;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

const marker = /^\s*(?:[-*+]|\d+[.)])\s+/;
const heading = /^#{1,6}\s+/;

/** Returns true for the rule (`|---|---|`) below the head of a table. */
const isRule = (text: string): boolean => /^[\s|:-]+$/.test(text);

/** Cuts a row of a table at its bars. A bar in a cell is written `\|`. */
const cellsOf = (row: string): string[] =>
  row
    .trim()
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '');

/** Parses a Markdown document into its blocks. Comments and empty cells are left out. */
export function parseProse(markdown: string): ProseBlock[] {
  const blocks: Mutable<ProseBlock>[] = [];
  const add = (kind: ProseBlock['kind'], line: number, text: string) => {
    const block = { kind, line, text };
    blocks.push(block);
    return block;
  };
  /** The block that the next line may continue. */
  let open: Mutable<ProseBlock> | null = null;
  let fence: string | null = null;
  const lines = markdown.replace(/<!--.*?-->/gs, (all) => all.replace(/[^\n]/g, '')).split('\n');
  for (const [index, text] of lines.entries()) {
    const line = index + 1;
    const [mark = null] = text.trim().match(/^(?:`{3,}|~{3,})/) ?? [];
    if (fence !== null) {
      if (open) open.text += `\n${text}`;
      if (text.trim() === fence) [open, fence] = [null, null];
    } else if (mark !== null) {
      open = add('code', line, text);
      fence = mark;
    } else if (text.trim() === '') open = null;
    else if (text.trim().startsWith('|')) {
      open = null;
      for (const cell of isRule(text) ? [] : cellsOf(text)) add('cell', line, cell);
    } else if (heading.test(text)) {
      open = null;
      add('heading', line, text.replace(heading, ''));
    } else if (marker.test(text)) open = add('item', line, text.replace(marker, ''));
    else if (open) open.text += `\n${text.replace(/^>\s?/, '')}`;
    else open = add('paragraph', line, text.replace(/^>\s?/, ''));
  }
  return blocks;
}

/** Replaces links and images by their texts, without changing the number of lines. */
const withoutTargets = (text: string): string =>
  text.replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\([^)\s]*\)/g, '$1');

export interface Sentence {
  /** The line of the document that it begins on. */
  readonly line: number;
  readonly text: string;
  readonly words: number;
}

/** Counts the words of Markdown: a code span is one word, and a link has the words of its text. */
export const countProseWords = (text: string): number =>
  countWords(withoutCode(withoutTargets(text)).replaceAll(/\s+/g, ' '));

/** Cuts the text of a block into sentences, each with its line in the document. */
export function sentencesOf(block: ProseBlock): Sentence[] {
  const prose = withoutTargets(block.text);
  return cutSentences(prose).map(({ start, text }) => {
    const before = prose.slice(0, start).split('\n').length - 1;
    return { line: block.line + before, text, words: countProseWords(text) };
  });
}

/** Lists the lines of a document that are too long. Rows of tables and code may be. */
function longLines(
  markdown: string,
  blocks: readonly ProseBlock[],
): Omit<ProseViolation, 'file'>[] {
  const codeLines = new Set(
    blocks
      .filter(({ kind }) => kind === 'code')
      .flatMap(({ line, text }) => text.split('\n').map((_, at) => line + at)),
  );
  return markdown.split('\n').flatMap((text, at) => {
    const line = at + 1;
    const { length } = [...text];
    const isFree = text.trim().startsWith('|') || codeLines.has(line);
    if (isFree || length <= proseLimits.line) return [];
    return [{ line, text, advice: `line of ${length} characters (at most ${proseLimits.line})` }];
  });
}

/** Lists what is wrong with a block of prose: its length, and each of its sentences. */
function faultsOf(block: ProseBlock): Omit<ProseViolation, 'file'>[] {
  if (block.kind === 'code' || block.kind === 'heading') return [];
  const { line, text } = block;
  const rule = block.kind === 'cell' ? 'cell' : 'paragraph';
  const words = countProseWords(text);
  const advice = `${rule} of ${words} words (at most ${proseLimits[rule]})`;
  return [
    ...(words > proseLimits[rule] ? [{ line, text, advice }] : []),
    ...sentencesOf(block).flatMap((sentence) => [
      ...(block.kind !== 'cell' && sentence.words > proseLimits.sentence
        ? [
            {
              ...sentence,
              advice: `sentence of ${sentence.words} words (at most ${proseLimits.sentence})`,
            },
          ]
        : []),
      ...wordingAdvice(withoutCode(sentence.text)).map((advice) => ({
        ...sentence,
        advice,
      })),
    ]),
  ];
}

/** Lists the places of a document that break a rule, in the order of its lines. */
export function violationsIn(file: string, markdown: string): ProseViolation[] {
  const blocks = parseProse(markdown);
  return [...longLines(markdown, blocks), ...blocks.flatMap(faultsOf)]
    .map(({ line, text, advice }) => ({ file, line, text: text.replaceAll(/\s+/g, ' '), advice }))
    .sort((first, second) => first.line - second.line);
}

/** Words a violation in one line: where, how the text begins, and what to change. */
export const violationLine = ({ file, line, text, advice }: ProseViolation): string =>
  `${file}:${line}: ${text.split(' ').slice(0, 8).join(' ')} … ${advice}`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const files = process.argv.slice(2);
  const lines = files.flatMap((file) =>
    violationsIn(file, readFileSync(file, 'utf8')).map(violationLine),
  );
  console.log([...lines, `${lines.length} violations in ${files.length} documents`].join('\n'));
  process.exitCode = lines.length > 0 ? 1 : 0;
}
