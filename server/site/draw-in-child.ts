import { createChild } from '../../pipeline/base/child-task.ts';
import type { Drawing } from './draw.ts';

/** Draws an image or a PDF. Is called again only after it has drawn. */
export type Draw = (drawing: Drawing) => Promise<{ readonly bytes: Buffer }>;

/**
 * Creates a child process that draws. So drawings hold up neither the event loop nor the threads
 * that hash passwords, compress answers and read files.
 */
export const createDrawingChild = (): Draw =>
  createChild<Drawing, { readonly bytes: Buffer }>({
    module: new URL('draw-child.js', import.meta.url),
    heapMegabytes: 256,
    megabytes: 512,
    seconds: 10,
  }).ask;
