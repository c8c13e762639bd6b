import {
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { readFault, writeFault } from '../../base/errors.ts';
import { isAbsent } from '../../base/files.ts';
import { checkPieces, receive } from './receive.ts';
import { checkedName, type Store, StoreError } from './store.ts';

const lost = 'there is no such directory; mount it, or create it for a new store';

/**
 * Opens a store in a directory. It does not create a directory that machines share. If that is
 * missing, a mount may have failed, and other machines would not see what this one puts there.
 */
export function openDirectory(directory: string, { isShared = false } = {}): Store {
  const pathOf = (name: string): string => join(directory, checkedName(name));
  const isLost = (): boolean => isShared && !existsSync(directory);
  const absentAs = <Result, Absent>(absent: Absent, work: () => Result): Result | Absent => {
    try {
      return work();
    } catch (error) {
      if (isAbsent(error) && !isLost()) return absent;
      throw error;
    }
  };
  const attempt = async <Result>(
    what: string,
    work: () => Promise<Result> | Result,
    faultOf = readFault,
  ) => {
    try {
      return await work();
    } catch (error) {
      const cause = isAbsent(error) && isLost() ? lost : error;
      throw new StoreError(directory, what, cause, faultOf);
    }
  };
  return {
    address: directory,
    put: (name, content, source) =>
      attempt(
        `${name} could not be put`,
        async () => {
          const path = pathOf(name);
          if (statSync(path, { throwIfNoEntry: false })?.size === content.bytes) return;
          mkdirSync(dirname(path), { recursive: !isLost() });
          await receive(piecesOf(source), content, path);
        },
        putFault,
      ),
    fetch: (name, content, path) =>
      attempt(`${name} could not be fetched`, () => receive(piecesOf(pathOf(name)), content, path)),
    check: (name, content) =>
      attempt(`${name} is not whole`, () => checkPieces(piecesOf(pathOf(name)), content)),
    read: (name) =>
      attempt(`${name} could not be read`, () => absentAs(null, () => readFileSync(pathOf(name)))),
    list: (folder) =>
      attempt(`${folder} could not be listed`, () =>
        absentAs([], () => readdirSync(join(directory, folder)))
          .filter((file) => !file.endsWith('.tmp'))
          .sort()
          .map((file) => {
            const { size, mtime } = statSync(join(directory, folder, file));
            return { name: folder + file, bytes: size, modifiedAt: mtime };
          }),
      ),
    remove: (name) =>
      attempt(
        `${name} could not be removed`,
        () => rmSync(pathOf(name), { force: true }),
        writeFault,
      ),
    close: () => {},
  };
}

/** Says why an object could not be put. A missing file is the source of the object. */
const putFault = (error: unknown): string =>
  isAbsent(error) ? readFault(error) : writeFault(error);

const piecesOf = (source: string | Uint8Array): AsyncIterable<Uint8Array> =>
  typeof source === 'string' ? fileOf(source) : oneByOne([source]);

/** Opens the file only once it is read, so that the reader gets its errors. */
async function* fileOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path);
}

async function* oneByOne(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}
