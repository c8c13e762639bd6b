import {
  type GetPromptRequest,
  type GetPromptResult,
  type Prompt,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import { slugPattern } from '../callers/live-registry.ts';

/** What a person may start with; `slug` is the only word of theirs in it. */
const prompts = [
  {
    name: 'assess_track_record',
    title: 'Assess a track record',
    description: 'Weighs what an account has shown, what speaks against it and what is unknown.',
    arguments: [{ name: 'slug', description: 'Of the account or portfolio', required: true }],
    text: `Assess the track record of the account "SLUG".
1. Read get_account for it. Say since when and until when it has data, whether it is real or demo, reconciled, verified and by whom, and whether history was cut.
2. Read its sections advanced and monthly. Set the return beside the drawdown, of closed trades and by equity; name the open result.
3. Say how sure this is: number of trades, the interval of the win rate and of expectancy, how much hangs on the best trade, day and month.
4. List what is null, and whether it is unknown or not shown.
5. Close with three sentences: what is shown, what is not, and what to ask the owner. No advice to invest.`,
  },
  {
    name: 'compare_track_records',
    title: 'Compare track records',
    description: 'Sets two accounts side by side over the time that both have.',
    arguments: [
      { name: 'slug', description: 'Of the first account or portfolio', required: true },
      { name: 'other', description: 'Of the second', required: true },
    ],
    text: `Compare the track records of "SLUG" and "OTHER".
Read get_account with advanced and monthly for both. Compare only months that both have; give return, drawdown by equity and of closed trades, number of trades, and the intervals of doubt. Say where one is demo, not reconciled, cut or stale. No advice to invest.`,
  },
] as const;

export const listedPrompts: Prompt[] = prompts.map(({ text: _, ...listed }) => ({
  ...listed,
  arguments: [...listed.arguments],
}));

/** The words of a prompt about accounts; what is no slug never stands in it. */
export function getPrompt({ name, arguments: values = {} }: GetPromptRequest['params']) {
  const prompt = prompts.find((one) => one.name === name);
  if (prompt === undefined) throw invalid('There is no prompt of that name.');
  const text = prompt.arguments.reduce((words, { name: argument }) => {
    const slug = values[argument] ?? '';
    if (!slugPattern.test(slug))
      throw invalid(`${argument} has to be a slug, such as north-eurusd.`);
    return words.replaceAll(argument.toUpperCase(), slug);
  }, prompt.text as string);
  const { description } = prompt;
  return {
    description,
    messages: [{ role: 'user', content: { type: 'text', text } }],
  } satisfies GetPromptResult;
}

const invalid = (words: string) => new ProtocolError(ProtocolErrorCode.InvalidParams, words);
