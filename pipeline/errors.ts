/** Exit codes of every command; the numbers are part of the contract with operators. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  partly: 3,
  locked: 75,
} as const;

/** Ends a command with one line on stderr: what was wrong, where, and what to do. */
export class CommandError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed, options?: ErrorOptions) {
    super(message, options);
    this.name = 'CommandError';
    this.exitCode = exitCode;
  }
}
