import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { currentCalendar } from '../../../pipeline/calendar/snapshot.ts';
import { currentVersion, storedVersions } from '../../../pipeline/publish/snapshot/publish.ts';
import { type Outcome, trackrecordHere } from '../../cli/trackrecord.ts';
import { isInFull } from '../../support/in-full.ts';
import { copyPlace, type Place, placeAt, withPlace } from './place.ts';
import { type Answers, asked, openReader } from './reader.ts';
import { goThrough } from './undisturbed.ts';

// Damages a byte in each kind of file of a version, and asks everything that reads versions.

const damage = suite('a damaged byte in each kind of file');

const readiness = '/readyz';
/** Addresses of each kind, with or without a key. */
const few: Readonly<Record<string, boolean>> = {
  '/api/v1/accounts/a?include=equity_curve,monthly': false,
  '/api/v1/accounts/a/trades.csv': true,
  '/api/public/calendar/v1?days=30&impact=all': false,
  [readiness]: false,
};
const many: Readonly<Record<string, boolean>> = {
  ...asked,
  '/api/v1/accounts/a/gain': false,
  '/account/a': false,
  '/account/a/verification': false,
  '/account/a/tearsheet.pdf': false,
  '/account/a/embed': false,
  '/widget/a.svg': false,
  '/search': false,
  [readiness]: false,
};
const addresses = isInFull ? many : few;
const servers = isInFull ? ['running', 'starting'] : ['starting'];

const backup = 'backup OUT/backup';
/** Command lines that read versions. OUT stands for a new folder. */
const commandsOf = ({ dataDir }: Place): readonly string[] => [
  'verify --chain',
  `diff ${storedVersions(dataDir).toReversed().join(' ')}`,
  'history a',
  backup,
  ...(isInFull ? ['export --out OUT/export --format csv'] : []),
];

/** Lists the files of all versions and of the calendar by kind. Kinds are names without digits. */
const kindsOfFiles = ({ dataDir }: Place): Map<string, string[]> => kindsBelow(dataDir.snapshots);

/** Lists the files below a folder by kind. */
function kindsBelow(folder: string): Map<string, string[]> {
  const kinds = new Map<string, string[]>();
  const found = readdirSync(folder, { recursive: true, withFileTypes: true });
  for (const entry of found.filter((entry) => entry.isFile())) {
    const path = relative(folder, join(entry.parentPath, entry.name));
    const kind = path.replace(/(?<![a-z])[0-9a-f][0-9a-f-]*(?![a-z])/g, '*');
    kinds.set(kind, [...(kinds.get(kind) ?? []), path].sort());
  }
  return kinds;
}

/** Changes a digit of a file: its first one after the middle, so that JSON stays JSON. */
function damaged(bytes: Buffer): Buffer {
  const isDigit = (byte: number) => byte >= 0x30 && byte <= 0x39;
  const half = bytes.length >> 1;
  const later = bytes.subarray(half).findIndex(isDigit);
  const at = later < 0 ? half : half + later;
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

async function runCommand({ dataDir, root }: Place, line: string): Promise<Outcome> {
  const out = join(root, 'out');
  rmSync(out, { recursive: true, force: true });
  const env = { TRACKRECORD_DATA: dataDir.path, LOG_LEVEL: 'silent', TRACKRECORD_THREADS: '1' };
  return trackrecordHere(line.replace('OUT', out).split(' '), env);
}

/** Parts of an answer that differ from one server to the next. */
const lasting = (answer: string): string => answer.replaceAll(/"age_seconds":[^,}]*/g, '');

/** Says what is wrong with the answers over a damaged file, or returns the reasons of `/readyz`. */
function faultsOf(right: Answers, answers: Answers): { faults: string[]; reasons: string[] } {
  const differing = [...answers].filter(
    ([url, answer]) => url !== readiness && lasting(answer) !== lasting(right.get(url) ?? ''),
  );
  const faults = differing
    .filter(([, answer]) => !answer.startsWith('503 '))
    .map(([url, answer]) => `${url}: ${answer.slice(0, 200)}`);
  const { reasons = [] } = JSON.parse(answers.get(readiness)?.slice(4) ?? '{}');
  if (differing.length > 0 && reasons.length === 0) faults.push('ready, but answers fail');
  if (reasons.length > 1) faults.push(`contradicts itself: ${reasons.join('; ')}`);
  return { faults, reasons };
}

