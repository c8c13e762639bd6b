import { readdirSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';

/** Lists the TypeScript and SQL files of the product by their paths, such as `sql/marts/summary.ts`. */
export const codeFiles = (): string[] =>
  ['sql', 'pipeline', 'server'].flatMap((room) =>
    readdirSync(inPackage(room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(ts|sql)$/.test(file)),
  );
