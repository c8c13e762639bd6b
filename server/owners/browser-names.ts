import type { OwnerWords } from '../language/words.ts';
import { fillText } from '../site/language/format.ts';

type BrowserWords = Pick<OwnerWords['settings'], 'unknownBrowser' | 'browserOn'>;

/**
 * Words in a User-Agent header with the browser that each stands for. A header contains several of
 * them: the first one in this list counts.
 */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['Chrome/', 'Chrome'],
  ['CriOS/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const;

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const;

/**
 * Names a browser by its User-Agent header, such as "Firefox on Linux". Unknown agents are returned
 * unchanged.
 */
export function browserName(agent: string, { unknownBrowser, browserOn }: BrowserWords): string {
  if (agent === '') return unknownBrowser;
  const find = (signs: readonly (readonly [sign: string, name: string])[]) =>
    signs.find(([sign]) => agent.includes(sign))?.[1];
  const browser = agent.startsWith('Mozilla/') ? find(browsers) : undefined;
  if (browser === undefined) return agent;
  const system = find(systems);
  return system === undefined ? browser : fillText(browserOn, { browser, system });
}
