import { randomUUID } from 'node:crypto';
import { withLargeAsTexts } from '../../pipeline/base/json-text.ts';

const mark = `exactly ${randomUUID()} `;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** A body of the API as data in which whole numbers too large for JavaScript stand as texts. */
export const parseMarked = (body: string) => JSON.parse(withLargeAsTexts(body, mark));

/** JSON made of such data, with those numbers in it as they were. */
export const unmarked = (json: string): string =>
  json.includes(mark) ? json.replaceAll(marked, '$1') : json;
