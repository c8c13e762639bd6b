import { dashboard } from './dashboard.ts';
import { frame } from './frame.ts';
import { signIn } from './sign-in.ts';

/** English words of owners' pages, by page; names in braces are placeholders. */
export const en = { dashboard, frame, signIn } as const;
