import { CommandError } from '../../base/errors.ts';

/**
 * Error of a published file whose bytes are not those that were published, or can't be read. `file`
 * is its path in the manifest.
 */
export class DamagedFile extends CommandError {
  readonly file: string;

  constructor(file: string, fault: string, options?: ErrorOptions) {
    super(fault, undefined, options);
    this.name = 'DamagedFile';
    this.file = file;
  }
}
