import type { Sentence } from '../../../pipeline/base/reasons/reason.ts';
import type { Texts } from '../../site/language/en.ts';
import type * as en from './en/index.ts';

/** Words of owners' pages in any language; the compiler finds what a language lacks. */
export type OwnerWords = Texts<Omit<typeof en, 'reasons'>> & {
  readonly reasons: ReasonTexts<typeof en.reasons>;
};

/** Sentences of reasons in any language, which needs no plural where English has one. */
export type ReasonTexts<Sentences> = {
  readonly [Code in keyof Sentences]: Sentences[Code] extends string ? string : Sentence;
};
