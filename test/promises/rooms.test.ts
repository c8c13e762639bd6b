import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { readDocument } from '../support/documents.ts';

/** Rooms of each folder, or its single files. Each imports only from those before it. */
const order = {
  sql: [
    'shared',
    'raw',
    'reconciliation',
    'causes',
    'figures',
    'calendar',
    'lists',
    'marts',
    'record',
    'pages',
    'privacy',
  ],
  pipeline: [
    ...[
      'base',
      'duckdb',
      'registry',
      'config',
      'publish',
      'read',
      'platforms',
      'load',
      'reconcile',
      'deliveries',
      'connect',
    ],
    ...[
      'statements',
      'connectors',
      'push',
      'shown',
      'alerts',
      'calendar',
      'run',
      'withdrawals',
      'backup',
      'export',
      'schedule',
      'commands',
    ],
  ],
  server: [
    ...[
      'language',
      'schemas',
      'http',
      'callers',
      'connect',
      'accounts',
      'api',
      'calendar',
      'openapi',
    ],
    ...['mcp', 'site', 'shares', 'operations', 'owners', 'app', 'main', 'demo', 'commands'],
  ],
} as const;
const tops = ['sql', 'pipeline', 'server'] as const;

const rooms = suite('rooms');

interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** Lists all imports between files of the product, types too. */
const arrows: readonly Arrow[] = tops.flatMap((top) =>
  readdirSync(inPackage(top), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => {
      const from = join(top, file);
      const code = readFileSync(inPackage(from), 'utf8');
      const imports = code.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g);
      return [...imports]
        .map(([, to = '']) => ({ from, to: normalize(join(dirname(from), to)) }))
        .filter(({ to }) => tops.some((name) => to.startsWith(`${name}/`)));
    }),
);

/**
 * Returns the position of a file: by the order of the folders, then by the order of their rooms.
 */
function floorOf(file: string): readonly [number, number] {
  const [first = '', second = ''] = file.split('/');
  const top = (tops as readonly string[]).indexOf(first);
  const names: readonly string[] = order[tops[top] ?? 'sql'];
  return [top, names.indexOf(second.replace(/\.ts$/, ''))];
}

const written = ({ from, to }: Arrow): string => `${from} imports ${to}`;

rooms('every file is in a room that has a place in the order', () => {
  const files = new Set(arrows.flatMap(({ from, to }) => [from, to]));
  assert.ok(files.size > 300);
  assert.equal(
    [...files].filter((file) => floorOf(file).includes(-1)),
    [],
  );
});

rooms('no room reads one that is behind it', () => {
  const up = arrows.filter(({ from, to }) => {
    const [[top, room], [readTop, readRoom]] = [floorOf(from), floorOf(to)];
    return readTop > top || (readTop === top && readRoom > room);
  });
  assert.equal(up.map(written), []);
});

for (const top of ['pipeline', 'server'] as const) {
  rooms(`the README of ${top} tells of its rooms in that order`, () => {
    const list =
      readDocument(`${top}/README.md`)
        .split('\n\n')
        .find((text) => text.startsWith('- ')) ?? '';
    const names = [...list.matchAll(/`([a-z]+)\/`/g)].map(([, name]) => name);
    const inOrder = order[top].filter((name) => existsSync(inPackage(`${top}/${name}/`)));
    assert.equal(
      names.filter((name) => inOrder.some((known) => known === name)),
      inOrder,
    );
  });
}

rooms('no format of an export reads another one', () => {
  const roomOf = (file: string) =>
    /^pipeline\/(platforms|read)\/([a-z0-9]+)\//.exec(file)?.[2] ?? '';
  const formats = ['calendars', 'ctrader', 'lists', 'mt4', 'mt5', 'tradelocker'];
  const inside = arrows.filter(({ from }) => formats.includes(roomOf(from)));
  assert.ok(inside.length > 100);
  const across = inside.filter(({ from, to }) => {
    const isFree = !/^pipeline\/(platforms|read)\//.test(to) || roomOf(to) === roomOf(from);
    return !isFree && !['source', 'cells', ''].includes(roomOf(to));
  });
  const up = arrows.filter(
    ({ from, to }) =>
      (roomOf(from) === 'source' && formats.includes(roomOf(to))) ||
      (from.startsWith('pipeline/read/') && to.startsWith('pipeline/platforms/')),
  );
  assert.equal([...across, ...up].map(written), []);
});

rooms('no files read each other in a circle', () => {
  const reads = new Map<string, string[]>();
  for (const { from, to } of arrows) reads.set(from, [...(reads.get(from) ?? []), to]);
  const done = new Set<string>();
  const circles: string[] = [];
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) circles.push([...path.slice(path.indexOf(file)), file].join(' > '));
    if (done.has(file) || path.includes(file)) return;
    for (const to of reads.get(file) ?? []) visit(to, [...path, file]);
    done.add(file);
  };
  for (const file of reads.keys()) visit(file, []);
  assert.equal(circles, []);
});

rooms.run();
