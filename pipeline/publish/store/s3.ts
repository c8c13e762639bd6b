import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { makeReason, ReasonError } from '../../base/reasons/reason.ts';
import { eachFewAtOnce } from './few-at-once.ts';
import { checkPieces, receive } from './receive.ts';
import type { Attempts } from './retry.ts';
import {
  bodyIn,
  nameOf,
  openClient,
  type S3Client,
  type S3Server,
  statusOf,
  storeRequests,
} from './s3-client.ts';
import {
  type Content,
  checkedName,
  maxObjectBytes,
  nameHeads,
  type ObjectToPut,
  type Store,
  StoreError,
  WrongBytes,
} from './store.ts';

/** Address of an S3 store. */
interface S3Address extends S3Server {
  readonly bucket: string;
  /** Prefix of all its names: empty, or ending with a slash. */
  readonly prefix: string;
}

/** Settings that only tests change. */
export interface S3Options {
  readonly attempts?: Attempts;
  /** Time limit for an answer of the store. */
  readonly timeoutMilliseconds?: number;
  /** Objects of one answer to `list`. */
  readonly pageSize?: number;
}

export const defaultAttempts: Attempts = { count: 4, pauseMilliseconds: 250 };

/**
 * Opens a store in S3 or in a compatible server. It uses no conditional writes, no checksums of S3
 * and no batch deletes, because servers differ in them.
 */
export async function openS3(
  { bucket, prefix, endpoint, region }: S3Address,
  options: S3Options = {},
): Promise<Store> {
  const client = await openClient({ endpoint, region }, options.timeoutMilliseconds ?? 10_000);
  return storeWith(client, { bucket, prefix }, options);
}

function storeWith(
  client: S3Client,
  { bucket, prefix }: Pick<S3Address, 'bucket' | 'prefix'>,
  options: S3Options,
): Store {
  const { attempts = defaultAttempts, pageSize = 1000 } = options;
  const { sdk, within } = client;
  const address = `s3://${bucket}/${prefix}`;
  const keyOf = (name: string) => ({ Bucket: bucket, Key: prefix + checkedName(name) });
  const request = storeRequests(address, attempts);

  const lengthOf = async (name: string): Promise<number | null> => {
    try {
      const head = await client.send(new sdk.HeadObjectCommand(keyOf(name)), within(0));
      return head.ContentLength ?? null;
    } catch (error) {
      if (statusOf(error) === 404) return null;
      throw error;
    }
  };

  const send = async (
    name: string,
    { bytes }: Content,
    source: string | Uint8Array,
    md5: string,
  ): Promise<void> => {
    const body = typeof source === 'string' ? createReadStream(source) : source;
    const put = new sdk.PutObjectCommand({
      ...keyOf(name),
      Body: body,
      ContentLength: bytes,
      ContentMD5: md5,
    });
    try {
      await client.send(put, within(bytes));
    } finally {
      if (!(body instanceof Uint8Array)) body.on('error', () => {}).destroy();
    }
    const length = await lengthOf(name);
    if (length !== bytes) throw new WrongBytes(`${length ?? 'no'} bytes are there, not ${bytes}`);
  };

  const bodyOf = async (name: string, bytes: number): Promise<AsyncIterable<Uint8Array>> =>
    bodyIn(await client.send(new sdk.GetObjectCommand(keyOf(name)), within(bytes)));

  const put = async (
    { name, content, source }: ObjectToPut,
    isThere: () => Promise<boolean>,
  ): Promise<void> => {
    const { bytes } = content;
    if (bytes > maxObjectBytes) {
      throw new StoreError(
        address,
        makeReason('run_not_put', { name }),
        new ReasonError(makeReason('run_many_bytes', { bytes })),
      );
    }
    await request(makeReason('run_not_put', { name }), async () => {
      if (!(await isThere())) await send(name, content, source, await md5Of(source));
    });
  };

  return {
    address,
    put: (name, content, source) =>
      put({ name, content, source }, async () => (await lengthOf(name)) === content.bytes),
    putAll: (objects) => eachFewAtOnce(objects, (object) => put(object, async () => false)),
    fetch: (name, content, path) =>
      request(makeReason('run_not_fetched', { name }), async () =>
        receive(await bodyOf(name, content.bytes), content, path),
      ),
    check: (name, content) =>
      request(makeReason('run_not_whole', { name }), async () =>
        checkPieces(await bodyOf(name, content.bytes), content),
      ),
    read: (name) =>
      request(makeReason('run_not_read', { name }), async () => {
        try {
          const pieces: Uint8Array[] = [];
          for await (const piece of await bodyOf(name, 0)) pieces.push(piece);
          return Buffer.concat(pieces);
        } catch (error) {
          if (statusOf(error) === 404 && nameOf(error) !== 'NoSuchBucket') return null;
          throw error;
        }
      }),
    list: (folder) =>
      request(makeReason('run_not_listed', { name: folder }), async () => {
        const objects = await client.list(bucket, prefix + folder, pageSize, nameHeads);
        return objects.map((object) => ({ ...object, name: object.name.slice(prefix.length) }));
      }),
    remove: (name) =>
      request(makeReason('run_not_removed', { name }), async () => {
        await client.send(new sdk.DeleteObjectCommand(keyOf(name)), within(0));
      }),
    within: (folder) => storeWith(client, { bucket, prefix: `${prefix}${folder}/` }, options),
    close: () => client.close(),
  };
}

/** By the sender, so that a store that looks refuses what arrives otherwise. */
async function md5Of(source: string | Uint8Array): Promise<string> {
  const hash = createHash('md5');
  if (typeof source === 'string')
    for await (const piece of createReadStream(source)) hash.update(piece);
  else hash.update(source);
  return hash.digest('base64');
}
