import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program, such as `1.10.0`. */
export const programVersion: string = packageJson.version;

const byNumbers = new Intl.Collator('en', { numeric: true });

/** Whether a version of this program came after another; none, an empty text, is before every one. */
export const isNewer = (version: string, other: string): boolean =>
  byNumbers.compare(version, other) > 0;
