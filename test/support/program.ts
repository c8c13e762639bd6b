import { inPackage } from '../../pipeline/base/package-root.ts';

/** What `node` is given to run a script of the package, named by its source. */
export const program = (script: string): string[] => [
  inPackage(`dist/${script.replace(/\.ts$/, '.js')}`),
];
