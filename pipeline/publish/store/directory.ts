import { createReadStream, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readFault, writeFault } from '../../base/errors.ts';
import { isAbsent } from '../../base/files.ts';
import { checkPieces, receive } from './receive.ts';
import { checkedName, type Store, StoreError } from './store.ts';

/** A store in a directory, which every machine has mounted. */
export function openDirectory(directory: string): Store {
  const pathOf = (name: string): string => join(directory, checkedName(name));
  const attempt = async <Result>(
    what: string,
    work: () => Promise<Result> | Result,
    faultOf = readFault,
  ) => {
    try {
      return await work();
    } catch (error) {
      throw new StoreError(directory, what, error, faultOf);
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
          mkdirSync(dirname(path), { recursive: true });
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

function absentAs<Result, Absent>(absent: Absent, work: () => Result): Result | Absent {
  try {
    return work();
  } catch (error) {
    if (isAbsent(error)) return absent;
    throw error;
  }
}
