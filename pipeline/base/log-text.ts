const levels: Readonly<Record<number, string>> = {
  10: 'TRACE',
  20: 'DEBUG',
  30: 'INFO',
  40: 'WARN',
  50: 'ERROR',
  60: 'FATAL',
};

/**
 * Turns a line of the JSON log into a line for people: time in UTC, level, message, then fields
 * such as `rows=5`. Characters that could move a terminal's cursor are escaped.
 */
export function logText(line: string): string {
  const { time, level, msg, ...fields } = JSON.parse(line);
  const at = new Date(time).toISOString().replace(/\.\d+Z$/, 'Z');
  const shown = Object.entries(fields).map(([name, value]) => `  ${name}=${textOf(value)}`);
  const text = `${at}  ${levels[level]?.padEnd(5) ?? level}  ${msg}${shown.join('')}`;
  return `${text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escaped)}\n`;
}

/** Plain for a single word or a number, as JSON otherwise. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

const escaped = (character: string): string =>
  `\\u{${character.codePointAt(0)?.toString(16) ?? ''}}`;
