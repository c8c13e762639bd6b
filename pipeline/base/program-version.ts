import packageJson from '../../package.json' with { type: 'json' };

/** The version of this program, such as `1.10.0`. */
export const programVersion: string = packageJson.version;
