import { inflateRawSync } from 'node:zlib';
import { mt5Xlsx } from '../../../../fixtures/statements/mt5.ts';

/** Cell with the marks around it, such as tags or quotes. */
export interface Cell {
  readonly before: string;
  readonly text: string;
  readonly after: string;
}

export interface Row {
  readonly before: string;
  readonly cells: readonly Cell[];
  readonly after: string;
}

export type Form = 'html' | 'csv' | 'json' | 'xml' | 'xlsx';

/** Rows of a file, whatever its form. Joined together they give the same text again. */
export interface Sheet {
  readonly form: Form;
  readonly rows: readonly Row[];
  readonly end: string;
  /** Stands between two cells. */
  readonly mark: string;
}

/** Splits a text into rows and cells. */
export function sheetOf(text: string, form: Exclude<Form, 'xlsx'>): Sheet {
  if (form === 'csv') return listOf(text);
  const { row, cell, mark } = patterns[form];
  const rows: Row[] = [];
  let from = 0;
  for (const found of text.matchAll(row)) {
    const cells: Cell[] = [];
    const [, open = '', body = '', close = ''] = found;
    for (const [, before = '', inner = '', after = ''] of body.matchAll(cell)) {
      cells.push({ before, text: inner, after });
    }
    rows.push({ before: text.slice(from, found.index) + open, cells, after: close });
    from = found.index + found[0].length;
  }
  return { form, rows, end: text.slice(from), mark };
}

const patterns = {
  html: {
    row: /(<tr[^>]*>)((?:(?!<\/?tr)[\s\S])*)(<\/tr>)/gi,
    cell: /(<t[dh][^>]*>)([\s\S]*?)(<\/t[dh]>)/gi,
    mark: '',
  },
  xml: {
    row: /(<event>)([\s\S]*?)(<\/event>)/g,
    cell: /(<\w+>)([^<]*|<!\[CDATA\[[\s\S]*?\]\]>)(<\/\w+>)/g,
    mark: '',
  },
  // Objects without objects in them.
  json: {
    row: /(\{)((?:[^{}"]|"(?:[^"\\]|\\.)*")*)(\})/g,
    cell: /("\w+"\s*:\s*)("(?:[^"\\]|\\.)*"|[^,"]+?)(\s*(?=,|$))/g,
    mark: ',',
  },
} as const;

