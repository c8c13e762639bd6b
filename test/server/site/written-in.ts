import PDFDocument from 'pdfkit';

/** Collects the texts that are written into PDFs while `work` runs, in order. */
export async function writtenIn(work: () => Promise<unknown>): Promise<string[]> {
  const { text } = PDFDocument.prototype;
  const written: string[] = [];
  PDFDocument.prototype.text = function record(
    this: typeof PDFDocument.prototype,
    ...all: unknown[]
  ) {
    written.push(String(all[0]));
    return Reflect.apply(text, this, all);
  } as typeof text;
  try {
    await work();
  } finally {
    PDFDocument.prototype.text = text;
  }
  return written;
}
