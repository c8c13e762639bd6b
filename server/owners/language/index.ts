import type { LanguageCode } from '../../schemas/languages.ts';
import * as de from './de/index.ts';
import * as en from './en/index.ts';
import * as es from './es/index.ts';
import type { OwnerWords } from './words.ts';

/** Words of owners' pages by language. */
export const ownerWords: Readonly<Record<LanguageCode, OwnerWords>> = { en, es, de };
