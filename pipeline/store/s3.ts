import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { receive } from './receive.ts';
import { type Attempts, retry } from './retry.ts';
import {
  type Content,
  checkedName,
  maxObjectBytes,
  type Store,
  type StoredObject,
  StoreError,
  WrongBytes,
} from './store.ts';

/** Where an S3 store is. */
export interface S3Address {
  readonly bucket: string;
  /** What its names begin with; empty, or it ends with a slash. */
  readonly prefix: string;
  /** Of a store that is not Amazon's; null for theirs. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** What tests set otherwise. */
export interface S3Options {
  readonly attempts?: Attempts;
  /** How long the store may say nothing. */
  readonly timeoutMilliseconds?: number;
  /** Objects of one answer to `list`. */
  readonly pageSize?: number;
}

const defaultAttempts: Attempts = { count: 4, pauseMilliseconds: 250 };
/** Slower than this nothing may come, beside the timeout. */
const bytesPerMillisecond = 256;

/**
 * A store in S3, or in what speaks as it does. It asks for nothing that stores answer differently:
 * no conditional writes, no checksums of theirs, no deletion of many at once.
 */
export async function openS3(
  { bucket, prefix, endpoint, region }: S3Address,
  { attempts = defaultAttempts, timeoutMilliseconds = 10_000, pageSize = 1000 }: S3Options = {},
): Promise<Store> {
  // It would say on stderr which Node it wants next year.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // A stream can be sent once; here it is opened again for each attempt.
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: {
      connectionTimeout: timeoutMilliseconds,
      requestTimeout: timeoutMilliseconds,
      throwOnRequestTimeout: true,
    },
  });
  const address = `s3://${bucket}/${prefix}`;
  const keyOf = (name: string) => ({ Bucket: bucket, Key: prefix + checkedName(name) });
  const told = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await retry(work, mayPass, attempts);
    } catch (error) {
      throw new StoreError(address, what, error);
    }
  };
  const within = (bytes: number) => ({
    abortSignal: AbortSignal.timeout(timeoutMilliseconds + Math.ceil(bytes / bytesPerMillisecond)),
  });

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
    if ((await lengthOf(name)) === bytes) return;
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

  const bodyOf = async (name: string, bytes: number): Promise<AsyncIterable<Uint8Array>> => {
    const { Body } = await client.send(new sdk.GetObjectCommand(keyOf(name)), within(bytes));
    if (!isReadable(Body)) throw new Error('the answer has no body');
    return Body;
  };

  const page = (folder: string, token: string | undefined) =>
    client.send(
      new sdk.ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix + folder,
        ContinuationToken: token,
        MaxKeys: pageSize,
      }),
      within(0),
    );

  return {
    address,
    async put(name, content, source) {
      const { bytes } = content;
      if (bytes > maxObjectBytes) {
        throw new StoreError(address, `${name} could not be put`, `${bytes} bytes are too many`);
      }
      const md5 = await md5Of(source);
      await told(`${name} could not be put`, () => send(name, content, source, md5));
    },
    fetch: (name, content, path) =>
      told(`${name} could not be fetched`, async () =>
        receive(await bodyOf(name, content.bytes), content, path),
      ),
    read: (name) =>
      told(`${name} could not be read`, async () => {
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
      told(`${folder} could not be listed`, async () => {
        const objects: StoredObject[] = [];
        let token: string | undefined;
        do {
          const { Contents = [], NextContinuationToken } = await page(folder, token);
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
            objects.push({ name: Key.slice(prefix.length), bytes: Size, modifiedAt: LastModified });
          }
          token = NextContinuationToken;
        } while (token !== undefined);
        return objects;
      }),
    remove: (name) =>
      told(`${name} could not be removed`, async () => {
        await client.send(new sdk.DeleteObjectCommand(keyOf(name)), within(0));
      }),
    close: () => client.destroy(),
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

const isReadable = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/** What was asked in vain and will be again: whoever refuses a key or lacks a bucket goes on doing so. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (nameOf(error) === 'CredentialsProviderError') return false;
  return status === undefined || status === 429 || status >= 500 || nameOf(error) === 'BadDigest';
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
