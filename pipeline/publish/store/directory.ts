import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { readReason, writeReason } from '../../base/errors.ts';
import { isAbsent, syncFiles } from '../../base/files.ts';
import { type CodedReason, makeReason, ReasonError } from '../../base/reasons/reason.ts';
import { eachFewAtOnce } from './few-at-once.ts';
import { checkPieces, receive } from './receive.ts';
import { type Content, checkedName, type Store, StoreError } from './store.ts';

/**
 * Opens a store in a directory, which may be a folder of its `root`. It does not create a root that
 * machines share. If that is missing, a mount may have failed, and other machines would not see
 * what this one puts there.
 */
export function openDirectory(
  directory: string,
  { isShared = false, root = directory } = {},
): Store {
  const pathOf = (name: string): string => join(directory, checkedName(name));
  const isLost = (): boolean => isShared && !existsSync(root);
  const absentAs = <Result, Absent>(absent: Absent, work: () => Result): Result | Absent => {
    try {
      return work();
    } catch (error) {
      if (isAbsent(error) && !isLost()) return absent;
      throw error;
    }
  };
  const attempt = async <Result>(
    what: CodedReason,
    work: () => Promise<Result> | Result,
    reasonFor = readReason,
  ) => {
    try {
      return await work();
    } catch (error) {
      const cause =
        isAbsent(error) && isLost() ? new ReasonError(makeReason('run_store_folder_lost')) : error;
      throw new StoreError(directory, what, cause, reasonFor);
    }
  };
  /** Writes an object, and returns its path. It may not be on disk yet. */
  const write = (name: string, content: Content, source: string | Uint8Array): Promise<string> =>
    attempt(
      makeReason('run_not_put', { name }),
      async () => {
        const path = pathOf(name);
        mkdirSync(dirname(path), { recursive: !isLost() });
        await receive(piecesOf(source), content, path);
        return path;
      },
      putReason,
    );
  const sync = (paths: readonly string[], name: string): Promise<void> =>
    attempt(makeReason('run_not_put', { name }), () => syncFiles(directory, paths), writeReason);
  return {
    address: directory,
    async put(name, content, source) {
      const isThere = await attempt(
        makeReason('run_not_put', { name }),
        () => statSync(pathOf(name), { throwIfNoEntry: false })?.size === content.bytes,
        putReason,
      );
      if (!isThere) await sync([await write(name, content, source)], name);
    },
    async putAll(objects) {
      const paths: string[] = [];
      await eachFewAtOnce(objects, async ({ name, content, source }) => {
        paths.push(await write(name, content, source));
      });
      await sync(paths, objects[0]?.name ?? '');
    },
    fetch: (name, content, path) =>
      attempt(makeReason('run_not_fetched', { name }), () =>
        receive(piecesOf(pathOf(name)), content, path),
      ),
    check: (name, content) =>
      attempt(makeReason('run_not_whole', { name }), () =>
        checkPieces(piecesOf(pathOf(name)), content),
      ),
    read: (name) =>
      attempt(makeReason('run_not_read', { name }), () =>
        absentAs(null, () => readFileSync(pathOf(name))),
      ),
    list: (folder) =>
      attempt(makeReason('run_not_listed', { name: folder }), () =>
        absentAs([], () =>
          readdirSync(join(directory, folder), { recursive: true, withFileTypes: true }),
        )
          .filter((entry) => entry.isFile() && !entry.name.endsWith('.tmp'))
          .map((entry) => join(entry.parentPath, entry.name))
          .sort()
          .map((path) => {
            const { size, mtime } = statSync(path);
            return { name: relative(directory, path), bytes: size, modifiedAt: mtime };
          }),
      ),
    remove: (name) =>
      attempt(
        makeReason('run_not_removed', { name }),
        () => rmSync(pathOf(name), { force: true }),
        writeReason,
      ),
    within: (folder) => openDirectory(join(directory, folder), { isShared, root }),
    close: () => {},
  };
}

/** Says why an object could not be put. A missing file is the source of the object. */
const putReason = (error: unknown): CodedReason =>
  isAbsent(error) ? readReason(error) : writeReason(error);

const piecesOf = (source: string | Uint8Array): AsyncIterable<Uint8Array> =>
  typeof source === 'string' ? fileOf(source) : oneByOne([source]);

/** Opens the file only once it is read, so that the reader gets its errors. */
async function* fileOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

async function* oneByOne(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
