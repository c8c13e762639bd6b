import { inPackage, isCompiled } from '../../pipeline/base/package-root.ts';

/** What `node` is given to run a script of the package, compiled where this process is. */
export const program = (script: string): string[] =>
  isCompiled
    ? [inPackage(`dist/${script.replace(/\.ts$/, '.js')}`)]
    : ['--import', 'tsx', inPackage(script)];
