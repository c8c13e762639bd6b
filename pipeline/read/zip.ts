import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { readFault } from '../base/errors.ts';
import { type CodedReason, makeReason, quotedReason, reasonOf } from '../base/reasons/reason.ts';
import { bounds, UnreadableExport } from './bounds.ts';
import { ImportFault } from './faults.ts';

/** A file in a zip archive. */
export interface ZipEntry {
  name: string;
  /** Declared size after unpacking. */
  size: number;
  packed: number;
  isDeflated: boolean;
  /** CRC-32 of the unpacked bytes. */
  checksum: number;
  /** Offset of its packed bytes in the archive. */
  at: number;
}

/** Returns true if the bytes begin as a zip archive does; workbooks are zip archives. */
export const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;

const signatures = { end: 0x06054b50, entry: 0x02014b50, local: 0x04034b50 } as const;
/** Size of the record at the end, and the longest comment after it. */
const endBytes = 22;
const commentBytes = 0xffff;

/** Lists the entries of an archive whose names are wanted. */
export async function entriesOf(
  file: string,
  isWanted: (name: string) => boolean,
): Promise<ZipEntry[]> {
  return withFile(file, async (handle) => {
    const { size } = await handle.stat();
    const tail = await bytesOf(handle, Math.max(0, size - endBytes - commentBytes), size);
    const end = tail.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
    if (end < 0 || end + endBytes > tail.length) throw broken(makeReason('file_zip_end'));
    const [count, length, from] = [
      tail.readUInt16LE(end + 10),
      tail.readUInt32LE(end + 12),
      tail.readUInt32LE(end + 16),
    ];
    if (from + length > size) throw broken(makeReason('file_zip_file_missing'));
    if (length > bounds.zipListBytes || count > bounds.zipFiles) {
      throw broken(makeReason('file_zip_many_files'));
    }
    const entries = listed(await bytesOf(handle, from, from + length), count);
    for (const entry of entries) entry.at = await contentAt(handle, entry);
    return entries.filter(({ name }) => isWanted(name)).map(readable);
  });
}

/** Entry of the list, packed in any way. */
interface ListedEntry extends ZipEntry {
  /** Bytes of its name. */
  label: Buffer;
  method: number;
  isLocked: boolean;
}

/**
 * Reads a list of files to its end. Throws if it has more or fewer of them, or one of them twice.
 */
function listed(list: Buffer, count: number): ListedEntry[] {
  const entries: ListedEntry[] = [];
  const names = new Set<string>();
  let at = 0;
  for (let read = 0; read < count; read++) {
    if (at + 46 > list.length || list.readUInt32LE(at) !== signatures.entry) {
      throw broken(makeReason('file_zip_list_cut'));
    }
    const [nameBytes, extraBytes, notes] = [28, 30, 32].map((place) =>
      list.readUInt16LE(at + place),
    ) as [number, number, number];
    const label = list.subarray(at + 46, at + 46 + nameBytes);
    const name = label.toString();
    if (names.has(name)) throw broken(makeReason('file_zip_twice', { name: printable(name) }));
    names.add(name);
    const method = list.readUInt16LE(at + 10);
    entries.push({
      name,
      label,
      method,
      isLocked: (list.readUInt16LE(at + 8) & 1) === 1,
      isDeflated: method === 8,
      checksum: list.readUInt32LE(at + 16),
      packed: list.readUInt32LE(at + 20),
      size: list.readUInt32LE(at + 24),
      at: list.readUInt32LE(at + 42),
    });
    at += 46 + nameBytes + extraBytes + notes;
  }
  if (at !== list.length) throw broken(makeReason('file_zip_list_long'));
  return entries;
}

function readable(entry: ListedEntry): ZipEntry {
  const { name, method, isLocked } = entry;
  if (!isLocked && (method === 0 || method === 8)) return entry;
  throw broken(makeReason('file_zip_method', { name: printable(name) }));
}

/**
 * Returns where the packed bytes of an entry begin. Throws unless the entry has the name that the
 * list gives it. Under a damaged name it would be missing, and what it says would not count.
 */
async function contentAt(handle: FileHandle, { name, label, at }: ListedEntry): Promise<number> {
  const local = await bytesOf(handle, at, at + 30 + label.length);
  const isThere =
    local.length === 30 + label.length &&
    local.readUInt32LE(0) === signatures.local &&
    local.readUInt16LE(26) === label.length &&
    local.subarray(30).equals(label);
  if (!isThere) throw broken(makeReason('file_zip_elsewhere', { name: printable(name) }));
  return at + 30 + label.length + local.readUInt16LE(28);
}

const printable = (name: string): string => name.slice(0, 100).replace(/\p{C}/gu, ' ');

/** Unpacks an entry part by part. Throws after the last part if the bytes are damaged. */
export async function* partsOfEntry(file: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  let checksum = 0;
  for await (const part of unpackedParts(file, entry)) {
    checksum = crc32(part, checksum);
    yield part;
  }
  if (checksum !== entry.checksum)
    throw broken(makeReason('file_zip_damaged', { name: printable(entry.name) }));
}

async function* unpackedParts(file: string, entry: ZipEntry): AsyncGenerator<Buffer> {
  const { at: start } = entry;
  if (entry.packed === 0) return;
  const packed = createReadStream(file, { start, end: start + entry.packed - 1 });
  if (!entry.isDeflated) {
    yield* packed;
    return;
  }
  const unpacked = createInflateRaw({ chunkSize: 256 * 1024 });
  packed.on('error', (cause) => unpacked.destroy(cause));
  packed.pipe(unpacked);
  try {
    for await (const part of unpacked) yield part;
  } catch (cause) {
    throw broken(reasonOf(cause));
  } finally {
    packed.destroy();
    unpacked.destroy();
  }
}

const broken = (fault: CodedReason): UnreadableExport =>
  new UnreadableExport(makeReason('file_zip_broken', { fault }));

async function bytesOf(handle: FileHandle, from: number, to: number): Promise<Buffer> {
  const bytes = Buffer.alloc(to - from);
  const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
  return bytes.subarray(0, bytesRead);
}

async function withFile<Result>(
  file: string,
  work: (handle: FileHandle) => Promise<Result>,
): Promise<Result> {
  const handle = await open(file, 'r').catch((cause) => {
    throw new ImportFault(
      'import_unreachable',
      file,
      { detail: quotedReason(readFault(cause)) },
      { cause },
    );
  });
  try {
    return await work(handle);
  } finally {
    await handle.close();
  }
}
