import { createHash } from 'node:crypto';
import PDFDocument from 'pdfkit';

type Call = (this: unknown, ...all: unknown[]) => unknown;

/**
 * Collects what is written into PDFs while `work` runs. Each text is a line with its place and
 * colour. Drawn lines stand between the texts.
 */
export async function writtenIn(work: () => Promise<unknown>): Promise<string[]> {
  const { prototype } = PDFDocument;
  const written: string[] = [];
  let colour = '';
  const drawn: string[] = [];
  const flush = (): void => {
    const strokes = drawn.splice(0);
    if (strokes.length === 0) return;
    const hash = createHash('sha256').update(strokes.join('\n')).digest('hex').slice(0, 8);
    written.push(`${strokes.length} strokes ${hash}`);
  };
  const record: Readonly<Record<string, (...all: unknown[]) => void>> = {
    fillColor: (value) => {
      colour = String(value);
    },
    text: (text, x, y) => {
      flush();
      written.push(`${Math.round(Number(x))},${Math.round(Number(y))} ${colour} ${text}`);
    },
    lineTo: (x, y) => drawn.push(`${x},${y}`),
    path: (d) => drawn.push(String(d)),
    rect: (...place) => drawn.push(`rect ${place.join(' ')}`),
  };
  const original = new Map<string, Call>();
  for (const [name, note] of Object.entries(record)) {
    const method: Call = Reflect.get(prototype, name);
    original.set(name, method);
    Reflect.set(prototype, name, function noted(this: unknown, ...all: unknown[]) {
      note(...all);
      return Reflect.apply(method, this, all);
    });
  }
  try {
    await work();
  } finally {
    for (const [name, method] of original) Reflect.set(prototype, name, method);
  }
  flush();
  return written;
}
