const byteOrderMarks = [
  { bytes: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { bytes: [0xff, 0xfe], encoding: 'utf-16le' },
  { bytes: [0xfe, 0xff], encoding: 'utf-16be' },
] as const;

/** Encoding of a text. It is a guess if neither the bytes nor a declaration name it. */
export interface Encoding {
  name: string;
  isGuess: boolean;
}

const utf8: Encoding = { name: 'utf-8', isGuess: false };

/** The text of an export, in the encoding told, or in that which its bytes are likeliest in. */
export function decodeText(bytes: Uint8Array, told?: string): string {
  return createDecoder(told ?? encodingOf(bytes).name)(bytes, true);
}

/** Decodes a text that comes in parts, of which the last is told. */
export function createDecoder(encoding: string): (part: Uint8Array, isLast: boolean) => string {
  if (isWestern.test(encoding)) return decodeWestern;
  const decoder = new TextDecoder(encoding);
  return (part, isLast) => decoder.decode(part, { stream: !isLast });
}

/** The encoding of a text that comes in parts: looked for in the first of them that is no UTF-8. */
export async function encodingOfParts(parts: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let first: Uint8Array | undefined;
  for await (const part of parts) {
    const encoding = first === undefined ? encodingOf(part.subarray(0, 4)) : utf8;
    if (encoding.name.startsWith('utf-16')) return encoding;
    first ??= part;
    try {
      decoder.decode(part, { stream: true });
    } catch {
      return encodingOf(wholeLines(part, part === first), first);
    }
  }
  return utf8;
}

/** A part of a text without what it may begin and end in the middle of. */
function wholeLines(part: Uint8Array, isFirst: boolean): Uint8Array {
  const from = isFirst ? 0 : part.indexOf(lineFeed) + 1;
  const to = part.lastIndexOf(lineFeed) + 1;
  return to > from ? part.subarray(from, to) : part;
}

const lineFeed = 0x0a;

/** Encoding of XML, from its first bytes or its declaration; UTF-8 by default. */
export function encodingOfXml(first: Uint8Array): string {
  const marked = markedEncoding(first);
  return marked ?? declaredCharset(first, new Uint8Array()) ?? 'utf-8';
}

/** The name of an encoding that a text was taken to be in, where that is a guess. */
export const guessedEncoding = (encoding: Encoding | null): string | undefined =>
  encoding?.isGuess ? encoding.name : undefined;

/** Returns true if texts can be read in an encoding of that name. */
export function isEncoding(name: string): boolean {
  try {
    return new TextDecoder(name).encoding !== '';
  } catch {
    return false;
  }
}

const isWestern = /^(windows-1252|iso-8859-1|latin1|us-ascii)$/i;

// Some versions of Node read windows-1252 as Latin-1, which has controls where it has quotes.
const western =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

function decodeWestern(bytes: Uint8Array): string {
  const units = new Uint16Array(bytes);
  for (let at = 0; at < units.length; at++) {
    const unit = units[at] ?? 0;
    if (unit >= 0x80 && unit <= 0x9f) units[at] = western.charCodeAt(unit - 0x80);
  }
  return Buffer.from(units.buffer).toString('utf16le');
}

/**
 * UTF-8 or UTF-16 where the bytes say so, else the charset declared at the beginning, or the
 * likeliest of those that statements come in.
 */
export function encodingOf(bytes: Uint8Array, beginning = bytes): Encoding {
  const known = (name: string): Encoding => ({ name, isGuess: false });
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return known(marked);
  if (decodes(bytes, 'utf-8')) return known('utf-8');
  const declared = declaredCharset(beginning, bytes);
  if (declared !== undefined) return known(declared);
  if (looksChinese(bytes)) return { name: 'gbk', isGuess: true };
  return { name: looksCyrillic(bytes) ? 'windows-1251' : 'windows-1252', isGuess: true };
}

/**
 * Returns the encoding by the byte order mark, or by every other byte of a text that begins in
 * ASCII.
 */
function markedEncoding(bytes: Uint8Array): string | undefined {
  const marked = byteOrderMarks.find((mark) => mark.bytes.every((byte, at) => bytes[at] === byte));
  if (marked !== undefined) return marked.encoding;
  if (bytes[0] !== 0 && bytes[1] === 0) return 'utf-16le';
  return bytes[0] === 0 && bytes[1] !== 0 ? 'utf-16be' : undefined;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function declaredCharset(beginning: Uint8Array, bytes: Uint8Array): string | undefined {
  const head = new TextDecoder('windows-1252').decode(beginning.subarray(0, 4096));
  const declared = /(?:charset|encoding)=["']?([\w-]+)/i.exec(head)?.[1];
  // Some programs declare UTF-16 and write UTF-8. The bytes of UTF-16 would have told before.
  if (declared === undefined || /^utf-?16/i.test(declared)) return undefined;
  return decodes(bytes, declared) ? declared : undefined;
}

// Cyrillic words are runs of bytes from 0xC0 up; in Western text such letters stand alone between
// ASCII.
function looksCyrillic(bytes: Uint8Array): boolean {
  let inRuns = 0;
  let alone = 0;
  for (let at = 0; at < bytes.length; at++) {
    if (!isHighLetter(bytes[at])) continue;
    if (isHighLetter(bytes[at - 1]) || isHighLetter(bytes[at + 1])) inRuns++;
    else alone++;
  }
  return inRuns > alone;
}

// Common Chinese characters are pairs of bytes. The first byte is from 0xB0 to 0xD7, which are
// capital letters in Cyrillic. The second byte is 0xA1 or higher: in half of the pairs it is no
// letter. All runs have to consist of pairs.
function looksChinese(bytes: Uint8Array): boolean {
  let usual = 0;
  let unusual = 0;
  let isUnlettered = false;
  for (let at = 0; at < bytes.length; at++) {
    const first = bytes[at] ?? 0;
    if (first < 0x80) continue;
    const second = bytes[at + 1] ?? 0;
    if (first < 0x81 || first === 0xff || second < 0x40 || second === 0x7f || second === 0xff)
      return false;
    const isUsual = first >= 0xb0 && first <= 0xd7 && second >= 0xa1;
    // Full-width signs are of the first rows.
    if (isUsual || (first >= 0xa1 && first <= 0xa9)) usual++;
    else unusual++;
    if (second < 0xc0 || first < 0xc0) isUnlettered = true;
    at++;
  }
  return isUnlettered && usual > 4 * unusual;
}

function isHighLetter(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0xc0;
}
