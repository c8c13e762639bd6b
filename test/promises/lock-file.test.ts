import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';

const lockFile = suite('lock file');

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}

const registry = 'https://registry.npmjs.org/';

/** Says what is wrong with an entry; null if npm checks the bytes that it installs. */
function faultOf({ link, integrity = '', resolved = registry }: Locked): string | null {
  if (link) return 'is a folder';
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity)) return 'has no sha512 integrity';
  return resolved.startsWith(registry) ? null : `comes from ${resolved}`;
}

// npm leaves the hash out of packages for other systems, and then installs them unchecked there.
lockFile('has the hash of each package, also for other systems, and only the npm registry', () => {
  const text = readFileSync(inPackage('package-lock.json'), 'utf8');
  const { packages }: { packages: Record<string, Locked> } = JSON.parse(text);
  const faults = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => [path, faultOf(entry)] as const)
    .filter(([, fault]) => fault !== null)
    .map(([path, fault]) => `${path} ${fault}`);
  assert.equal(faults, [], 'npm view NAME@VERSION dist.integrity prints what is missing');
});

lockFile('is refused with another registry, a folder or a weak hash', () => {
  const integrity = `sha512-${'a'.repeat(86)}==`;
  assert.is(faultOf({ integrity }), null);
  assert.is(faultOf({ integrity, resolved: `${registry}a/-/a-1.0.0.tgz` }), null);
  for (const entry of [
    {},
    { integrity: 'sha1-aaaa' },
    { integrity, link: true },
    { integrity, resolved: 'https://registry.npmjs.org.example/a.tgz' },
    { integrity, resolved: 'git+ssh://git@github.com/a/b.git' },
  ]) {
    assert.is.not(faultOf(entry), null, JSON.stringify(entry));
  }
});

lockFile.run();
