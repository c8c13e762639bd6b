import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { type Content, WrongBytes } from './store.ts';

/**
 * Writes pieces to a file, which may not be on disk yet. The file gets its name only once length
 * and SHA-256 match. Throws WrongBytes otherwise, and leaves nothing behind.
 */
export async function receive(
  pieces: AsyncIterable<Uint8Array>,
  content: Content,
  path: string,
): Promise<void> {
  const temporary = `${path}.${randomUUID()}.tmp`;
  try {
    const file = await open(temporary, 'wx');
    try {
      await write(pieces, content, file);
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Reads what comes to its end; WrongBytes where length or SHA-256 are not right. */
export const checkPieces = (pieces: AsyncIterable<Uint8Array>, content: Content): Promise<void> =>
  write(pieces, content, null);

async function write(
  pieces: AsyncIterable<Uint8Array>,
  { sha256, bytes }: Content,
  file: FileHandle | null,
): Promise<void> {
  const hash = createHash('sha256');
  let count = 0;
  for await (const piece of pieces) {
    count += piece.length;
    if (count > bytes) throw new WrongBytes(`more than ${bytes} bytes came`);
    hash.update(piece);
    await file?.writeFile(piece);
  }
  if (count !== bytes) throw new WrongBytes(`${count} bytes came instead of ${bytes}`);
  if (hash.digest('hex') !== sha256) throw new WrongBytes('its SHA-256 is another');
}
