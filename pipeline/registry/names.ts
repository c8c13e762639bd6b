/**
 * Returns true if the text can name an owner, an account or a key: one line, no control characters.
 */
export function isName(text: string): boolean {
  return /^[^\p{Cc}\p{Cs}\u2028\u2029]{1,200}$/u.test(text) && text.trim() !== '';
}

/** Quotes a value for a message: JSON on one line, cut after 80 characters. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}
