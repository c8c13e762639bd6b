import { openDirectory } from './directory.ts';
import { openS3 } from './s3.ts';
import type { Store } from './store.ts';

/** Address of the store, from the settings. */
export interface StoreAddress {
  /** `s3://bucket/prefix`, or the path of a directory. */
  readonly address: string;
  /** Of S3 that is not Amazon's. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** Opens the store at an address; nothing is asked of it yet. */
export async function openStore({ address, ...where }: StoreAddress): Promise<Store> {
  if (!address.startsWith('s3://')) return openDirectory(address, { isShared: true });
  const [bucket = '', ...folders] = address.slice('s3://'.length).split('/').filter(Boolean);
  return openS3({ bucket, prefix: folders.map((folder) => `${folder}/`).join(''), ...where });
}
