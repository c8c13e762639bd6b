/** What browsers call themselves begins alike; the first sign that is there tells. */
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

/** What people call a browser, by what it calls itself; anything else under its own name. */
export function agentName(agent: string): string {
  if (agent === '') return 'A program without a name';
  const find = (signs: readonly (readonly [sign: string, name: string])[]) =>
    signs.find(([sign]) => agent.includes(sign))?.[1];
  const browser = agent.startsWith('Mozilla/') ? find(browsers) : undefined;
  if (browser === undefined) return agent;
  const system = find(systems);
  return system === undefined ? browser : `${browser} on ${system}`;
}
