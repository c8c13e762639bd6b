import { readFault, readReason } from '../base/errors.ts';

/** One file cannot be read; the others can. */
export class FileFailure extends Error {
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.name = 'FileFailure';
  }
}

/** Says why a file can't be read, and what to do where only its permissions are wrong. */
const faultWithAdvice = (error: Error): string => {
  const { code } = readReason(error);
  const fault = readFault(error);
  return code === 'system_may_not_read' ? `${fault}; allow it and run again` : fault;
};

// A fault of the machine, not of the file that happened to be read then.
const ofTheMachine = /out of memory|no space left|enospc|emfile|enomem|eio\b|interrupted/i;

/** Turns what a reader threw into the file's failure; what is no fault of the file is thrown on. */
export function fileFailure(error: unknown): FileFailure {
  if (error instanceof FileFailure) return error;
  if (!(error instanceof Error) || ofTheMachine.test(error.message)) throw error;
  const [line = error.message] = error.message.split('\n', 1);
  const reason = 'syscall' in error ? faultWithAdvice(error) : line;
  return new FileFailure(reason, { cause: error });
}
