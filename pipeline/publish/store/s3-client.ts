import type { Readable } from 'node:stream';
import { connectReason, isUnreachable } from '../../base/errors.ts';
import {
  type CodedReason,
  makeReason,
  quotedReason,
  ReasonError,
} from '../../base/reasons/reason.ts';
import { type Attempts, retry } from './retry.ts';
import { type StoredObject, StoreError } from './store.ts';

/** Address of an S3 server. */
export interface S3Server {
  /** Of one that is not Amazon's; null for theirs. */
  readonly endpoint: string | null;
  readonly region: string;
}

/** Requests to an S3 server, each of which gives up after a time. */
export interface S3Client {
  readonly sdk: typeof import('@aws-sdk/client-s3');
  send: InstanceType<typeof import('@aws-sdk/client-s3')['S3Client']>['send'];
  /** Returns the abort signal for a request that moves this many bytes. */
  within(bytes: number): { readonly abortSignal: AbortSignal };
  /**
   * Lists every object whose key begins so, by its key. If there are many, it lists those with each
   * of the characters `heads` behind the prefix at once. Keys with other characters are left out.
   */
  list(bucket: string, prefix: string, pageSize: number, heads?: string): Promise<StoredObject[]>;
  close(): void;
}

/** Objects of some pages. */
interface Listed {
  readonly objects: StoredObject[];
  readonly isWhole: boolean;
}

/** Slowest transfer allowed, on top of the timeout. */
const bytesPerMillisecond = 256;

/** S3 client that uses only features that all servers share. Loaded on first use. */
export async function openClient(
  { endpoint, region }: S3Server,
  timeoutMilliseconds: number,
): Promise<S3Client> {
  // It would say on stderr which Node it wants next year.
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
  const sdk = await import('@aws-sdk/client-s3');
  const client = new sdk.S3Client({
    region,
    // The SDK would print details next to our one line of error.
    logger: { trace() {}, debug() {}, info() {}, warn() {}, error() {} },
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
  const within = (bytes: number) => ({
    abortSignal: AbortSignal.timeout(timeoutMilliseconds + Math.ceil(bytes / bytesPerMillisecond)),
  });
  return {
    sdk,
    send: client.send.bind(client),
    within,
    async list(bucket, prefix, pageSize, heads = '') {
      const pagesBelow = async (below: string, most: number): Promise<Listed> => {
        const objects: StoredObject[] = [];
        let token: string | undefined;
        for (let pages = 0; pages < most && (pages === 0 || token !== undefined); pages += 1) {
          const page = new sdk.ListObjectsV2Command({
            Bucket: bucket,
            Prefix: below,
            ContinuationToken: token,
            MaxKeys: pageSize,
          });
          const { Contents = [], NextContinuationToken } = await client.send(page, within(0));
          for (const { Key = '', Size = 0, LastModified = new Date(0) } of Contents) {
            objects.push({ name: Key, bytes: Size, modifiedAt: LastModified });
          }
          token = NextContinuationToken;
        }
        return { objects, isWhole: token === undefined };
      };
      const { objects, isWhole } = await pagesBelow(
        prefix,
        heads === '' ? Number.POSITIVE_INFINITY : 1,
      );
      if (isWhole) return objects;
      // A page needs the end of the one before, so many pages in a row take long.
      const parts = await Promise.all(
        [...heads].map((head) => pagesBelow(prefix + head, Number.POSITIVE_INFINITY)),
      );
      return parts.flatMap((part) => part.objects);
    },
    close: () => client.destroy(),
  };
}

/** The body of an answer, which may be none. */
export function bodyIn({ Body }: { readonly Body?: unknown }): AsyncIterable<Uint8Array> {
  if (!isReadable(Body)) throw new Error('the answer has no body');
  return Body;
}

const isReadable = (body: unknown): body is Readable =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body;

/**
 * Runs an operation on a store and repeats it after failures that may pass. Throws a StoreError of
 * one line.
 */
export const storeRequests =
  (address: string, attempts: Attempts) =>
  async <Result>(what: CodedReason, work: () => Promise<Result>): Promise<Result> => {
    try {
      return await retry(work, mayPass, attempts);
    } catch (error) {
      throw new StoreError(address, what, new ReasonError(reasonFor(error), { cause: error }));
    }
  };

/** Names and messages of the SDK for an answer that is not as Amazon's are. */
const emptyWords = /^(?:Unknown(?:Error)?|NotFound|Error|SyntaxError|@aws-sdk .*)$/;

/**
 * Returns the reason of a failure: the HTTP status first, or the connection's fault without one.
 */
function reasonFor(error: unknown): CodedReason {
  const status = statusOf(error);
  if (nameOf(error) === 'AbortError') return unreachable(makeReason('system_no_answer_in_time'));
  if (status === undefined)
    return isUnreachable(error) ? unreachable(connectReason(error)) : connectReason(error);
  const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
  const words = [nameOf(error), message].filter((text) => text && !emptyWords.test(text));
  return quotedReason([`HTTP ${status}`, ...words].join(', '));
}

const unreachable = (detail: CodedReason): CodedReason =>
  makeReason('system_store_unreachable', { detail });

/** Returns true if a retry may help. A refused key or a missing bucket stays refused. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  if (nameOf(error) === 'CredentialsProviderError') return false;
  return status === undefined || status === 429 || status >= 500 || nameOf(error) === 'BadDigest';
}

export const nameOf = (error: unknown): string => (error instanceof Error ? error.name : '');

/** The status of an answer that was a failure. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const metadata = error.$metadata;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
