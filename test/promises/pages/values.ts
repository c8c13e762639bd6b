import { parseDocument } from 'htmlparser2';
import { type Element, elementsIn, textIn } from './elements.ts';

/** Value on a page, and what it is called there. */
export interface Value {
  readonly name: string;
  readonly text: string;
}

/** Lists the figures of a page, and each column of its tables as one value. */
export function valuesOf(markup: string): Value[] {
  const values: Value[] = [];
  const visit = (node: Element, section: string): void => {
    const { name, attribs } = node;
    const inside = name === 'section' && attribs.id ? attribs.id : section;
    if (name === 'details' && attribs['data-figure'] !== undefined) {
      values.push(figureIn(node, attribs['data-figure']));
    }
    if (name === 'dl') values.push(...pairsIn(node));
    if (name === 'table') values.push(...columnsOf(node, inside));
    for (const child of elementsIn(node)) visit(child, inside);
  };
  for (const child of elementsIn(parseDocument(markup))) visit(child, '');
  return joined(values).filter(({ text }) => /\d/.test(text));
}

function figureIn(details: Element, field: string): Value {
  const all = descendants(details);
  const part = (word: string): string => textIn(all.find((node) => hasClass(node, word)));
  return { name: field, text: part('value') };
}

function pairsIn(list: Element): Value[] {
  const all = descendants(list);
  return all
    .filter(({ name }) => name === 'dt')
    .map((term, at) => ({
      name: textIn(term),
      text: textIn(all.filter(({ name }) => name === 'dd')[at]),
    }));
}

/** Columns of a table. Tables of one section with the same heads count as one table. */
function columnsOf(table: Element, section: string): Value[] {
  const rows = descendants(table).filter(({ name }) => name === 'tr');
  const heads = rows.filter(isHead).map(textIn).join(' / ');
  const body = rows.filter((row) => !isHead(row)).map((row) => elementsIn(row).map(textIn));
  const width = Math.max(0, ...body.map((row) => row.length));
  // The first column names the rows. Probabilities below a tenth of a percent look all alike.
  return Array.from({ length: width }, (_, at) => ({
    name: `${section} table of ${heads}, column ${at + 1}`,
    text: body.map((row) => row[at] ?? '').join(' | '),
  })).filter(({ text }, at) => at > 0 && !text.startsWith('< '));
}

const isHead = (row: Element): boolean =>
  elementsIn(row).every(({ attribs }) => (attribs.scope ?? '').startsWith('col'));

/** Joins the columns of a table that a page divides into what is shown first and the rest. */
function joined(values: readonly Value[]): Value[] {
  const columns = new Map<string, string>();
  const figures: Value[] = [];
  for (const value of values) {
    const { name, text } = value;
    const before = columns.get(name);
    if (!name.includes(', column ')) figures.push(value);
    else columns.set(name, before === undefined ? text : `${before} | ${text}`);
  }
  return [...figures, ...[...columns].map(([name, text]) => ({ name, text }))];
}

function descendants(node: Element): Element[] {
  return elementsIn(node).flatMap((child) => [child, ...descendants(child)]);
}

const hasClass = ({ attribs }: Element, word: string): boolean =>
  (attribs.class ?? '').split(' ').includes(word);
