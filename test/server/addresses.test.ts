import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readableAddress } from '../../server/addresses.ts';

const addresses = suite('addresses');

function readable(url: string): string {
  const message = new IncomingMessage(new Socket());
  message.url = url;
  return readableAddress(message);
}

addresses('stay as they are where they can be decoded', () => {
  for (const url of ['/', '/a%20b', '/%e2%82%ac', '/a?q=%zz', '/a#%zz', '/..%2f', '/%00', '*']) {
    assert.is(readable(url), url);
  }
});

addresses('name nothing where they cannot, in as many characters', () => {
  assert.is(readable('/%zz'), '/_zz');
  assert.is(readable('/%c0%ae/%41?q=%zz&r=%41'), '/_c0_ae/_41?q=%zz&r=%41');
  assert.is(readable('/%'), '/_');
});

addresses.run();
