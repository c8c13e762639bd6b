import { fileURLToPath } from 'node:url';

const above = new URL('../..', import.meta.url);

/** Whether this is what the compiler made of the sources, which lies in `dist/`. */
export const isCompiled = above.pathname.endsWith('/dist/');

/** The folder of package.json. */
export const packageRoot = isCompiled ? new URL('..', above) : above;

/** The file or folder at a path below the package, such as `sql/macros.sql`. */
export const inPackage = (path: string): string => fileURLToPath(new URL(path, packageRoot));
