import { dashboard } from './dashboard.ts';
import { frame } from './frame.ts';
import { shares } from './shares.ts';
import { signIn } from './sign-in.ts';

/** English words of owners' pages, by page; names in braces are placeholders. */
export const en = { dashboard, frame, shares, signIn } as const;
