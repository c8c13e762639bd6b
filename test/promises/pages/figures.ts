import { parse } from 'csv-parse/sync';
import { parseDocument } from 'htmlparser2';
import type { languageCodes } from '../../../server/language/catalogues.ts';
import { bodyOfRecord } from '../../server/site/record-body.ts';
import { type Element, elementsIn, textIn } from './elements.ts';
import { writtenIn } from './sheet-text.ts';
import type { PagesWorld } from './world.ts';

/** Figure of an account, as something that people look at shows it. */
export interface ShownFigure {
  readonly where: string;
  readonly slug: string;
  /** Path in its section of the API; null where only its label tells what it is. */
  readonly place: string | null;
  /** Empty where it has none, as in a card. */
  readonly label: string;
  readonly text: string;
}

type Code = (typeof languageCodes)[number];

/** Accounts whose figures are compared. */
export const comparedSlugs = ['lane-swing', 'lane-grid', 'lane-all'];

/** Reads the figures of accounts wherever they are shown, in a language. */
export async function readFigures(world: PagesWorld, code: Code): Promise<ShownFigure[]> {
  const body = async (url: string) =>
    (await world.app.inject(`${url}${url.includes('?') ? '&' : '?'}lang=${code}`)).body;
  const found = [
    ...inTable(await body(`/compare?slug=${comparedSlugs}`), 'comparison'),
    ...inList(await body('/'), 'list'),
    ...inList(await body('/owner/harbour-lane'), 'page of the owner'),
  ];
  for (const slug of comparedSlugs) {
    const page = await bodyOfRecord(world.app, slug, `?lang=${code}`);
    found.push(...onPage(page, slug), ...inShort(descriptionsIn(page), 'description', slug));
    for (const size of ['small', 'medium', 'large']) {
      const small = await body(`/widget/${slug}.svg?size=${size}`);
      found.push(...inShort([small.replaceAll(/<[^>]*>/g, ' ')], `${size} card`, slug));
    }
    const card = inPairs(textsIn(await body(`/widget/${slug}.svg?size=preview`)));
    found.push(...card.map((pair) => ({ ...pair, where: 'preview', slug })));
    const url = `/account/${slug}/tearsheet.pdf?lang=${code}&again`;
    const written = await writtenIn(() => world.app.inject(url));
    const sheet = inPairs(written.map((line) => line.replace(/^\S+ \S+ /, '')));
    found.push(...sheet.map((pair) => ({ ...pair, where: 'tear sheet', slug })));
  }
  return found;
}

/** Reads the numbers of accounts that programs read: cells of CSV files and months of the feed. */
export async function readNumbers({ app }: PagesWorld): Promise<ShownFigure[]> {
  const found: ShownFigure[] = [];
  for (const slug of comparedSlugs) {
    const csv = async (file: string, names: Readonly<Record<string, string>>) => {
      const { body } = await app.inject(`/account/${slug}/${file}`);
      for (const row of parse(body, { columns: true }) as Record<string, string>[]) {
        const [head = ''] = Object.values(row);
        for (const [column, name] of Object.entries(names)) {
          const place = name.replace('ROW', head.replace('-', '.'));
          found.push({ where: file, slug, place, label: '', text: row[column] ?? '' });
        }
      }
    };
    await csv('monthly.csv', { monthly_percent: 'months.ROW' });
    await csv('yearly.csv', {
      yearly_percent: 'months.ROW.year',
      max_drawdown_percent: 'months.ROW.fall',
    });
    for (const [file, section] of [
      ['instruments.csv', 'by_symbol'],
      ['magic-numbers.csv', 'by_magic_number'],
    ] as const) {
      const totals = ['trades', 'won_percentage', 'profit', 'pips'];
      await csv(
        file,
        Object.fromEntries(totals.map((name) => [name, `${section}.ROW.total.${name}`])),
      );
    }
    const { body: feed } = await app.inject(`/account/${slug}/months.atom`);
    for (const [, month = '', text = ''] of feed.matchAll(
      /#(\d{4}-\d\d)<\/id>\s*<title>[^:]*: ([^<]*)</g,
    )) {
      const place = `months.${month.replace('-', '.')}`;
      found.push({ where: 'feed', slug, place, label: '', text });
    }
  }
  return found;
}

const percents = /[+−]?\d[\d.,]*[\s\u00a0\u202f]*%/g;

