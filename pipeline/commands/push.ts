import { setTimeout as pause } from 'node:timers/promises';
import { CommandError, exitCodes, UsageError } from '../base/errors.ts';
import { keyKind } from '../base/key-format.ts';
import { withNoun } from '../base/with-noun.ts';
import type { Config } from '../config/config.ts';
import { type ReadOptions, readSendings } from '../push/read-file.ts';
import { partsOf, RefusedRequest, sendPart, type Target, UndeliveredError } from '../push/send.ts';
import { watchFolder } from '../push/watch.ts';
import { parseTimezone } from '../read/timezone.ts';
import { untilStopped } from '../schedule/stop-signal.ts';
import type { CommandIo } from './io.ts';

interface PushOptions {
  readonly files?: readonly string[];
  readonly watch?: string;
  readonly to: string;
  readonly accountId?: string;
  readonly tz?: string;
  readonly currency?: string;
}

const shownRejections = 5;
const lookMilliseconds = 2_000;

/** Refusals of one file; any other is of the account or its key, and every file would meet it. */
const ofContent: ReadonlySet<number> = new Set([400, 422]);

/**
 * Sends files with the Connection Key from the environment. With a folder, sends each new file in
 * it.
 */
export async function pushCommand(
  _config: Config,
  { files = [], watch, to, accountId, tz, currency }: PushOptions,
  io: CommandIo,
): Promise<number> {
  if ((watch === undefined) === (files.length === 0)) {
    throw new UsageError('give files, or a folder with --watch, not both');
  }
  const timezone = tz === undefined ? null : parseTimezone(tz);
  const read = { accountId, timezone, currency };
  const target = { to: addressOf(to), key: keyOf(io), onWait: (line: string) => io.stderr(line) };
  if (watch !== undefined) return pushWatched(watch, read, target, io);
  let code: number = exitCodes.done;
  for (const file of files) if (await pushFile(file, read, target, io)) code = exitCodes.partly;
  return code;
}

async function pushWatched(
  folder: string,
  read: ReadOptions,
  target: Target,
  io: CommandIo,
): Promise<number> {
  const watched = watchFolder(folder);
  const stopping = new AbortController();
  const stopped = untilStopped().then(() => stopping.abort());
  const { signal } = stopping;
  while (!signal.aborted) {
    for (const file of watched.due()) {
      if (signal.aborted) break;
      try {
        await pushFile(file, read, { ...target, signal }, io);
      } catch (error) {
        if (signal.aborted) break;
        if (!(error instanceof CommandError)) throw error;
        if (error instanceof RefusedRequest && !ofContent.has(error.status)) throw error;
        io.stderr(error.message);
        // A refused file waits until its content changes; an undelivered one is sent again.
        if (error instanceof UndeliveredError) continue;
      }
      watched.note(file);
    }
    await pause(lookMilliseconds, undefined, { signal }).catch(() => {});
  }
  await stopped;
  return exitCodes.done;
}

/** Sends one file; answers with whether some of it was refused. */
async function pushFile(
  file: string,
  read: ReadOptions,
  target: Target,
  io: CommandIo,
): Promise<boolean> {
  const { lines, notes } = await readSendings(file, read);
  for (const note of notes) io.stderr(note);
  let [accepted, refused] = [0, 0];
  const receipts: string[] = [];
  for (const part of partsOf(lines)) {
    const sent = await sendPart(part, target);
    for (const { table, row, reason } of sent.rejected.slice(0, shownRejections)) {
      io.stderr(`${file}: ${table} row ${accepted + refused + row}: ${reason}`);
    }
    accepted += sent.accepted;
    refused += sent.rejected_count;
    receipts.push(sent.receipt);
  }
  io.stdout(
    `${file}: ${withNoun(accepted, 'row')} accepted, ${refused} refused (${receipts.join(', ') || 'nothing to send'})`,
  );
  return refused > 0;
}

function keyOf({ env }: CommandIo): string {
  const key = env.TRACKRECORD_CONNECTION_KEY ?? '';
  if (keyKind(key) === 'connection') return key;
  const fault = key === '' ? 'is missing' : 'is not a Connection Key';
  throw new UsageError(
    `TRACKRECORD_CONNECTION_KEY ${fault}; set it to the key that keys create --connection printed`,
  );
}

function addressOf(to: string): string {
  if (/^https?:\/\/[^\s/?#]+/.test(to) && URL.canParse(to)) return to.replace(/\/+$/, '');
  throw new UsageError(
    `--to ${JSON.stringify(to)}: not an address; give one such as https://records.example`,
  );
}
