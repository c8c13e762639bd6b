import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { translate } from './translate.ts';

export type Platform = 'mt4' | 'mt5';

/** Reads the source of an Expert Advisor. */
export const expert = (platform: Platform): string =>
  inPackage(`clients/${platform}/Trackrecord.mq${platform.slice(2)}`);

const preludes = { mt4: 'mql4.hpp', mt5: 'mql5.hpp' } as const;

/**
 * Compiles an Expert Advisor without changes, with a simulated terminal around it. A warning of g++
 * is an error.
 */
export function compileExpert(platform: Platform, directory: string): string {
  const { cpp, faults } = translate(readFileSync(expert(platform), 'utf8'), preludes[platform]);
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const [from, to] = [join(directory, `${platform}.cpp`), join(directory, platform)];
  writeFileSync(from, cpp);
  const warnings = ['-Wall', '-Wextra', '-Werror', '-Wno-unused-parameter', '-Wno-sign-compare'];
  const options = ['-std=c++20', '-O0', '-fsigned-char', ...warnings, '-Wno-format-security'];
  execFileSync('g++', [...options, '-I', inPackage('test/clients/mql'), from, '-o', to], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return to;
}

/** Running Expert Advisor. Events in its terminal come line by line. */
export class Terminal {
  /** Lines that the Expert Advisor printed since the last call. */
  #log: string[] = [];
  readonly #process: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;
  readonly #ended: Promise<unknown>;

  constructor(binary: string, inputs: Record<string, string>) {
    this.#process = spawn(binary, { env: inputs });
    this.#process.stderr.pipe(process.stderr);
    this.#lines = createInterface({ input: this.#process.stdout })[Symbol.asyncIterator]();
    this.#ended = once(this.#process, 'close');
  }

  /** Sends events, one for each line, and returns the last answer. */
  async say(...lines: readonly string[]): Promise<string> {
    let answer = '';
    for (const line of lines) {
      this.#process.stdin.write(`${line}\n`);
      answer = await this.#answer(line);
    }
    return answer;
  }

  async #answer(line: string): Promise<string> {
    for (;;) {
      const { value } = await this.#lines.next();
      if (value?.startsWith('ok')) return value.slice(3);
      if (!value?.startsWith('| ')) throw new Error(`${line}: ${value} ${this.#log.join(' ')}`);
      this.#log.push(value.slice(2));
    }
  }

  takeLog(): string[] {
    return this.#log.splice(0);
  }

  async close(): Promise<void> {
    this.#process.stdin.end();
    await this.#ended;
  }
}

/** Writes a text as one word of a line. */
export const word = (text: string): string =>
  text === '' ? '-' : encodeURIComponent(text).replaceAll('-', '%2D');
