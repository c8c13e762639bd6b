import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { catalogueIn } from '../../../server/language/catalogues.ts';
import { browserName } from '../../../server/owners/browser-names.ts';

const agents = suite('names of browsers');

agents('are those that people know them by', () => {
  const apple = 'AppleWebKit/537.36 (KHTML, like Gecko)';
  const names: Readonly<Record<string, string>> = {
    'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0': 'Firefox on Linux',
    [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${apple} Chrome/140.0.0.0 Safari/537.36`]:
      'Chrome on Windows',
    [`Mozilla/5.0 (Windows NT 10.0) ${apple} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`]:
      'Edge on Windows',
    [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.0 Safari/605.1.15`]:
      'Safari on macOS',
    [`Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${apple} CriOS/140.0 Safari/604.1`]:
      'Chrome on iPhone',
    [`Mozilla/5.0 (Linux; Android 15; Pixel) ${apple} Chrome/140.0.0.0 Mobile Safari/537.36`]:
      'Chrome on Android',
    'curl/8.9.1': 'curl/8.9.1',
    'Mozilla/5.0 (compatible; something else)': 'Mozilla/5.0 (compatible; something else)',
    '': 'Unknown browser',
  };
  for (const [agent, name] of Object.entries(names)) {
    assert.is(browserName(agent, catalogueIn('en').owners.settings), name);
  }
});

agents.run();
