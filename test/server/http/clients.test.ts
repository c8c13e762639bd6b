import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { clientOf, widerClientOf } from '../../../server/http/clients.ts';

const clients = suite('clients');

const cases: readonly (readonly [string, string])[] = [
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:cb00:7107', '203.0.113.7'],
  ['0:0:0:0:0:ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7%eth0', '203.0.113.7'],
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[2001:db8:1:2::9]:4711', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:db8:1::', '2001:db8:1:0'],
  ['2001:db8::1:0:0:1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
];

clients('are told apart by IPv4 address or by /64, however it is written', () => {
  for (const [address, client] of cases) assert.is(clientOf(address), client, address);
});

clients('are all one where there is no address', () => {
  for (const text of [
    '',
    'unknown',
    '_hidden',
    '1.2.3',
    '[::1',
    '1.2.3.4.5:1',
    'a:b:c',
    '%',
    'x:1',
  ]) {
    assert.is(clientOf(text), 'unknown', text);
  }
  assert.is(clientOf(undefined), 'unknown');
});

clients('of one /48 are counted together too', () => {
  assert.is(widerClientOf(clientOf('2001:db8:1:2::9')), '2001:db8:1');
  assert.is(widerClientOf(clientOf('2001:db8:1:ffff::')), '2001:db8:1');
  for (const client of ['203.0.113.7', 'key_0123456789abcdef', 'unknown']) {
    assert.is(widerClientOf(client), null, client);
  }
});

clients.run();
