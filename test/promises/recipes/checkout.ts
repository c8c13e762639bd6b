import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { transformWithOxc } from 'vite';
import { inPackage } from '../../../pipeline/base/package-root.ts';
import { temporaryDirectory } from '../../support/directory.ts';
import { after, named, type Plan } from './plans.ts';

/** A copy of the package in which a recipe can be followed. */
export interface Checkout {
  /** Does the steps of a plan, except those left out, and compiles the result. */
  follow(plan: Plan, leftOut?: readonly string[]): Promise<void>;
  /** Undoes all steps. */
  undo(): Promise<void>;
  /** Runs a compiled script; returns its output and exit code. */
  run(script: string, ...args: readonly string[]): { status: number | null; output: string };
  read(file: string): string;
  remove(): void;
}

const rooms = ['dist', 'sql', 'pipeline', 'server', 'test', 'fixtures', 'docs', 'clients'];

export function copyPackage(): Checkout {
  const copy = temporaryDirectory();
  for (const room of rooms) cpSync(inPackage(room), join(copy, room), { recursive: true });
  for (const file of readdirSync(inPackage('')).filter((name) => /\.(ts|json)$/.test(name))) {
    cpSync(inPackage(file), join(copy, file));
  }
  symlinkSync(inPackage('node_modules'), join(copy, 'node_modules'));
  const before = new Map<string, string | null>();

  const write = async (file: string, text: string | null): Promise<void> => {
    const compiled = join(copy, 'dist', file.replace(/\.ts$/, '.js'));
    if (text === null) {
      rmSync(join(copy, file));
      if (file.endsWith('.ts')) rmSync(compiled);
      return;
    }
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
    if (!file.endsWith('.ts')) return;
    const options = { typescript: { rewriteImportExtensions: true } };
    writeFileSync(compiled, (await transformWithOxc(text, join(copy, file), options)).code);
  };

  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  return {
    async follow(plan, leftOut = []) {
      for (const [pattern, step] of Object.entries(plan.steps)) {
        if (leftOut.includes(pattern)) continue;
        const file = named(pattern, plan);
        const text = 'text' in step ? null : read(file);
        before.set(file, before.get(file) ?? text);
        await write(file, after(step, text ?? '', file));
      }
    },
    async undo() {
      for (const [file, text] of before) await write(file, text);
      before.clear();
    },
    run(script, ...args) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
        cwd: copy,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      return { status, output: stdout + stderr };
    },
    read,
    remove: () => rmSync(copy, { recursive: true, force: true }),
  };
}
