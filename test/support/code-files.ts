import { readdirSync } from 'node:fs';
import { inPackage } from '../../pipeline/base/package-root.ts';

/** Lists the TypeScript and SQL files of rooms by their paths, such as `sql/marts/summary.ts`. */
export const codeFiles = (rooms: readonly string[] = ['sql', 'pipeline', 'server']): string[] =>
  rooms.flatMap((room) =>
    readdirSync(inPackage(room), { recursive: true, encoding: 'utf8' })
      .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
      .filter((file) => /\.(ts|sql)$/.test(file)),
  );
