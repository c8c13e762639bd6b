import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readableAddress } from '../../../server/http/addresses.ts';

const addresses = suite('addresses');

function readable(url: string, method = 'GET'): string {
  const message = new IncomingMessage(new Socket());
  message.url = url;
  message.method = method;
  return readableAddress(message);
}

addresses('stay as they are where they can be decoded', () => {
  for (const url of ['/', '/a%20b', '/%e2%82%ac', '/a?q=%zz', '/a#%zz', '/..%2f', '/%00', '//x']) {
    assert.is(readable(url), url);
  }
});

addresses('name nothing where they cannot, in as many characters', () => {
  assert.is(readable('/%zz'), '/_zz');
  assert.is(readable('/%c0%ae/%41?q=%zz&r=%41'), '/_c0_ae/_41?q=%zz&r=%41');
  assert.is(readable('/%'), '/_');
});

addresses('lose only scheme and authority, in any letter case', () => {
  for (const before of ['http://x', 'HTTP://x', 'hTTpS://user:p@x:80', 'Http://[::1]:8080']) {
    assert.is(readable(`${before}/a/HTTP://y/b?c=http://z/#d`), '/a/HTTP://y/b?c=http://z/#d');
    assert.is(readable(before), '/');
    assert.is(readable(`${before}?a=b`), '/?a=b');
    assert.is(readable(`${before}//a`), '//a');
    assert.is(readable(`${before}/%zz`), '/_zz');
  }
});

addresses('name nothing without a host or in another scheme', () => {
  for (const url of ['http:///a', 'HTTP://:80/a', 'http://u@/a', 'ftp://x/a', 'x/a', '?a', '']) {
    assert.is(readable(url), '/*', url);
  }
  assert.is(readable('*'), '/*');
  assert.is(readable('*', 'OPTIONS'), '*', 'the server itself');
});

addresses.run();
