import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { fieldsOf } from '../support/fields.ts';
import { countProseWords, parseProse, sentencesOf, violationLine, violationsIn } from './prose.ts';

const prose = suite('prose');

const document = `# A heading

First sentence of
a paragraph. Run \`npm test -- a. B\` now! It ends.

- an item
  of two lines
1. a step

   \`\`\`sh
   ls -l   # code
   \`\`\`

| head | says |
|---|---|
| \`a \\| b\` | |

<!-- a comment
of two lines -->
> quoted
`;

prose('parses a document into blocks with their lines', () => {
  assert.equal(fieldsOf(parseProse(document), 'kind', 'line', 'text'), [
    ['heading', 1, 'A heading'],
    ['paragraph', 3, 'First sentence of\na paragraph. Run `npm test -- a. B` now! It ends.'],
    ['item', 6, 'an item\n  of two lines'],
    ['item', 8, 'a step'],
    ['code', 10, '   ```sh\n   ls -l   # code\n   ```'],
    ['cell', 14, 'head'],
    ['cell', 14, 'says'],
    ['cell', 16, '`a \\| b`'],
    ['paragraph', 20, 'quoted'],
  ]);
});

prose('cuts a paragraph into sentences with their lines and words', () => {
  const cut = (text: string) =>
    sentencesOf({ kind: 'paragraph', line: 3, text }).map((sentence) => [
      sentence.line,
      sentence.text,
      sentence.words,
    ]);
  assert.equal(cut('First sentence of\na paragraph. Run `npm test -- a. B` now! It ends.'), [
    [3, 'First sentence of\na paragraph.', 5],
    [4, 'Run `npm test -- a. B` now!', 3],
    [4, 'It ends.', 2],
  ]);
  assert.equal(cut('See [the\nAPI](api.md#a.b) (e.g. MT4 1.5). `a` begins.'), [
    [3, 'See the\nAPI (e.g. MT4 1.5).', 6],
    [4, '`a` begins.', 2],
  ]);
});

prose('counts words, a code span or the text of a link as it reads', () => {
  assert.is(countProseWords('one — two-three 4 `five and six`, [seven eight](a.md) | &'), 6);
  assert.is(countProseWords('![a picture](docs/a.png) **bold**'), 3);
});

prose('finds long lines, paragraphs, sentences and cells, and no other', () => {
  const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');
  const lines = (count: number) => words(count).replaceAll('word word', 'word\nword');
  const rulesIn = (text: string) =>
    violationsIn('a.md', text).map(
      ({ line, advice }) => `${line} ${advice.match(/\w+ of \d+/)?.[0] ?? advice}`,
    );
  assert.equal(rulesIn(`${'x'.repeat(100)}\n`), []);
  assert.equal(rulesIn(`\n${'x'.repeat(101)}\n`), ['2 line of 101']);
  assert.equal(rulesIn(`\`\`\`\n${'x'.repeat(101)}\n\`\`\`\n| ${'x'.repeat(101)} |\n`), []);
  assert.equal(rulesIn(`${lines(25)}.`), []);
  assert.equal(rulesIn(`Short.\n${lines(26).replace('word', 'Word')}.`), ['2 sentence of 26']);
  const sentences = `${lines(20)}. `.replace('word', 'Word');
  assert.equal(rulesIn(`- ${sentences.repeat(4)}`), []);
  assert.equal(rulesIn(`- ${sentences.repeat(4)}More.`), ['1 paragraph of 81']);
  assert.equal(rulesIn(`| a |\n|---|\n| ${words(20)} |`), []);
  assert.equal(rulesIn(`| a |\n|---|\n| ${words(21)} |`), ['3 cell of 21']);
  assert.match(rulesIn('Ask `whoever`.\nWhoever asks.')[0] ?? '', /^2 name who does it/);
});

prose('describes a violation in one line', () => {
  const text = 'Each of these words is one of those that make this sentence far too long,';
  const [found] = violationsIn(
    'a.md',
    `${text}\nwhich is what a reader notices when there are so many.`,
  );
  assert.ok(found);
  assert.is(
    violationLine(found),
    'a.md:1: Each of these words is one of those … sentence of 26 words (at most 25)',
  );
});

prose.run();
