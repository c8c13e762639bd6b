import { type CodedReason, isCount, sentenceOf } from '../../../pipeline/base/reasons/reason.ts';
import { type Html, type HtmlContent, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords } from '../page-request.ts';

/**
 * Words a reason of the pipeline in the language of the page. Words of another program are marked
 * with `lang="en"` on pages in other languages.
 */
export function reasonText({ code, values }: CodedReason, page: ReasonPage): Html {
  if (code === 'quoted') return quoted(`${values.text}`, page);
  const { format } = page.context.language;
  const shown = Object.entries(values).map(([name, value]): [string, HtmlContent] => {
    if (typeof value === 'object') return [name, listText([value].flat(), page)];
    return [name, isCount(name, value) ? format.count(value) : value];
  });
  return fill(sentenceOf(page.words.reasons[code], values), Object.fromEntries(shown));
}

const listText = (reasons: readonly CodedReason[], page: ReasonPage): HtmlContent =>
  reasons.map((each, at) => html`${at > 0 && ', '}${reasonText(each, page)}`);

type ReasonPage = Pick<PageWords, 'context' | 'words'>;

const quoted = (text: string, { context }: ReasonPage): Html =>
  context.language.code === 'en' ? html`${text}` : html`<span lang="en">${text}</span>`;
