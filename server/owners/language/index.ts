import type { Code } from '../../schemas/languages.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { es } from './es/index.ts';
import type { OwnerWords } from './words.ts';

/** Words of owners' pages by language. */
export const ownerWords: Readonly<Record<Code, OwnerWords>> = { en, es, de };
