import { CommandError } from '../../pipeline/base/errors.ts';
import { ApiError } from '../http/errors.ts';

const refused = /^refused, nothing applied: (?:(?:owners|accounts)\[\d+\](?: "[^"]*")?|the file): /;

/** Why a decision was refused, for whoever made it by a form; null where it was not. */
export async function refusalOf(decision: Promise<unknown>): Promise<string | null> {
  try {
    await decision;
    return null;
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    const lines = error.message.split('\n');
    // Whatever else it says is for whoever has a shell.
    if (!lines.every((line) => refused.test(line)))
      throw new ApiError('unavailable', { cause: error });
    return lines.map((line) => line.replace(refused, '')).join('; ');
  }
}
