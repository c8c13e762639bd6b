import Negotiator from 'negotiator';
import { type Code, codes } from '../../schemas/languages.ts';
import { de } from './de.ts';
import { type Counted, en, type Translation, type Words } from './en.ts';
import { es } from './es.ts';
import type { FigureTexts } from './figure-texts.ts';
import { figuresDe } from './figures-de.ts';
import { figuresEs } from './figures-es.ts';
import { createFormat, type Format, fillText } from './format.ts';

/** A language as a page is written in it. */
export interface Language {
  readonly code: Code;
  readonly words: Words;
  readonly format: Format;
  /** What figures are called and mean; null where their own words, beside their SQL, are meant. */
  readonly figures: FigureTexts | null;
  /** Whether the reader chose it, so that it stays in the addresses of other pages. */
  readonly isChosen: boolean;
  /** Another page, in the same language. */
  to(path: string): string;
  /** The text for so many, with their number in it. */
  counted(texts: Counted, count: number): string;
}

const made = {
  en: bothOf('en', en, null),
  es: bothOf('es', withEnglish(es), figuresEs),
  de: bothOf('de', withEnglish(de), figuresDe),
};

/** What is meant where nobody chose. */
export const english = made.en.offered;

/** The language that an address names, else the first of the reader's that there is, else English. */
export function languageFor(named: unknown, accepted: string | undefined): Language {
  const chosen = codes.find((code) => code === named);
  if (chosen !== undefined) return made[chosen].chosen;
  const headers = { 'accept-language': accepted ?? '*' };
  const best = new Negotiator({ headers }).language([...codes]);
  return made[codes.find((code) => code === best) ?? 'en'].offered;
}

/** A path that names a language. */
export function addressIn(code: Code, path: string): string {
  const [before = '', fragment] = path.split('#');
  const end = fragment === undefined ? '' : `#${fragment}`;
  return `${before}${before.includes('?') ? '&' : '?'}lang=${code}${end}`;
}

/** A translation with English in place of what it does not have. */
export function withEnglish(translation: Translation): Words {
  return filledFrom(translation, en) as Words;
}

function filledFrom(part: unknown, english: unknown): unknown {
  if (typeof english !== 'object' || english === null || Array.isArray(english)) {
    return part ?? english;
  }
  const own = new Map(Object.entries(part ?? {}));
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => [name, filledFrom(own.get(name), text)]),
  );
}

function bothOf(code: Code, words: Words, figures: FigureTexts | null) {
  const format = createFormat(words.format);
  const plurals = new Intl.PluralRules(words.format.locale);
  const counted = (texts: Counted, count: number): string =>
    fillText(plurals.select(count) === 'one' ? texts.one : texts.other, {
      count: format.count(count),
    });
  const common = { code, words, format, figures, counted };
  const offered: Language = { ...common, isChosen: false, to: (path) => path };
  const chosen: Language = { ...common, isChosen: true, to: (path) => addressIn(code, path) };
  return { offered, chosen };
}