function listOf(text: string): Sheet {
  const lines = text.match(/(?:[^"\n]|"[^"]*")*\n|(?:[^"\n]|"[^"]*")+$/g) ?? [];
  const counts = [',', ';', '\t'].map((mark) => ({ mark, count: text.split(mark).length }));
  const { mark = ',' } = counts.sort((first, second) => second.count - first.count)[0] ?? {};
  const cell = new RegExp(`("?)((?:(?<=")(?:[^"]|"")*|[^"${mark}]*))("?)(?:${mark}|$)`, 'y');
  const rows = lines.map((line): Row => {
    const after = /\r?\n?$/.exec(line)?.[0] ?? '';
    const body = line.slice(0, line.length - after.length);
    const cells: Cell[] = [];
    cell.lastIndex = 0;
    while (cell.lastIndex <= body.length) {
      const [found, before = '', inner = '', close = ''] = cell.exec(body) ?? [];
      if (found === undefined) return { before: body, cells: [], after };
      cells.push({ before, text: inner, after: close });
      if (!found.endsWith(mark)) break;
    }
    return { before: '', cells, after };
  });
  return { form: 'csv', rows, end: '', mark };
}

/** Joins the rows to a text again. */
export function textOfSheet({ rows, end, mark }: Omit<Sheet, 'form'>): string {
  const texts = rows.map(({ before, cells, after }) => {
    const inner = cells.map((cell) => cell.before + cell.text + cell.after).join(mark);
    return before + inner + after;
  });
  return texts.join('') + end;
}

/** Joins the rows to the bytes of a text again, or to a workbook. */
export const bytesOfSheet = ({ form, ...sheet }: Sheet, encoding: BufferEncoding): Uint8Array =>
  form === 'xlsx'
    ? mt5Xlsx(sheet.rows.map(({ cells }) => cells))
    : Buffer.from(textOfSheet(sheet), encoding);

/** Returns the cells as a person reads them. Objects become rows below a row of their names. */
export function textsOf({ form, rows }: Sheet): string[][] {
  if (form !== 'json' && form !== 'xml') {
    return rows.map(({ cells }) => cells.map(({ text }) => readable(text, form)));
  }
  const nameOf = ({ before }: Cell) => /\w+/.exec(before)?.[0] ?? '';
  const names = [...new Set(rows.flatMap(({ cells }) => cells.map(nameOf)))];
  const texts = rows.map(({ cells }) => {
    const byName = new Map(cells.map((cell) => [nameOf(cell), readable(cell.text, form)]));
    return names.map((name) => byName.get(name) ?? '');
  });
  return [names, ...texts];
}

function readable(text: string, form: Form): string {
  if (form === 'csv') return text.replaceAll('""', '"').trim();
  if (form === 'json') return text === 'null' ? '' : text.replace(/^"|"$/g, '');
  const plain = text.replace(/^<!\[CDATA\[|\]\]>$/g, '').replace(/<[^>]*>/g, '');
  return plain
    .replaceAll('&nbsp;', ' ')
    .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
    .trim();
}

/** Reads the first sheet of a workbook. */
export function sheetOfWorkbook(bytes: Buffer): Sheet {
  const files = unzipped(bytes);
  const xml = (name: string) => {
    const found = files.get(name) ?? Buffer.alloc(0);
    return found.toString(found[0] === 0xff ? 'utf16le' : 'utf8');
  };
  const decoded = (text: string) =>
    text
      .replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
      .replace(/&(lt|gt|quot|apos|amp);/g, (_, name: keyof typeof entities) => entities[name]);
  const textIn = (part: string) =>
    decoded([...part.matchAll(/<t(?: [^>]*)?>([^<]*)<\/t>/g)].map(([, text]) => text).join(''));
  const shared = [...xml('xl/sharedStrings.xml').matchAll(/<si>([\s\S]*?)<\/si>/g)].map(
    ([, part = '']) => textIn(part),
  );
  const rows = [
    ...xml('xl/worksheets/sheet1.xml').matchAll(/<row [^>]*?(?:\/>|>([\s\S]*?)<\/row>)/g),
  ];
  const sheet = rows.map(([, body = '']): Row => {
    const cells: Cell[] = [];
    for (const [, attributes = '', inner = ''] of body.matchAll(
      /<c ([^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g,
    )) {
      const letters = /r="([A-Z]+)/.exec(attributes)?.[1] ?? 'A';
      const column = [...letters].reduce((at, letter) => at * 26 + letter.charCodeAt(0) - 64, 0);
      while (cells.length < column - 1) cells.push({ before: '', text: '', after: '' });
      const value = /<v>([^<]*)<\/v>/.exec(inner)?.[1];
      const isShared = attributes.includes('t="s"');
      const text = isShared ? (shared[Number(value)] ?? '') : decoded(value ?? textIn(inner));
      cells.push({ before: '', text, after: '' });
    }
    return { before: '', cells, after: '' };
  });
  return { form: 'xlsx', rows: sheet, end: '', mark: '' };
}

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };

/** Reads the files of an archive by its central directory. */
function unzipped(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const signature = Buffer.from('PK\x01\x02', 'latin1');
  for (let at = bytes.indexOf(signature); at >= 0; at = bytes.indexOf(signature, at + 4)) {
    const [method, size] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 20)];
    const name = bytes.toString('utf8', at + 46, at + 46 + bytes.readUInt16LE(at + 28));
    const local = bytes.readUInt32LE(at + 42);
    const from = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const body = bytes.subarray(from, from + size);
    files.set(name, method === 0 ? body : inflateRawSync(body));
  }
  return files;
}
