import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { versionEnding } from '../../base/data-directory.ts';
import { asFileFault, CommandError } from '../../base/errors.ts';
import { isAbsent, namesIn } from '../../base/files.ts';
import { versionPattern } from './layout.ts';

const digestLength = 12;

/** The SHA-256 in small hexadecimal digits. */
export const sha256Of = (content: string | Uint8Array): string =>
  createHash('sha256').update(content).digest('hex');

/** Names of the versions whose files are in a folder, newest first. */
export function versionsIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => name.endsWith(versionEnding))
    .map((name) => name.slice(0, -versionEnding.length))
    .filter((name) => versionPattern.test(name))
    .sort((first, second) => sequenceOf(second) - sequenceOf(first));
}

/** The number of a version, by which they follow each other. */
export const sequenceOf = (version: string): number => Number.parseInt(version, 10);

/** Names content by its digest and the number after the highest of `versions`. */
export function nextVersion(versions: readonly string[], sha256: string): string {
  return versionOf(Math.max(0, ...versions.map(sequenceOf)) + 1, sha256);
}

/** Names content by a number and its digest. */
export const versionOf = (sequence: number, sha256: string): string =>
  `${String(sequence).padStart(6, '0')}-${sha256.slice(0, digestLength)}`;

/** Returns true if a version's name ends with the digest of that content. */
export const isNamedAfter = (version: string, sha256: string): boolean =>
  version.endsWith(`-${sha256.slice(0, digestLength)}`);

/** File of a version with the SHA-256 of its own JSON, so that damage shows. */
export interface SealedFile {
  readonly format: number;
  readonly version: string;
  readonly sha256: string;
}

/** Content of a version's file with the digest that `readSealed` holds it to. */
export const seal = <Content extends Omit<SealedFile, 'sha256'>>(content: Content) => ({
  ...content,
  sha256: sha256Of(JSON.stringify(content)),
});

/** Wording for errors about a sealed file. */
interface SealedWords {
  /** Kind of the version, such as `snapshot`. */
  readonly name: string;
  readonly file: string;
}

/** Reads what was sealed; throws, saying which and why, unless it is as it was written. */
export function readSealed<Content extends SealedFile>(
  path: string,
  { version, format }: Omit<SealedFile, 'sha256'>,
  { name, file }: SealedWords,
): Content {
  const read: Content | null = parsed(textOf(path, file), file);
  if (typeof read?.format !== 'number') throw notAsWritten(file);
  if (read.format !== format) {
    const formats = `has format ${read.format}, this program reads ${format}`;
    throw new CommandError(`${name} ${version} ${formats}; ${advice}`);
  }
  const { sha256, ...content } = read;
  if (sha256 !== sha256Of(JSON.stringify(content)) || content.version !== version) {
    throw notAsWritten(file);
  }
  return read;
}

const advice = 'run the pipeline again';

function textOf(path: string, file: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    if (!isAbsent(cause)) throw asFileFault(cause, path);
    throw new CommandError(`${file} is missing; ${advice}`, undefined, { cause });
  }
}

function parsed(text: string, file: string) {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notAsWritten(file, { cause });
  }
}

const notAsWritten = (file: string, cause?: ErrorOptions): CommandError => {
  const reason = cause ? ': it is not JSON' : '';
  return new CommandError(`${file} is not as it was written${reason}; ${advice}`, undefined, cause);
};
