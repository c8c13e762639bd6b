/** Breach of a rule of how we write, by one sentence or name. */
export interface Breach {
  file: string;
  line: number;
  /** The sentence, shortened to its first 80 characters, or the name. */
  text: string;
  advice: string;
}

/** Longest sentence, in words; a code span counts as one word. */
export const longestSentence = 25;

/** Longest line of a comment, in characters; the formatter keeps code to the same width. */
const longestLine = 100;

interface Rule {
  /** Part of a sentence that breaks the rule. */
  pattern: RegExp;
  advice: string;
}

/** Words that need a second reading, with what to write in their place. */
const words: readonly Rule[] = [
  {
    pattern: /\bwho(?:so)?ever\b/i,
    advice: 'name who does it: "anyone with the link", "the caller"',
  },
  {
    pattern: /\b(?:there )?(?:is|are) none\b/i,
    advice: 'say what is missing: "if the account has no trades"',
  },
  {
    pattern: /\bthat of\b/i,
    advice: 'repeat the noun: "the owner\'s plan" for "that of the owner"',
  },
  {
    pattern: /\bbeside\b/i,
    advice: 'say "next to", "besides", "while … runs", whichever is meant',
  },
];

const passive =
  /\b(?:is|are|was|were|be|been|being)(?: not| only| never| also)? (?:\w+ed|kept|held|told|made|given|taken|written|read|sent|shown|known|found|put|left|begun|brought|built|lost|said|seen|set)\b/gi;

/** Most passive verbs in one sentence. */
const mostPassives = 2;

const openings: Rule = {
  pattern: /^(?:What|Whether|How|Where|Who|Whose|Whom|The same)\b/,
  advice: 'begin with a verb ("Returns …") or with a noun that names the thing',
};

/** Pronouns and participles that say nothing about the thing that they name. */
const emptyNames =
  /\b(?:const|let|var|function)\s+(one|other|others|own|told|kept|given)\b|[(,]\s*(one|other|others|own|told|kept|given)(?=\s*(?:[,)]|: ))(?=[^()]*\)(?::[^=]*)? =>)/g;

/** An object spread where it is written: its members can stand in the outer object. */
const needlessSpread = /\.\.\.\{/g;

const codeSpan = /(`+)[^`]+?\1/g;
const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|vs|cf|approx)\.$/;

/** Replaces code spans and links by one word each. */
export const withoutCode = (text: string): string =>
  text.replaceAll(codeSpan, 'Code').replaceAll(/\{@link [^}]*\}|https?:\S+/g, 'Link');

/**
 * Cuts a text into sentences, each with the index at which it begins. A sentence ends at `.`, `!`
 * or `?` if the next word doesn't begin with a small letter. It also ends at an empty line and at
 * an item of a list. Nothing ends inside a code span.
 */
