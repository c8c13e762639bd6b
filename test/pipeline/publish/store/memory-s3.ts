import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenLocally } from '../../../support/listen.ts';
import { startRadosgw, type TestS3 } from './radosgw.ts';

/** Starts Ceph's S3, or one in the memory of this process if Ceph is not installed. */
export const startS3 = async (): Promise<TestS3> => (await startRadosgw()) ?? startMemoryS3();

interface StoredBytes {
  readonly bytes: Buffer;
  readonly modifiedAt: Date;
}

/** Objects of each bucket by their keys. */
type Buckets = Map<string, Map<string, StoredBytes>>;

/**
 * S3 in memory with what the store uses: buckets, PUT with its MD5, GET, HEAD, DELETE and pages of
 * a list. It does not check signatures.
 */
async function startMemoryS3(): Promise<TestS3> {
  const buckets: Buckets = new Map();
  const { url: endpoint, close } = await listenLocally((request, response) => {
    bodyOf(request).then(
      (body) => answer(buckets, request, body, response),
      () => response.destroy(),
    );
  });
  return { endpoint, accessKeyId: 'test', secretAccessKey: 'test', stop: close };
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces);
}

function answer(
  buckets: Buckets,
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): void {
  const { searchParams } = new URL(url, 'http://s3');
  // An URL would resolve the points of a key.
  const [pathname = ''] = url.split('?');
  const [, name = '', key = ''] = /^\/([^/]*)\/?(.*)$/.exec(decodeURIComponent(pathname)) ?? [];
  const fail = (status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`);
  const bucket = buckets.get(name);
  if (key === '' && method === 'PUT') {
    buckets.set(name, bucket ?? new Map());
    response.end();
    return;
  }
  if (bucket === undefined) {
    fail(404, 'NoSuchBucket');
    return;
  }
  if (key === '') {
    response.end(pageOf(bucket, searchParams));
    return;
  }
  if (method === 'PUT') {
    const md5 = headers['content-md5'];
    if (md5 !== undefined && md5 !== createHash('md5').update(body).digest('base64')) {
      fail(400, 'BadDigest');
      return;
    }
    bucket.set(key, { bytes: body, modifiedAt: new Date() });
    response.end();
    return;
  }
  const found = bucket.get(key);
  if (method === 'DELETE') {
    bucket.delete(key);
    response.writeHead(204).end();
  } else if (found === undefined) fail(404, 'NoSuchKey');
  else {
    response.setHeader('content-length', found.bytes.length);
    response.setHeader('last-modified', found.modifiedAt.toUTCString());
    response.end(method === 'HEAD' ? undefined : found.bytes);
  }
}

/** A page of the list of a bucket. Its token is the last key of the page before. */
function pageOf(bucket: ReadonlyMap<string, StoredBytes>, asked: URLSearchParams): string {
  const after = asked.get('continuation-token') ?? '';
  const wanted = [...bucket]
    .filter(([key]) => key.startsWith(asked.get('prefix') ?? '') && key > after)
    .sort(([first], [second]) => (first < second ? -1 : 1));
  const page = wanted.slice(0, Number(asked.get('max-keys') ?? 1000));
  const contents = page.map(
    ([key, { bytes, modifiedAt }]) =>
      `<Contents><Key>${key}</Key><Size>${bytes.length}</Size>` +
      `<LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
  );
  const token =
    page.length < wanted.length
      ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>`
      : '';
  return `<ListBucketResult>${contents.join('')}${token}</ListBucketResult>`;
}