/** Reads return and drawdown of short texts, which say them in this order. */
const inShort = (texts: readonly string[], where: string, slug: string): ShownFigure[] =>
  texts.flatMap((text) =>
    [...text.matchAll(percents)].map(([figure], at) => {
      const place = at % 2 === 0 ? 'twr_percent' : 'max_drawdown_percent';
      return { where, slug, place, label: '', text: figure };
    }),
  );

const descriptionsIn = (markup: string): string[] =>
  all(parseDocument(markup)).flatMap(({ attribs: { name, property, content = '' } }) =>
    name === 'description' || property === 'og:description' ? [content] : [],
  );

const all = (node: Pick<Element, 'children'>): Element[] =>
  elementsIn(node).flatMap((child) => [child, ...all(child)]);

const has = ({ attribs }: Element, word: string): boolean =>
  (attribs.class ?? '').split(' ').includes(word);

/** Reads the figures of an account's page: those with a mark, and pairs of a label and a text. */
function onPage(markup: string, slug: string): ShownFigure[] {
  const nodes = all(parseDocument(markup));
  const marked = nodes.flatMap((node) => {
    const place = node.attribs['data-figure'];
    if (node.name !== 'details' || place === undefined) return [];
    const part = (word: string) => textIn(all(node).find((inner) => has(inner, word)));
    return [{ where: 'page', slug, place, label: part('label'), text: part('value') }];
  });
  const listed = nodes.flatMap((node) => {
    if (node.attribs['data-record'] === undefined) return [];
    const part = (name: string) => textIn(all(node).find((inner) => inner.name === name));
    return [{ where: 'about the record', slug, place: null, label: part('dt'), text: part('dd') }];
  });
  return [...marked, ...listed, ...inCells(nodes, slug)];
}

/** Places of the columns of months and of breakdowns, after the one that names the row. */
const columns: Readonly<Record<string, readonly string[]>> = {
  months: [...Array.from({ length: 12 }, (_, at) => `${at + 1}`.padStart(2, '0')), 'year', 'fall'],
  by_symbol: ['total.trades', 'total.won_percentage', 'total.profit', 'total.pips'],
  by_magic_number: ['total.trades', 'total.won_percentage', 'total.profit', 'total.pips'],
};

/** Reads the cells of the tables that the API has row by row. */
function inCells(nodes: readonly Element[], slug: string): ShownFigure[] {
  return Object.entries(columns).flatMap(([id, names]) => {
    const section = nodes.find(({ name, attribs }) => name === 'section' && attribs.id === id);
    const table = all(section ?? { children: [] }).find(({ name }) => name === 'table');
    const rows = all(table ?? { children: [] }).filter(({ name }) => name === 'tr');
    return rows.flatMap((row) => {
      const [head = '', ...texts] = elementsIn(row).map(textIn);
      return names.flatMap((name, at) => {
        const text = texts[at] ?? '';
        const place = `${id}.${head}.${name}`;
        return /\d/.test(text) && elementsIn(row).at(1)?.name === 'td'
          ? [{ where: 'tables of the page', slug, place, label: place, text }]
          : [];
      });
    });
  });
}

function inTable(markup: string, where: string): ShownFigure[] {
  return all(parseDocument(markup)).flatMap((row) => {
    const place = row.attribs['data-figure'];
    if (row.name !== 'tr' || place === undefined) return [];
    const [label = '', ...texts] = elementsIn(row).map(textIn);
    return texts.map((text, at) => ({ where, slug: comparedSlugs[at] ?? '', place, label, text }));
  });
}

function inList(markup: string, where: string): ShownFigure[] {
  const rows = all(parseDocument(markup)).filter(({ name }) => name === 'tr');
  return rows.flatMap((row) => {
    const slug = all(row).find(({ attribs }) => attribs.name === 'slug')?.attribs.value ?? '';
    if (!comparedSlugs.includes(slug)) return [];
    return elementsIn(row).flatMap((cell) => {
      const place = cell.attribs['data-figure'];
      if (place === undefined) return [];
      const label = textIn(all(cell).find((inner) => has(inner, 'head')));
      return [{ where, slug, place, label, text: textIn(cell).slice(label.length).trim() }];
    });
  });
}

const textsIn = (markup: string): string[] =>
  all(parseDocument(markup, { xmlMode: true }))
    .filter(({ name }) => name === 'text')
    .map(textIn);

const inPairs = (texts: readonly string[]) =>
  texts.slice(1).map((text, at) => ({ place: null, label: texts[at] ?? '', text }));
