import { spawn, spawnSync } from 'node:child_process';
import { timeout } from './timeout.ts';

/** True if the system has the tool that makes a pseudo-terminal. */
export const hasPseudoTerminal = spawnSync('script', ['--version']).status === 0;

export interface Shown {
  /** Exit code; 128 or more if a signal ended it. */
  readonly code: number | null;
  /** Lines on the terminal at the end. */
  readonly screen: readonly string[];
  readonly isCursorShown: boolean;
}

/** Runs a shell command on a terminal. `onText` may type an answer to the output. */
export function onTerminal(
  command: string,
  env: Readonly<Record<string, string>>,
  onText: (text: string, type: (keys: string) => void) => void = () => {},
): Promise<Shown> {
  return new Promise((resolve, reject) => {
    const line = `stty cols 100 rows 24; ${command}`;
    const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
      env: { PATH: process.env.PATH, TERM: 'xterm', ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
      timeout,
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      onText(text, (keys) => void child.stdin.write(keys));
    });
    child.on('error', reject);
    child.on('close', (code) => {
      const isCursorShown = text.lastIndexOf('\x1b[?25h') >= text.lastIndexOf('\x1b[?25l');
      resolve({ code, screen: screenOf(text), isCursorShown });
    });
  });
}

/**
 * Applies a terminal's codes for moving up, moving to a column, and erasing a line. Ignores
 * colours.
 */
function screenOf(text: string): string[] {
  const lines: string[] = [''];
  let row = 0;
  let column = 0;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what a terminal is sent.
  for (const [char, count, code] of text.matchAll(/\x1b\[([?\d;]*)([A-Za-z])|./gs)) {
    const line = lines[row] ?? '';
    if (code === 'A') row = Math.max(0, row - Number(count || 1));
    else if (code === 'G') column = Number(count || 1) - 1;
    else if (code === 'K') lines[row] = count === '2' ? '' : line.slice(0, column);
    else if (char === '\n') row += 1;
    else if (char === '\r') column = 0;
    else if (code === undefined) {
      lines[row] = line.slice(0, column).padEnd(column) + char + line.slice(column + 1);
      column += 1;
    }
    lines[row] ??= '';
  }
  return lines.map((line) => line.trimEnd()).filter((line) => line !== '');
}
