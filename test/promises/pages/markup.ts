import { parseDocument } from 'htmlparser2';
import { type Element, elementsIn } from './elements.ts';

const words = (...lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split(' ')).filter((word) => word !== '');

/** Attributes of every HTML element. Those of `data-` are the ones that our scripts read. */
const ofAll = words(
  'aria-checked aria-current aria-hidden aria-label aria-labelledby aria-live aria-sort',
  'class hidden id lang role tabindex title',
  'data-all-columns data-currency data-curve data-dark data-dark-label data-ended data-figure data-fragments',
  'data-group data-light data-light-label data-offline data-options data-passkey',
  'data-record data-scrolls data-sending data-sign-in data-theme',
);

const html: Readonly<Record<string, string>> = {
  a: 'href hreflang rel target',
  button: 'name type value',
  details: 'open',
  form: 'action enctype method',
  iframe: 'height sandbox src title width',
  img: 'alt height loading src width',
  input: [
    'accept autocapitalize autocomplete checked form inputmode max maxlength min minlength name',
    'placeholder required size spellcheck type value',
  ].join(' '),
  label: 'for',
  link: 'href hreflang rel title type',
  meta: 'charset content name property',
  option: 'selected value',
  script: 'src type',
  select: 'name',
  td: 'colspan',
  textarea: 'maxlength name readonly rows spellcheck',
  th: 'colspan rowspan scope',
  time: 'datetime',
};

const plain = words(
  'article b bdi body br caption code dd div dl dt em fieldset figcaption figure footer h1 h2 h3',
  'head header html legend li main nav ol p pre section small span strong style summary table',
  'tbody thead title tr ul',
);

/** Attributes of drawings. The case of their letters counts. */
const ofShapes = words(
  'class fill fill-opacity stroke stroke-linecap stroke-linejoin stroke-width',
);

const svg: Readonly<Record<string, string>> = {
  svg: 'aria-hidden font-family height preserveAspectRatio role viewBox width xmlns',
  g: '',
  path: 'd',
  rect: 'height rx width x y',
  circle: 'cx cy r',
  text: 'dy font-size font-weight text-anchor x y',
  tspan: 'font-weight',
  title: '',
};

/**
 * Lists elements and attributes that no browser knows, or that no page used so far. A misspelt one
 * changes no text, so an accepted text says nothing of it.
 */
export function unknownMarkup(markup: string, isXml: boolean): string[] {
  const unknown = new Set<string>();
  const visit = (node: Element, isOutsideDrawing: boolean): void => {
    const { name, attribs } = node;
    const isHtml = isOutsideDrawing && name !== 'svg';
    const attributes = (isHtml ? html : svg)[name];
    const known = [...words(attributes ?? ''), ...(isHtml ? ofAll : ofShapes)];
    if (attributes === undefined && !(isHtml && plain.includes(name))) unknown.add(`<${name}>`);
    for (const key of Object.keys(attribs)) {
      if (!known.includes(key)) unknown.add(`${key} of <${name}>`);
    }
    for (const child of elementsIn(node)) visit(child, isHtml);
  };
  const { children } = parseDocument(markup, {
    xmlMode: isXml,
    lowerCaseTags: false,
    lowerCaseAttributeNames: false,
  });
  for (const child of elementsIn({ children })) visit(child, true);
  return [...unknown];
}
