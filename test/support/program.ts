import { inPackage } from '../../pipeline/base/package-root.ts';

/** Returns the arguments of `node` that run a script of the package, named by its source. */
export const program = (script: string): string[] => [
  inPackage(`dist/${script.replace(/\.ts$/, '.js')}`),
];
