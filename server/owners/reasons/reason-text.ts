import type { CodedReason, ReasonCode } from '../../../pipeline/base/reasons/reason.ts';
import type { LanguageCode } from '../../schemas/languages.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { OwnerWords } from '../language/words.ts';
import type { PageWords } from '../page-request.ts';
import { english, type ReasonWords } from './english.ts';
import { german } from './german.ts';
import { spanish } from './spanish.ts';

/** Words of reasons by language; English is what the pipeline wrote. */
export const reasonWords: Readonly<Record<Exclude<LanguageCode, 'en'>, ReasonWords>> = {
  de: german,
  es: spanish,
};

type PatternCode = keyof ReasonWords;

/** Values that must be reasons of their own; otherwise the text is another one. */
const strictNames = ['fault', 'rule'];

/** Values that are reasons, or English texts without a code. */
const nestedNames = [...strictNames, 'detail'];

/** Patterns of values; other values are any text. */
const valuePatterns = new Map([
  ['column', '[\\w.]+'],
  ['count', '\\d+'],
  ['line', '\\d+'],
  ['min', '[-\\d.e+]+'],
  ['max', '[-\\d.e+]+'],
  // A value may hold quotes: its own end is the last one.
  ['value', '[^]*'],
]);

interface Pattern {
  readonly code: PatternCode;
  readonly names: readonly string[];
  readonly expression: RegExp;
}

const literalLength = (text: string): number => text.replaceAll(/\{\w+\}/g, '').length;

/** English texts as patterns. The most literal comes first: it says most about what is wrong. */
const patterns: readonly Pattern[] = Object.entries(english)
  .toSorted(([, first], [, second]) => literalLength(second) - literalLength(first))
  .map(([code, text]) => {
    const parts = text.split(/\{(\w+)\}/);
    const source = parts.map((part, at) =>
      at % 2 === 0
        ? part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
        : `(${valuePatterns.get(part) ?? '[^]*?'})`,
    );
    return {
      code: code as PatternCode,
      names: parts.filter((_, at) => at % 2 === 1),
      expression: new RegExp(`^${source.join('')}$`),
    };
  });

/** A reason by its code, with its values, of which some are reasons too. */
interface KnownReason {
  readonly code: PatternCode;
  readonly values: Readonly<Record<string, string | KnownReason>>;
}

/** Reasons inside reasons that are looked for. */
const maxDepth = 3;

/**
 * Longest text that is compared, in characters. Reasons quote at most 100 characters of a value. A
 * hostile text takes 8 ms at this length, and 90 ms at 2,000 characters.
 */
const maxLength = 600;

/** Finds the code and the values of an English reason; null if it has no code. */
export function reasonOf(text: string, depth = 0): KnownReason | null {
  if (depth > maxDepth || text.length > maxLength) return null;
  for (const { code, names, expression } of patterns) {
    const found = expression.exec(text);
    if (found === null) continue;
    const values = names.map((name, at) => {
      const value = found[at + 1] ?? '';
      const inner = nestedNames.includes(name) ? reasonOf(value, depth + 1) : null;
      return [name, inner ?? value] as const;
    });
    const isOther = values.some(
      ([name, value]) => strictNames.includes(name) && typeof value === 'string',
    );
    if (isOther) continue;
    return { code, values: Object.fromEntries(values) };
  }
  return null;
}

/**
 * Writes a reason of the pipeline in the language of the page. A reason without a code stays
 * English and is marked with `lang="en"`.
 */
export function reasonText(
  said: string | CodedReason,
  { context, words }: Pick<PageWords, 'context' | 'words'>,
): HtmlContent {
  if (typeof said === 'object') return codedText(said, words, context.language.code === 'en');
  const text = said;
  const { code } = context.language;
  if (code === 'en') return text;
  const reason = reasonOf(text);
  return reason === null ? asEnglish(text) : worded(reason, reasonWords[code]);
}

/** Words a reason by its code. Words of other programs are in English only. */
function codedText({ code, values }: CodedReason, words: OwnerWords, isEnglish: boolean): Html {
  if (code === 'quoted' && !isEnglish) return asEnglish(`${values.text}`);
  const shown = Object.entries(values).map(([name, value]): [string, HtmlContent] => [
    name,
    typeof value === 'object' ? codedText(value, words, isEnglish) : value,
  ]);
  return fill(sentenceOf(code, words), Object.fromEntries(shown));
}

const sentenceOf = (code: ReasonCode, { rowReasons }: OwnerWords): string =>
  code === 'quoted' ? '{text}' : rowReasons[code];

const asEnglish = (text: string): Html => html`<span lang="en">${text}</span>`;

function worded({ code, values }: KnownReason, words: ReasonWords): Html {
  const shown = Object.entries(values).map(([name, value]): [string, HtmlContent] => [
    name,
    typeof value === 'string'
      ? nestedNames.includes(name)
        ? asEnglish(value)
        : value
      : worded(value, words),
  ]);
  return fill(words[code], Object.fromEntries(shown));
}
