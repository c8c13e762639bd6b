import Negotiator from 'negotiator';
import { type LanguageCode, languageCodes } from '../../schemas/languages.ts';
import { de } from './de.ts';
import { type Counted, en, type Translation, type Words } from './en.ts';
import { es } from './es.ts';
import type { FigureTexts } from './figure-texts.ts';
import { figuresDe } from './figures-de.ts';
import { figuresEs } from './figures-es.ts';
import { createFormat, type Format, fillText } from './format.ts';

/** Language of a page. */
export interface Language {
  readonly code: LanguageCode;
  readonly words: Words;
  readonly format: Format;
  /** Texts of figures; null in English, whose texts are in `sql/`. */
  readonly figures: FigureTexts | null;
  /** True if the reader chose the language; then links to other pages keep it. */
  readonly isChosen: boolean;
  /** Returns the address of another page in the same language. */
  to(path: string): string;
  /** Returns the singular or plural text, with the number in it. */
  counted(texts: Counted, count: number): string;
}

const languages = {
  en: languagePair('en', en, null),
  es: languagePair('es', withEnglish(es), figuresEs),
  de: languagePair('de', withEnglish(de), figuresDe),
};

/** English, for readers who did not choose a language. */
export const english = languages.en.offered;

/** Returns the language in the address, else the best one of Accept-Language, else English. */
export function languageFor(named: unknown, accepted: string | undefined): Language {
  const chosen = languageCodes.find((code) => code === named);
  if (chosen !== undefined) return languages[chosen].chosen;
  const headers = { 'accept-language': accepted ?? '*' };
  const best = new Negotiator({ headers }).language([...languageCodes]);
  return languages[languageCodes.find((code) => code === best) ?? 'en'].offered;
}

/** Adds the language to a path. */
export function addressIn(code: LanguageCode, path: string): string {
  const [before = '', fragment] = path.split('#');
  const end = fragment === undefined ? '' : `#${fragment}`;
  return `${before}${before.includes('?') ? '&' : '?'}lang=${code}${end}`;
}

/** Returns a translation with English texts where it has no text. */
export function withEnglish(translation: Translation): Words {
  return filledFrom(translation, en) as Words;
}

function filledFrom(part: unknown, english: unknown): unknown {
  if (typeof english !== 'object' || english === null || Array.isArray(english)) {
    return part ?? english;
  }
  const translated = new Map(Object.entries(part ?? {}));
  return Object.fromEntries(
    Object.entries(english).map(([name, text]) => [name, filledFrom(translated.get(name), text)]),
  );
}

function languagePair(code: LanguageCode, words: Words, figures: FigureTexts | null) {
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
