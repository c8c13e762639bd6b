import {
  type GetPromptRequest,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { slugPattern } from '../callers/live-registry.ts';

/** Prompts that a person can choose. Of the person's own text they contain only slugs. */
const prompts = [
  {
    name: 'assess_track_record',
    title: 'Assess a track record',
    description: 'Assesses what an account has achieved, its weaknesses, and what is unknown.',
    arguments: [{ name: 'slug', description: 'Slug of the account or portfolio', required: true }],
    text: `Assess the track record of the account "SLUG".
1. Read it with get_account. Say from when to when it has data. Say whether it is real or demo, reconciled, verified (and by whom), and whether earlier history was removed.
2. Read its sections advanced and monthly. Compare the return with the drawdown, by closed trades and by equity. Name the open result.
3. Say how reliable this is: number of trades, confidence intervals of win rate and expectancy, and how much depends on the best trade, day and month.
4. List the values that are null, and say whether they are unknown or hidden.
5. End with three sentences: what the record shows, what it doesn't show, and what to ask the owner. Give no investment advice.`,
  },
  {
    name: 'compare_track_records',
    title: 'Compare track records',
    description: 'Compares two accounts over the time for which both have data.',
    arguments: [
      { name: 'slug', description: 'Slug of the first account or portfolio', required: true },
      { name: 'other', description: 'Slug of the second', required: true },
    ],
    text: `Compare the track records of "SLUG" and "OTHER".
Read both with get_account, including advanced and monthly. Compare only months that both have: return, drawdown by closed trades and by equity, number of trades, and confidence intervals. Say if one is demo, not reconciled or stale, or if its earlier history was removed. Give no investment advice.`,
  },
] as const;

export const listedPrompts: Prompt[] = prompts.map(({ text: _, ...listed }) => ({
  ...listed,
  arguments: [...listed.arguments],
}));

/**
 * Returns a prompt with these slugs in it. Throws if an argument is not a slug, so that a prompt
 * contains no other text.
 */
export function getPrompt({ name, arguments: values = {} }: GetPromptRequest['params']) {
  const prompt = prompts.find((known) => known.name === name);
  if (prompt === undefined) throw invalid('There is no prompt with that name.');
  const text = prompt.arguments.reduce((words, { name: argument }) => {
    const slug = values[argument] ?? '';
    if (!slugPattern.test(slug)) throw invalid(`${argument} must be a slug, such as north-eurusd.`);
    return words.replaceAll(argument.toUpperCase(), slug);
  }, prompt.text as string);
  const { description } = prompt;
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  } satisfies GetPromptResult;
}

const invalid = (words: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, words);
