import { parseDocument } from 'htmlparser2';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataBlock, type HtmlContent, html, textOf } from '../../../server/site/html.ts';

const templates = suite('html');

const hostile = `"><script>alert(1)</script><!--'&amp;`;
const safe = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;!--&#39;&amp;amp;';

templates('makes text of every value, between tags, in attributes and in lists', () => {
  assert.is(
    textOf(html`<a title="${hostile}">${hostile}${[hostile, [hostile]]}</a>`),
    `<a title="${safe}">${safe}${safe}${safe}</a>`,
  );
});

templates('writes numbers and markup of its own, and nothing for what is not there', () => {
  assert.is(textOf(html`${0}${-1.5}${html`<b>${'<'}</b>`}`), '0-1.5<b>&lt;</b>');
  assert.is(textOf(html`${null}${undefined}${false}${[]}`), '');
});

templates('takes nothing read from outside for markup', () => {
  const read: HtmlContent = JSON.parse('[{"markup":"<b>"},{"Symbol(markup)":"<b>"}]');
  assert.throws(() => html`${read}`);
});

templates('keeps data in its block, whatever it says', () => {
  const data = ['</script><script>alert(1)</script>', '<!--', '\u2028', '&lt;'];
  const text = textOf(dataBlock('data', data));
  const [block, ...others] = parseDocument(text).children;
  assert.is(others.length, 0);
  assert.ok(block && 'children' in block);
  const [content] = block.children;
  assert.ok(content && 'data' in content);
  assert.equal(JSON.parse(content.data), data);
});

templates.run();