export function cutSentences(text: string): { start: number; text: string }[] {
  const masked = text.replaceAll(codeSpan, (code) => code.replaceAll(/[^`]/g, 'x'));
  const starts = [0];
  const ends = /[.!?][)\]"'”*_]*\s+(?=[^\s\p{Ll}])|\n\s*\n|\n\s*- /gu;
  for (const match of masked.matchAll(ends)) {
    const isAbbreviation = abbreviation.test(masked.slice(0, match.index + 1));
    if (!isAbbreviation) starts.push(match.index + match[0].length);
  }
  return starts.map((start, at) => ({ start, text: text.slice(start, starts[at + 1]).trim() }));
}

/** Splits a text into its sentences; code spans and links become one word. */
const sentencesOf = (text: string): string[] =>
  cutSentences(text)
    .map((sentence) => withoutCode(sentence.text).replaceAll(/\s+/g, ' '))
    .filter((sentence) => sentence !== '');

/** Counts words; numbers and signs between spaces count too. */
export const countWords = (sentence: string): number =>
  sentence.split(' ').filter((word) => /[\p{L}\p{N}]/u.test(word)).length;

/**
 * Returns advice on the words of a sentence, whatever its length: one entry for each broken rule.
 */
export function wordingAdvice(sentence: string): string[] {
  const passives = sentence.match(passive)?.length ?? 0;
  return [
    ...words.filter(({ pattern }) => pattern.test(sentence)).map(({ advice }) => advice),
    ...(passives > mostPassives ? [`${passives} passive verbs: say who does it`] : []),
  ];
}

/** Returns advice on the length and the words of a sentence: one entry for each broken rule. */
function adviceFor(sentence: string): string[] {
  const count = countWords(sentence);
  const tooLong = `${count} words: make two sentences of it (at most ${longestSentence})`;
  return [...(count > longestSentence ? [tooLong] : []), ...wordingAdvice(sentence)];
}

/** Lists the sentences of a text that break a rule, each with the advice. */
export const adviceOnText = (text: string): string[] =>
  sentencesOf(text).flatMap((sentence) =>
    adviceFor(sentence).map((advice) => `${sentence}\n    ${advice}`),
  );

interface Comment {
  line: number;
  text: string;
  isDoc: boolean;
}

const lineOf = (source: string, index: number): number => source.slice(0, index).split('\n').length;

/** Lists the comments of a TypeScript or SQL file; line comments under each other are one. */
function commentsOf(file: string, source: string): Comment[] {
  const mark = file.endsWith('.sql') ? '--' : '//';
  const block = /^[ \t]*\/\*(\*?)([\s\S]*?)\*\//gm;
  const lines = new RegExp(`^[ \\t]*${mark}[^\\n]*(?:\\n[ \\t]*${mark}[^\\n]*)*`, 'gm');
  const trailing = new RegExp(`(?<=[;,{(\\])}] )${mark} [^\\n]*$`, 'gm');
  const found: Comment[] = [];
  for (const match of source.matchAll(block)) {
    const text = (match[2] ?? '').replaceAll(/\n[ \t]*\* ?/g, '\n').trim();
    found.push({ line: lineOf(source, match.index), text, isDoc: match[1] === '*' });
  }
  for (const pattern of [lines, trailing]) {
    for (const match of source.matchAll(pattern)) {
      const text = match[0].replaceAll(new RegExp(`(^|\\n)[ \\t]*${mark} ?`, 'g'), '$1').trim();
      found.push({ line: lineOf(source, match.index), text, isDoc: false });
    }
  }
  return found.filter(({ text }) => !text.startsWith('biome-ignore'));
}

/** Lists what comments and names of a file of code break, in the order of its lines. */
export function breachesIn(file: string, source: string): Breach[] {
  const breaches: Breach[] = [];
  for (const { line, text, isDoc } of commentsOf(file, source)) {
    if (isDoc && openings.pattern.test(text)) {
      breaches.push({ file, line, text: text.slice(0, 80), advice: openings.advice });
    }
    for (const sentence of sentencesOf(text)) {
      for (const advice of adviceFor(sentence)) {
        breaches.push({ file, line, text: sentence.slice(0, 80), advice });
      }
    }
  }
  for (const [index, text] of source.split('\n').entries()) {
    const isComment = /^\s*(?:\/\/|\/?\*|--)/.test(text) && !text.includes('biome-ignore');
    if (!isComment || text.length <= longestLine) continue;
    const advice = `${text.length} characters: wrap the line (at most ${longestLine})`;
    breaches.push({ file, line: index + 1, text: text.trim().slice(0, 80), advice });
  }
  if (file.endsWith('.ts')) {
    for (const match of source.matchAll(emptyNames)) {
      const name = match[1] ?? match[2] ?? '';
      const advice = 'name the thing: `account`, `other` says only that it is another';
      breaches.push({ file, line: lineOf(source, match.index), text: name, advice });
    }
    for (const match of source.matchAll(needlessSpread)) {
      const advice = 'write the members without a spread, one a line';
      breaches.push({ file, line: lineOf(source, match.index), text: match[0], advice });
    }
  }
  return breaches.sort((first, second) => first.line - second.line);
}

export const breachLine = ({ file, line, text, advice }: Breach): string =>
  `${file}:${line}: ${text.replaceAll(/\s+/g, ' ')}\n    ${advice}`;
