import { fileURLToPath } from 'node:url';

/** The folder of package.json, seen from `dist/`, where the compiler puts this. */
export const packageRoot = new URL('../../..', import.meta.url);

/** The file or folder at a path below the package, such as `sql/macros/money.sql`. */
export const inPackage = (path: string): string => fileURLToPath(new URL(path, packageRoot));
