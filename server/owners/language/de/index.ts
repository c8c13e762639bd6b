import type { OwnerWords } from '../words.ts';
import { dashboard } from './dashboard.ts';
import { frame } from './frame.ts';
import { shares } from './shares.ts';
import { signIn } from './sign-in.ts';

/** German words of owners' pages, by page. */
export const de: OwnerWords = { dashboard, frame, shares, signIn };
