/**
 * Returns the message after a saved form, by the `done` parameter of the page; null without one.
 */
export const doneText = (
  messages: Readonly<Record<string, string>>,
  done: unknown,
): string | null => Object.entries(messages).find(([name]) => name === done)?.[1] ?? null;
