import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import {
  isPublicAddress,
  pinnedAddress,
  RefusedAddress,
  type Resolve,
} from '../../../pipeline/alerts/public-address.ts';

const addresses = suite('addresses of webhooks');

/** Addresses of every special range of IANA's registries, at their first and last one. */
const closed = `
  0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.1 127.255.255.255
  169.254.0.1 169.254.169.254 172.16.0.0 172.31.255.255 192.0.0.0 192.0.0.255 192.0.2.1 192.88.99.1
  192.168.0.0 192.168.255.255 198.18.0.0 198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1
  239.255.255.255 240.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 ::127.0.0.1 64:ff9b::7f00:1 100::1
  2001::1 2001:db8::1 2002:7f00:1::1 3fff::1 fc00::1 fd00:ec2::254 fdff:ffff::1 fe80::1 fe80::1%eth0
  fec0::1 ff02::1 5f00::1
`;

const open = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0
  169.253.255.255 169.255.0.0 172.15.255.255 172.32.0.0 192.167.255.255 192.169.0.0 198.17.255.255
  198.20.0.0 223.255.255.255 2606:4700::1111 2a00:1450::1 2001:4860:4860::8888
`;

const words = (text: string): string[] => text.trim().split(/\s+/);

addresses('must be public', () => {
  for (const address of words(closed)) assert.is(isPublicAddress(address), false, address);
  for (const address of words(open)) assert.is(isPublicAddress(address), true, address);
  for (const text of ['', 'localhost', '1.1.1', '0x7f000001', '1.1.1.1.', '[::1]']) {
    assert.is(isPublicAddress(text), false, text);
  }
});

const resolving =
  (...found: readonly string[]): Resolve =>
  async () =>
    found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

const isRefused = async (host: string, resolve: Resolve, allowsPrivate = false) => {
  try {
    await pinnedAddress(host, resolve, allowsPrivate);
    return false;
  } catch (error) {
    assert.instance(error, RefusedAddress);
    assert.is((error as Error).message, '', 'it does not say what the name resolves to');
    return true;
  }
};

addresses('of a host name are all checked, and the first one is used', async () => {
  const mixed = resolving('8.8.8.8', '10.0.0.1');
  assert.ok(await isRefused('hooks.example', mixed));
  assert.ok(await isRefused('hooks.example', resolving()));
  assert.ok(await isRefused('metadata.example', resolving('169.254.169.254')));
  assert.not.ok(await isRefused('hooks.example', mixed, true));
  assert.equal(await pinnedAddress('hooks.example', resolving('8.8.8.8', '1.1.1.1'), false), {
    address: '8.8.8.8',
    family: 4,
  });
});

addresses('are recognised in every spelling of a URL', async () => {
  const never: Resolve = async (host) => {
    throw new Error(`looked up ${host}`);
  };
  const spellings = words(`
    https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f.1/ https://017700000001/
    https://0/ https://[::1]/ https://[::ffff:127.0.0.1]/ https://[::ffff:7f00:1]/ https://①②⑦.0.0.1/
    https://169.254.169.254/latest/meta-data/ https://[fd00:ec2::254]/
  `);
  for (const text of spellings) assert.ok(await isRefused(new URL(text).hostname, never), text);
});

addresses.run();
