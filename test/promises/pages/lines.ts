import { createHash } from 'node:crypto';
import { parseDocument } from 'htmlparser2';
import { type Element, elementsIn, isElement, type Node, textIn, textOf } from './elements.ts';

/** Attributes that readers, programs or search engines notice. */
const written = [
  ...[
    'id',
    'href',
    'hreflang',
    'rel',
    'lang',
    'title',
    'aria-label',
    'aria-current',
    'aria-hidden',
  ],
  ...['datetime', 'alt', 'src', 'download', 'name', 'property', 'content', 'for', 'scope'],
  ...['action', 'method', 'type', 'value', 'placeholder', 'min', 'max', 'required', 'checked'],
  ...['selected', 'disabled', 'hidden', 'open', 'data-figure', 'data-record', 'enctype', 'sandbox'],
  ...['viewBox', 'preserveAspectRatio', 'fill-opacity', 'stroke-width'],
];
/** Classes that say something: the sign or shade of a value, a mark by a person's word. */
const tones = new Set([
  ...['won', 'lost', 'minus', 'plus', 'gain', 'loss', 'by-word', 'none', 'demo'],
  ...[1, 2, 3, 4].flatMap((shade) => [`up-${shade}`, `down-${shade}`]),
]);

const inline = new Set(
  'a abbr b bdi br code em i kbd small span strong sub sup time wbr'.split(' '),
);
const shapes = new Set('path rect circle line polyline polygon ellipse'.split(' '));
/** Of no meaning for anybody. */
const silent = new Set([
  'scope=col',
  'scope=row',
  'type=submit',
  'type=button',
  'aria-hidden=true',
]);

/** Writes what a page says, an element a line; rows of tables are one line. */
export function linesOf(markup: string, options: { readonly xmlMode?: boolean } = {}): string[] {
  const { children } = parseDocument(markup, { lowerCaseAttributeNames: false, ...options });
  return children.flatMap(write);
}

function write(node: Node): string[] {
  if (!isElement(node)) return sentence(textOf(node));
  const { name, attribs } = node;
  if (name === 'meta' && (attribs.charset || attribs.name === 'viewport')) return [];
  if (name === 'script') return data(node);
  if (name === 'style') return [`style ${hashOf(inner(node))}`];
  if (shapes.has(name)) return [shape(node)];
  if (name === 'tr') return [`${tagOf(node)} ${elementsIn(node).map(cell).join(' | ')}`];
  if (isInline(node)) {
    const text = inner(node);
    const tag = tagOf(node);
    return text === '' && tag === name && name !== 'input' ? [] : [`${tag} ${text}`.trimEnd()];
  }
  const tag = tagOf(node);
  if (name === 'svg') return drawing(node);
  const lines = node.children.flatMap(write);
  return tag === name && !landmarks.has(name) ? lines : [tag, ...lines];
}

const landmarks = new Set('main article section header footer nav form table svg dl ul'.split(' '));

/** Writes a drawing: its texts in one line, and a hash in place of more than a few shapes. */
function drawing(node: Element): string[] {
  const [texts, drawn]: [string[], string[]] = [[], []];
  const visit = (child: Node): void => {
    if (!isElement(child)) return;
    if (shapes.has(child.name)) drawn.push(shape(child));
    else if (child.name === 'text' || child.name === 'title') {
      texts.push([tagOf(child).replace(/^text/, ''), textIn(child)].join(''));
      if (child.attribs.fill) drawn.push(`${child.attribs.fill} ${textIn(child)}`);
    } else if (child.name === 'style') drawn.push(textIn(child));
    else child.children.forEach(visit);
  };
  node.children.forEach(visit);
  return [
    `${tagOf(node)} ${texts.join(' · ')}`.trimEnd(),
    ...(drawn.length > 4 ? [`${drawn.length} shapes ${hashOf(drawn.join('\n'))}`] : drawn),
  ];
}

/** True if all that is inside is text, or markup within a line. */
const isInline = ({ children }: Element): boolean =>
  children.every((child) => !isElement(child) || (inline.has(child.name) && isInline(child)));

/** Text within a line. Elements with attributes that matter stand in braces. */
const inner = (node: Element): string => within(node).replaceAll(/\s+/g, ' ').trim();

function within({ children }: Element): string {
  return children
    .map((child) => {
      if (!isElement(child)) return textOf(child);
      if (child.name === 'br') return ' ⏎ ';
      if (child.name === 'svg') return `{${write(child).join(' ')}}`;
      const [tag, words] = [tagOf(child), within(child)];
      return tag === child.name ? words : `{${tag} ${words}}`;
    })
    .join('');
}

function cell(node: Element): string {
  const tag = tagOf(node).replace(/^t[dh]/, '');
  return [tag, inner(node)].filter((part) => part !== '').join(' ');
}

function tagOf({ name, attribs }: Element): string {
  const { id, class: classes = '' } = attribs;
  const tone = classes.split(' ').filter((word) => tones.has(word));
  const rest = written
    .filter((key) => key !== 'id' && attribs[key] !== undefined)
    .map((key) => `${key}=${quoted(attribs[key] ?? '')}`)
    .filter((pair) => !silent.has(pair));
  return [
    name,
    id && `#${id}`,
    ...tone.map((word) => `.${word}`),
    ...rest.map((pair) => ` ${pair}`),
  ]
    .filter(Boolean)
    .join('');
}

const quoted = (value: string): string =>
  /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);

const geometry = [
  'd',
  'points',
  'x',
  'y',
  'x1',
  'y1',
  'x2',
  'y2',
  'cx',
  'cy',
  'r',
  'width',
  'height',
];

function shape(node: Element): string {
  const { attribs, children } = node;
  const place = geometry
    .filter((key) => attribs[key] !== undefined)
    .map((key) => `${key}=${shortened(attribs[key] ?? '')}`);
  const title = children.length > 0 ? textIn(node) : '';
  return [
    tagOf(node),
    attribs.class && `(${attribs.class})`,
    ...place,
    attribs.fill,
    attribs.stroke,
    title,
  ]
    .filter(Boolean)
    .join(' ');
}

/** Data for scripts, a key a line. */
function data({ attribs, children }: Element): string[] {
  if (attribs.type !== 'application/json') return [];
  const value: unknown = JSON.parse(children.map((child) => textOf(child)).join(''));
  return Object.entries(Object(value)).map(
    ([key, content]) => `data#${attribs.id} ${key}: ${shortened(JSON.stringify(content))}`,
  );
}

/** Long values keep both ends, their length and a hash, so that no change is lost. */
function shortened(text: string, most = 120): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most / 2)} … ${text.slice(-most / 3)} (${text.length} characters, ${hashOf(text)})`;
}

const hashOf = (text: string): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 8);

const sentence = (text: string): string[] => {
  const words = text.replaceAll(/\s+/g, ' ').trim();
  return words === '' ? [] : [words];
};
