import {
  createWriteStream,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { CommandError, exitCodes } from '../../base/errors.ts';
import type { Log } from '../../base/log.ts';
import { makeReason } from '../../base/reasons/reason.ts';
import { defaultAttempts, type S3Options } from './s3.ts';
import { bodyIn, openClient, type S3Client, type S3Server, storeRequests } from './s3-client.ts';
import { type StoredObject, WrongBytes } from './store.ts';

/** Files in S3 that are to be had as files of a folder. */
interface MirrorAddress extends S3Server {
  /** Source as given: `s3://BUCKET/PREFIX`. */
  readonly source: string;
}

/**
 * Makes a folder what is below an address in S3: fetches what is new there or was written since,
 * removes what is there no more. What was fetched bears the time at which it was written there. A
 * StoreError where it cannot be had, with the folder as far as it came, every file of it whole.
 */
export async function mirror(
  { source, ...server }: MirrorAddress,
  folder: string,
  log: Pick<Log, 'warn'>,
  { attempts = defaultAttempts, timeoutMilliseconds = 10_000, pageSize = 1000 }: S3Options = {},
): Promise<void> {
  const [bucket = '', ...folders] = source.slice('s3://'.length).split('/').filter(Boolean);
  const prefix = folders.map((name) => `${name}/`).join('');
  const client = await openClient(server, timeoutMilliseconds);
  const request = storeRequests(source, attempts);
  try {
    const objects = await request(makeReason('run_files_not_listed'), () =>
      client.list(bucket, prefix, pageSize),
    );
    const wanted = filesOf(objects, prefix, log);
    if (wanted.size === 0) {
      throw new CommandError(makeReason('run_source_empty', { name: source }), exitCodes.usage);
    }
    mkdirSync(folder, { recursive: true });
    for (const [name, object] of wanted) {
      const path = join(folder, name);
      if (isThere(path, object)) continue;
      await request(makeReason('run_not_fetched', { name }), () =>
        fetchTo(client, bucket, object, path),
      );
    }
    for (const name of namesIn(folder)) {
      const path = join(folder, name);
      if (!wanted.has(name) && !isUnderWay(path)) rmSync(path, { force: true });
    }
  } finally {
    client.close();
  }
}

/** Selects objects whose names are valid file names, by their path in the folder. */
function filesOf(
  objects: readonly StoredObject[],
  prefix: string,
  log: Pick<Log, 'warn'>,
): Map<string, StoredObject> {
  const files = new Map<string, StoredObject>();
  for (const object of objects) {
    const name = object.name.slice(prefix.length);
    // Some programs put an object for a folder.
    if (name === '' || name.endsWith('/')) continue;
    const isFile = name.split('/').every((part) => !/^\.{0,2}$|[\0\\]/.test(part));
    if (isFile) files.set(name, object);
    else log.warn('no name of a file, ignored', { object: object.name });
  }
  return files;
}

/** To the second, as servers tell times. */
const secondsOf = (time: Date): number => Math.floor(time.getTime() / 1000);

function isThere(path: string, { bytes, modifiedAt }: StoredObject): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat?.size === bytes && secondsOf(stat.mtime) === secondsOf(modifiedAt);
}

const hourMilliseconds = 3_600_000;

/**
 * Returns true while another process downloads the file. Runs of accounts and of the calendar may
 * overlap.
 */
function isUnderWay(path: string): boolean {
  const writtenAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return unfinishedPattern.test(path) && Date.now() - writtenAt < hourMilliseconds;
}

const unfinishedPattern = /[/]\.\d+\.tmp$/;

async function fetchTo(
  { sdk, send, within }: S3Client,
  bucket: string,
  { name, bytes }: StoredObject,
  path: string,
): Promise<void> {
  const get = new sdk.GetObjectCommand({ Bucket: bucket, Key: name });
  const answer = await send(get, within(bytes));
  mkdirSync(dirname(path), { recursive: true });
  // No reader takes what begins with a dot.
  const unfinished = join(dirname(path), `.${process.pid}.tmp`);
  try {
    await pipeline(bodyIn(answer), createWriteStream(unfinished));
    const { size } = statSync(unfinished);
    const length = answer.ContentLength ?? size;
    if (size !== length) throw new WrongBytes(`${size} bytes came instead of ${length}`);
    const time = answer.LastModified ?? new Date();
    utimesSync(unfinished, time, time);
    renameSync(unfinished, path);
  } finally {
    rmSync(unfinished, { force: true });
  }
}

const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
