import { UnreadableExport } from '../../pipeline/read/bounds.ts';
import { createMarkupReader } from '../../pipeline/read/cells/markup.ts';
import { escapeHtml } from '../accounts/widget.ts';

/** Drawing of an SVG with nothing but shapes and colours. */
export interface CleanDrawing {
  /** Left, top, width and height of what is shown. */
  readonly box: readonly number[];
  readonly content: string;
}

/** Reason why a drawing is refused. `part` names what is not allowed. */
export interface DrawingFault {
  readonly fault: 'drawing' | 'format';
  readonly part: string;
}

/** Elements that are kept. Anything that loads, repeats, runs or writes something is refused. */
const shapes = new Set(
  (
    'g path rect circle ellipse line polyline polygon defs linearGradient radialGradient stop ' +
    'clipPath'
  ).split(' '),
);
/** Elements that draw nothing. They are left out with all that is in them. */
const silent = new Set(['title', 'desc', 'metadata']);

/** Attributes that are kept, with the form of their values. */
const colours = /^[#\w\s.,()%-]{1,60}$/;
const reference = /^url\(["']?#[\w.:-]{1,100}["']?\)$/;
const numbers = /^[\w\s.,()%+-]*$/;
const attributeForms: Readonly<Record<string, RegExp>> = {
  ...formsOf('fill stroke stop-color color', new RegExp(`${colours.source}|${reference.source}`)),
  ...formsOf('clip-path', reference),
  ...formsOf('id', /^[\w.:-]{1,100}$/),
  ...formsOf('href xlink:href', /^#[\w.:-]{1,100}$/),
  ...formsOf(
    'd points x y x1 y1 x2 y2 cx cy r rx ry fx fy width height transform offset ' +
      'gradientUnits gradientTransform spreadMethod clipPathUnits fill-opacity fill-rule ' +
      'clip-rule opacity stroke-width stroke-opacity stroke-linecap stroke-linejoin ' +
      'stroke-miterlimit stop-opacity display visibility',
    numbers,
  ),
};

function formsOf(names: string, form: RegExp): Record<string, RegExp> {
  return Object.fromEntries(names.split(' ').map((name) => [name, form]));
}

/** Limits of the time that drawing takes: each use of a clip path draws all its shapes. */
const maxElements = 2000;
const maxClips = 30;

type Attributes = Readonly<Record<string, string>>;

/**
 * Copies the shapes of an SVG, with their colours and gradients, and nothing else: no scripts, no
 * texts, no images, no addresses. Refuses a drawing that would lack something then.
 */
export function cleanDrawing(svg: string): CleanDrawing | DrawingFault {
  const sheets = sheetsOf(svg);
  if ('fault' in sheets) return sheets;
  const written: string[] = [];
  const open: string[] = [];
  let box: readonly number[] | null = null;
  let skipped = 0;
  let elements = 0;
  let clips = 0;
  const fault = readMarkup(svg, {
    open(name, attributes) {
      if (skipped > 0 || silent.has(name) || name === 'style' || name.includes(':')) {
        skipped++;
        return;
      }
      open.push(name);
      if (open.length === 1) {
        box = name === 'svg' ? boxOf(attributes) : null;
        if (box === null) throw new RefusedDrawing('format', '');
        return;
      }
      if (!shapes.has(name)) throw new RefusedDrawing('drawing', name);
      const values = keptValues(name, attributes, sheets.rules);
      const isClipped = values.some(([attribute]) => attribute === 'clip-path');
      // Clip paths that clip each other take time that grows without bounds.
      if (isClipped && open.includes('clipPath')) throw new RefusedDrawing('drawing', 'clip-path');
      clips += Number(isClipped);
      elements += 1;
      if (elements > maxElements) throw new RefusedDrawing('drawing', `> ${maxElements}`);
      if (clips > maxClips) throw new RefusedDrawing('drawing', 'clip-path');
      written.push(
        `<${name}${values.map(([key, value]) => ` ${key}="${escapeHtml(value)}"`).join('')}>`,
      );
    },
    close() {
      if (skipped > 0) skipped--;
      else {
        const name = open.pop();
        if (open.length > 0) written.push(`</${name}>`);
      }
    },
  });
  if (fault !== null) return fault;
  return box === null ? { fault: 'format', part: '' } : { box, content: written.join('') };
}

class RefusedDrawing extends Error {
  readonly fault: DrawingFault;

  constructor(fault: DrawingFault['fault'], part: string) {
    super(`${fault} ${part}`);
    this.fault = { fault, part: part.replaceAll(/[^\w>: -]/g, '').slice(0, 40) };
  }
}

interface DrawingHandler {
  open(name: string, attributes: Attributes): void;
  text?(part: string): void;
  close(name: string): void;
}

function readMarkup(svg: string, handler: DrawingHandler): DrawingFault | null {
  const reader = createMarkupReader({ text: () => {}, ...handler }, true);
  try {
    reader.write(svg);
    reader.end();
    return null;
  } catch (error) {
    if (error instanceof RefusedDrawing) return error.fault;
    if (error instanceof UnreadableExport) return { fault: 'format', part: '' };
    throw error;
  }
}

/** Returns left, top, width and height; null if the drawing does not say them. */
function boxOf({ viewBox, width = '', height = '' }: Attributes): number[] | null {
  const sides = [width, height].map((text) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(text)?.[1]));
  const box =
    viewBox === undefined
      ? [0, 0, ...sides]
      : viewBox
          .trim()
          .split(/[\s,]+/)
          .map(Number);
  const isBox = box.length === 4 && box.every((value) => Math.abs(value) < 1e6);
  return isBox && box.slice(2).every((side) => side > 1e-3) ? box : null;
}

type Rules = ReadonlyMap<string, readonly Value[]>;
type Value = readonly [name: string, value: string];

/** Reads the style sheets of a drawing: rules of single classes, such as `.a{fill:#fff}`. */
function sheetsOf(svg: string): { readonly rules: Rules } | DrawingFault {
  let isSheet = false;
  let text = '';
  const fault = readMarkup(svg, {
    open: (name) => {
      isSheet = name === 'style';
    },
    text: (part) => {
      if (isSheet) text += part;
    },
    close: () => {
      isSheet = false;
    },
  });
  if (fault !== null) return fault;
  const rules = new Map<string, Value[]>();
  const left = text
    .replaceAll(/\/\*[^*]*\*\//g, '')
    .replaceAll(/([^{}]*)\{([^{}]*)\}/g, (whole, heads: string, body: string) => {
      const classes = heads.split(',').map((head) => /^\s*\.([\w-]+)\s*$/.exec(head)?.[1]);
      if (classes.includes(undefined)) return whole;
      for (const name of classes) {
        rules.set(name ?? '', [...(rules.get(name ?? '') ?? []), ...declarationsOf(body)]);
      }
      return '';
    });
  return left.trim() === '' ? { rules } : { fault: 'drawing', part: 'style' };
}

const declarationsOf = (text: string): Value[] =>
  text.split(';').flatMap((declaration) => {
    const [name, value] = declaration.split(':', 2).map((part) => part.trim());
    return name && value ? [[name, value] as const] : [];
  });

/** Returns the allowed attributes of an element, those of its classes and style among them. */
function keptValues(element: string, attributes: Attributes, rules: Rules): Value[] {
  const { style = '', class: classes = '', ...plain } = attributes;
  const all = [
    ...Object.entries(plain),
    ...classes.split(/\s+/).flatMap((name) => rules.get(name) ?? []),
    ...declarationsOf(style),
  ];
  const isGradient = element.endsWith('Gradient');
  const values = all.filter(([name, value]) => {
    if (name.endsWith('href') && !isGradient) return false;
    return Object.hasOwn(attributeForms, name) && (attributeForms[name]?.test(value) ?? false);
  });
  return [...new Map(values)];
}
