import type { Sentence } from '../../pipeline/base/reasons/form.ts';
import type { Sentences } from '../../pipeline/base/reasons/sentences.ts';
import type { DerivableFigure } from '../../pipeline/registry/derivable-words.ts';
import type { Cause } from '../../sql/causes.ts';
import type { Group } from '../../sql/figures.ts';
import type english from './en.json';

// Also for the browser: do not import Node modules.

/** Texts of the public pages in any language; names in braces are values. */
export type Words = typeof english.site;

/** Texts of owners' pages in any language. */
export type OwnerWords = typeof english.owners & {
  readonly derivable: Readonly<Record<DerivableFigure, string>>;
  /** Sentences of reasons. A language needs no singular where English has one. */
  readonly reasons: {
    readonly [Code in keyof Sentences]: Sentences[Code] extends string ? string : Sentence;
  };
};

/** Text in the forms that a language has for numbers, by the names of `Intl.PluralRules`. */
export type Plural = { readonly [Form in Exclude<Intl.LDMLPluralRule, 'other'>]?: string } & {
  readonly other: string;
};

/** Label of a figure and its meaning. Pages show the English text of `sql/` if one is missing. */
interface FigureText {
  readonly label?: string;
  readonly meaning?: string;
}

/** Texts of figures in another language; English texts from `sql/` fill the gaps. */
export interface FigureTexts {
  readonly groups: Readonly<Partial<Record<Group, string>>>;
  /** Texts by field name or by the path in the section. */
  readonly named: Readonly<Record<string, FigureText>>;
  /** Causes of null. */
  readonly causes: Readonly<Partial<Record<Cause, string>>>;
  /** Sources of formulas, by the English text. */
  readonly sources: Readonly<Record<string, string>>;
  /** Names of the figures that platforms print on statements. */
  readonly printed: Readonly<Record<string, string>>;
  /** Reasons why a printed figure differs from ours. */
  readonly reasons: Readonly<Record<string, string>>;
}

/** All texts of a language. */
export interface LanguageTexts {
  /** Name of the language in that language. */
  readonly name: string;
  readonly site: Words;
  readonly mails: typeof english.mails;
  readonly owners: OwnerWords;
  /** Texts of figures; null in English, whose texts are in `sql/`. */
  readonly figures: FigureTexts | null;
}

/** Tag of a language, such as `de`: the name of its file. */
export type LanguageCode = string;
