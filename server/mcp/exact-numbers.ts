import { randomUUID } from 'node:crypto';
import { withLargeAsTexts } from '../../pipeline/base/json-text.ts';

const mark = `exactly ${randomUUID()} `;
const marked = new RegExp(`"${mark}(-?\\d+)"`, 'g');

/** Parses a body of the API. Integers too large for JavaScript become marked texts. */
export const parseMarked = (body: string) => JSON.parse(withLargeAsTexts(body, mark));

/** Turns the marked texts in JSON back into the exact integers. */
export const unmark = (json: string): string =>
  json.includes(mark) ? json.replaceAll(marked, '$1') : json;