damage('is never served or copied as truth, and every reader that meets it names the file', () =>
  withPlace(async ({ root }) => {
    const [first, second] = await goThrough(2);
    assert.ok(first && second);
    const earlier = new Set([...kindsOfFiles(first.place).values()].flat());
    const place = placeAt(join(root, 'damaged'));
    copyPlace(second.place, place);
    const kinds = kindsOfFiles(place);
    const lines = commandsOf(place);
    const wrong: string[] = [];
    const open = () => openReader(place, undefined, addresses);
    const undamaged = await open();
    const right = await undamaged.answers();
    await undamaged.close();
    const failing = [...right].filter(([, answer]) => !answer.startsWith('200 '));
    assert.equal(failing, []);
    const whole = new Map<string, Outcome>();
    for (const line of lines) whole.set(line, await runCommand(place, line));
    for (const [line, { code, stderr }] of whole) assert.is(code, 0, `${line}: ${stderr}`);

    for (const [kind, paths] of kinds) {
      copyPlace(second.place, place);
      const name = paths.findLast((path) => !earlier.has(path)) ?? paths.at(-1) ?? '';
      const path = join(place.dataDir.snapshots, name);
      const bytes = readFileSync(path);
      const fail = (reader: string, fault: string) => wrong.push(`${kind}, ${reader}: ${fault}`);
      const running = servers.includes('running') ? await open() : null;
      writeFileSync(path, damaged(bytes));
      const starting = await open();
      let isReady = true;
      for (const [reader, server] of Object.entries({ running, starting })) {
        if (server === null) continue;
        await server.refresh();
        const { faults, reasons } = faultsOf(right, await server.answers());
        for (const fault of faults) fail(`${reader} server`, fault);
        isReady &&= reasons.length === 0;
        await server.close();
      }
      const outcomes = new Map<string, Outcome>();
      for (const line of lines) outcomes.set(line, await runCommand(place, line));
      const verified = outcomes.get('verify --chain');
      for (const [line, { code, stdout, stderr }] of outcomes) {
        const same = whole.get(line);
        const isSame = code === 0 && (line.startsWith('backup') || stdout === same?.stdout);
        const published = [currentVersion(place.dataDir), currentCalendar(place.dataDir)];
        const names = [basename(path).replace(/\.json$/, ''), ...published.map(String)];
        const isNamed = names.some((name) => stderr.includes(name));
        if (!isSame && (code === 0 || !isNamed)) fail(line, `${code} ${stderr}${stdout}`);
        if (/unexpected error|\n\s+at |SyntaxError/.test(stderr))
          fail(line, `internals: ${stderr}`);
      }
      const isCopied = name !== 'chain.ndjson' && verified?.code !== 0;
      if (isCopied && outcomes.get(backup)?.code === 0) fail(backup, 'copies it without a word');
      const isInService = name !== 'chain.ndjson' && !earlier.has(name);
      if (verified?.code === 0 && !isReady) fail('verify --chain', 'whole, but a server is not');
      if (verified?.code === 0 && isInService) fail('verify --chain', 'finds nothing');
    }
    assert.equal(wrong, []);
  }),
);

damage('of a backup is found by restore, which names the file and restores nothing', () =>
  withPlace(async ({ root }) => {
    const [first] = await goThrough(1);
    assert.ok(first);
    const folder = join(root, 'backup');
    const data = join(root, 'restored');
    const env = { LOG_LEVEL: 'silent', TRACKRECORD_THREADS: '1' };
    const run = (line: string, path: string): Promise<Outcome> =>
      trackrecordHere(line.split(' '), { ...env, TRACKRECORD_DATA: path });
    const copied = await run(`backup ${folder}`, first.place.dataDir.path);
    assert.is(copied.code, 0, copied.stderr);
    const wrong: string[] = [];
    for (const [kind, paths] of kindsBelow(folder)) {
      const path = join(folder, paths.at(-1) ?? '');
      const bytes = readFileSync(path);
      if (bytes.length === 0) continue;
      writeFileSync(path, damaged(bytes));
      const { code, stdout, stderr } = await run(`restore ${folder}`, data);
      writeFileSync(path, bytes);
      if (code !== 1) wrong.push(`${kind}: ends with ${code} ${stdout}`);
      if (!stderr.includes(basename(path))) wrong.push(`${kind}: does not name it: ${stderr}`);
      if (stderr.trimEnd().includes('\n')) wrong.push(`${kind}: more than a line: ${stderr}`);
      if (/unexpected error|SyntaxError/.test(stderr)) wrong.push(`${kind}: internals: ${stderr}`);
      if (existsSync(data)) wrong.push(`${kind}: restores something`);
    }
    assert.equal(wrong, []);
    const restored = await run(`restore ${folder}`, data);
    assert.is(restored.code, 0, restored.stderr);
    assert.is((await run('verify', data)).code, 0);
  }),
);

damage.run();
