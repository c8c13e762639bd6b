import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { folder } from './world.ts';

/** Folder with the accepted text of each page. */
export const accepted = join(folder, 'accepted');

export const textOf = (lines: readonly string[]): string => `${lines.join('\n')}\n`;

export const howToAccept =
  'If each change is meant: npm run golden -- accept, and commit what git diff shows.';

/** Lists what pages say otherwise than their accepted texts, as lines of a diff. */
export function differences(pages: ReadonlyMap<string, readonly string[]>): string[] {
  const names = existsSync(accepted) ? readdirSync(accepted) : [];
  const known = names.map((file) => file.replace(/\.txt$/, ''));
  const gone = known.filter((name) => !pages.has(name)).map((name) => `${name}: no such page`);
  const changed = [...pages].flatMap(([name, lines]) => {
    const path = join(accepted, `${name}.txt`);
    const before = existsSync(path) ? readFileSync(path, 'utf8').split('\n').slice(0, -1) : [];
    return diff(before, lines).map((line) => `${name}: ${line}`);
  });
  return [...gone, ...changed];
}

/** Lists removed and added lines by the longest common subsequence between the ends that agree. */
function diff(before: readonly string[], after: readonly string[]): string[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) {
    if (start === after.length) break;
    start += 1;
  }
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const old = before.slice(start, before.length - end);
  const now = after.slice(start, after.length - end);
  const common = commonLines(old, now);
  const lines: string[] = [];
  let [first, second] = [0, 0];
  for (const line of [...common, null]) {
    for (; first < old.length && old[first] !== line; first += 1) lines.push(`- ${old[first]}`);
    for (; second < now.length && now[second] !== line; second += 1) lines.push(`+ ${now[second]}`);
    [first, second] = [first + 1, second + 1];
  }
  return lines;
}

/** Returns the longest common subsequence of two lists of lines. */
function commonLines(before: readonly string[], after: readonly string[]): string[] {
  const width = after.length + 1;
  const lengths = new Uint16Array((before.length + 1) * width);
  const at = (first: number, second: number): number => lengths[first * width + second] ?? 0;
  for (let first = before.length - 1; first >= 0; first -= 1) {
    for (let second = after.length - 1; second >= 0; second -= 1) {
      lengths[first * width + second] =
        before[first] === after[second]
          ? at(first + 1, second + 1) + 1
          : Math.max(at(first + 1, second), at(first, second + 1));
    }
  }
  const found: string[] = [];
  for (let first = 0, second = 0; first < before.length && second < after.length; ) {
    if (before[first] === after[second]) {
      found.push(before[first] ?? '');
      first += 1;
      second += 1;
    } else if (at(first + 1, second) >= at(first, second + 1)) first += 1;
    else second += 1;
  }
  return found;
}
