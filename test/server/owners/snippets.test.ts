import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withWorld } from '../world.ts';
import { signedIn } from './owners.ts';

const snippets = suite('what to paste of a widget');

snippets('is on its own page, with a preview; private accounts have none', () =>
  withWorld(async ({ app, registry }) => {
    const browser = await signedIn(app, registry, 'north-desk');
    const { body } = await browser.get('/me/accounts/north-gold/widget?size=large');
    assert.match(body, 'src="/widget/north-gold.svg?size=large&amp;theme=light"');
    const german = (await browser.get('/me/accounts/north-gold/widget?size=large&lang=de')).body;
    assert.match(german, 'src="/widget/north-gold.svg?size=large&amp;theme=light&amp;lang=de"');
    for (const text of [
      '>Groß, 640 × 340<',
      '>Hell<',
      '"copy":"Kopieren"',
      ': Track Record von ',
    ]) {
      assert.match(german, text);
    }
    const secret = (await browser.get('/me/accounts/north-secret/widget')).body;
    assert.not.match(secret, '<img');
    assert.is((await browser.get('/me/accounts/north-gold/widget?size=x')).statusCode, 400);
  }),
);

snippets.run();
