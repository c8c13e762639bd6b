import type { Texts } from '../../site/language/en.ts';
import type * as en from './en/index.ts';

/** Words of owners' pages in any language; the compiler finds what a language lacks. */
export type OwnerWords = Texts<typeof en>;
