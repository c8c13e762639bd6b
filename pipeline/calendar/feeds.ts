import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { DataDirectory } from '../base/data-directory.ts';
import { replaceFile } from '../base/files.ts';
import type { Log } from '../base/log.ts';
import { fileSafe, writeSourceFiles } from '../platforms/source/source-files.ts';
import { UnreadableExport } from '../read/bounds.ts';
import { decodeText } from '../read/decode.ts';
import { readFeedAddress } from './address.ts';
import type { Feed } from './read-feed.ts';
import { Refusal, requestFeed, type Validators } from './request-feed.ts';

/** Addresses of feeds. */
export interface Feeds {
  /** Feeds of events. */
  urls: readonly string[];
  /** Sources that only fill in the actuals of those events. */
  actualUrls: readonly string[];
}

interface FetchOptions {
  dataDir: DataDirectory;
  feeds: Feeds;
  clock: () => Date;
  log: Pick<Log, 'info' | 'warn'>;
  timeoutMilliseconds?: number;
}

interface Memory extends Validators {
  /** No request before this instant. */
  next_at: string;
}

const hour = 3600;

// Seconds between requests where the answer does not say; ForexFactory refuses who asks more often.
const pauses = {
  feeds: { answered: hour, refused: hour / 4 },
  actuals: { answered: hour / 12, refused: hour / 12 },
} as const;
const shortestPause = 60;
const longestPause = 24 * hour;

/**
 * Brings the copies of the feeds up to date where it is time to ask again. What is no whole feed
 * leaves the last good copy in place and says so in one line of the log; it fails nothing.
 */
export async function fetchFeeds(options: FetchOptions): Promise<void> {
  const { urls, actualUrls } = options.feeds;
  await Promise.all([
    ...urls.map((url) => fetchFeed(url, 'feeds', options)),
    ...actualUrls.map((url) => fetchFeed(url, 'actuals', options)),
  ]);
}

async function fetchFeed(
  url: string,
  kind: keyof typeof pauses,
  { dataDir, clock, log, timeoutMilliseconds = 10_000 }: FetchOptions,
): Promise<void> {
  const paths = dataDir.calendar;
  const address = readFeedAddress(url);
  const { name } = address;
  const memoryPath = join(paths.answers, `${kind}-${name}.json`);
  const copy = join(paths[kind], `calendar_events-${fileSafe(name)}.csv`);
  const memory = readMemory(memoryPath);
  if (memory && Date.parse(memory.next_at) > clock().getTime()) return;
  const remember = (validators: Validators, seconds: number): void => {
    const pause = Math.min(Math.max(seconds, shortestPause), longestPause);
    const next_at = new Date(clock().getTime() + pause * 1000).toISOString();
    replaceFile(memoryPath, `${JSON.stringify({ ...validators, next_at })}\n`);
  };
  const known = memory && existsSync(copy) ? memory : { etag: null, last_modified: null };
  makeFolders(paths[kind], paths.answers);
  try {
    const answer = await requestFeed(address, known, timeoutMilliseconds);
    if (answer.body) await keepCopy(answer.body, paths[kind], name, log);
    remember(answer.validators, answer.maxAgeSeconds || pauses[kind].answered);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    remember(known, error.retryAfterSeconds ?? pauses[kind].refused);
    log.warn('calendar feed refused, its last good copy stays in use', {
      feed: name,
      reason: error.message,
    });
  }
}

async function keepCopy(
  body: Buffer,
  folder: string,
  name: string,
  log: FetchOptions['log'],
): Promise<void> {
  const feed = await wholeFeed(body);
  await writeSourceFiles(folder, [{ id: name, tables: { calendar_events: feed.rows } }]);
  for (const reason of feed.leftOut) log.warn('events of a calendar feed', { feed: name, reason });
  log.info('calendar feed fetched', { feed: name, events: feed.rows.length });
}

async function wholeFeed(body: Buffer): Promise<Feed> {
  // Most runs read no feed, and its formats need many modules.
  const { readFeed } = await import('./read-feed.ts');
  try {
    return readFeed(decodeText(body));
  } catch (cause) {
    if (!(cause instanceof UnreadableExport)) throw cause;
    const reason = `the answer is not a whole calendar feed: ${cause.message}`;
    throw new Refusal(reason, null, { cause });
  }
}

/** Makes the folders, and removes what a killed process left half written. */
function makeFolders(...folders: string[]): void {
  for (const folder of folders) {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      if (name.endsWith('.tmp')) rmSync(join(folder, name), { force: true });
    }
  }
}

/** Reads the last answer of a feed. A missing or damaged one is requested again. */
function readMemory(path: string): Memory | null {
  try {
    const { etag, last_modified, next_at } = JSON.parse(readFileSync(path, 'utf8'));
    return Number.isNaN(Date.parse(next_at)) ? null : { etag, last_modified, next_at };
  } catch {
    return null;
  }
}
