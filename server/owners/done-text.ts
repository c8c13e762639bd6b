/**
 * Returns the message for the `done` parameter of a page, which says that a form was saved. Null
 * without the parameter.
 */
export const doneText = (
  messages: Readonly<Record<string, string>>,
  done: unknown,
): string | null => Object.entries(messages).find(([name]) => name === done)?.[1] ?? null;
