import { ChildFailed, createChildQueue } from '../../pipeline/base/child-task.ts';
import { type PictureHeader, readPictureHeader } from './picture-header.ts';

/** Largest file of a picture, and its largest width and height. */
export const maxPictureBytes = 1024 * 1024;
export const maxPictureSide = 3000;

/** Most scans of a JPEG. Programs write about ten; each is drawn over all pixels. */
const maxScans = 64;

/** Reasons for refusing a picture. */
export type PictureFault = 'format' | 'tooLarge' | 'tooWide' | 'tooComplex' | 'empty';

/** Thrown if a file can't be an owner's picture. */
export class PictureRefused extends Error {
  readonly fault: PictureFault;

  constructor(fault: PictureFault) {
    super(`picture refused: ${fault}`);
    this.fault = fault;
  }
}

export interface PictureTask {
  readonly file: Buffer;
  readonly header: PictureHeader;
}

const redrawInTurn = createChildQueue<PictureTask, { readonly png: Buffer | null }>(
  {
    module: new URL('picture-child.js', import.meta.url),
    heapMegabytes: 64,
    megabytes: 512,
    // The largest bombs take 2.6 s of processor, which is longer on a busy machine.
    seconds: 15,
  },
  1,
);

/**
 * Checks a file by its bytes, whatever its name and type say. Throws a PictureRefused. Decodes
 * nothing, so it costs the same for every file.
 */
export function checkPicture(file: Buffer): PictureTask {
  if (file.length > maxPictureBytes) throw new PictureRefused('tooLarge');
  const header = readPictureHeader(file);
  if (header === null) throw new PictureRefused('format');
  const { width, height, scans } = header;
  if (Math.max(width, height) > maxPictureSide) throw new PictureRefused('tooWide');
  if (Math.min(width, height) === 0) throw new PictureRefused('empty');
  if (scans > maxScans) throw new PictureRefused('tooComplex');
  return { file, header };
}

/**
 * Draws a checked picture anew, as a square PNG: nothing of the file itself is stored or sent. One
 * process for each picture does so, one at a time, and owners take turns. Throws a PictureRefused,
 * or the signal's reason.
 */
export async function redrawPicture(
  owner: string,
  task: PictureTask,
  signal: AbortSignal,
): Promise<Buffer> {
  const { png } = await redrawInTurn(owner, task, signal).catch((error: unknown) => {
    // A process that could not be started says nothing about the picture.
    if (!(error instanceof ChildFailed) || error.fault instanceof Error) throw error;
    throw new PictureRefused('tooComplex');
  });
  if (png === null) throw new PictureRefused('empty');
  return png;
}
