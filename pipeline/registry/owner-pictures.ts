import { createHash } from 'node:crypto';
import { recordChange } from './audit.ts';
import type { Registry } from './registry.ts';
import { deleteRows, findRow, insertRow } from './table-rows.ts';

/**
 * Stores the picture of an owner, a finished PNG; null removes it. The trail names its hash. The
 * same picture again changes nothing.
 */
export async function setPicture(
  { store, clock }: Pick<Registry, 'store' | 'clock'>,
  owner: string,
  png: Buffer | null,
  actor: string,
): Promise<void> {
  const sha256 = png && createHash('sha256').update(png).digest('hex');
  await store.write(async (db) => {
    const stored = await findRow(db, 'owner_pictures', { owner });
    if ((stored?.sha256 ?? null) === sha256) return;
    await deleteRows(db, 'owner_pictures', { owner });
    if (png !== null && sha256 !== null) {
      const row = { owner, sha256, png: png.toString('base64') };
      await insertRow(db, 'owner_pictures', row);
    }
    const change = { kind: 'owner', entry: owner, field: 'picture' } as const;
    await recordChange(db, { ...change, from: stored?.sha256 ?? null, to: sha256 }, actor, clock());
  });
}

/** Returns the picture of an owner as PNG; null without one. */
export async function pictureOf(
  { store }: Pick<Registry, 'store'>,
  owner: string,
): Promise<Buffer | null> {
  const row = await findRow(store.db, 'owner_pictures', { owner });
  return row === undefined ? null : Buffer.from(row.png, 'base64');
}
