import { join } from 'node:path';
import type { Log } from '../base/log.ts';
import type { Config } from '../config/config.ts';

type SourceSettings = Pick<Config, 'dataDir' | 'storeEndpoint' | 'storeRegion'>;

/** Returns the folders of the sources. A source in S3 is copied to a folder first. */
export async function foldersOf(
  sources: readonly string[],
  { dataDir, storeEndpoint: endpoint, storeRegion: region }: SourceSettings,
  log: Log,
): Promise<string[]> {
  const folders: string[] = [];
  for (const source of sources) {
    if (!source.startsWith('s3://')) {
      folders.push(source);
      continue;
    }
    const { mirror } = await import('../publish/store/mirror.ts');
    const name = source.slice('s3://'.length).split('/').filter(Boolean).join('/');
    const folder = join(dataDir.sources, encodeURIComponent(name));
    await mirror({ source, endpoint, region }, folder, log);
    folders.push(folder);
  }
  return folders;
}
