import Type from 'typebox';

/**
 * Who sees a field of something that is shown: everybody; all but strangers once its owner sets
 * one of the flags named; or everybody, though it is computed from facts that a flag may hide; or
 * nobody but its owner.
 */
export type Privacy = 'public' | 'owner' | `hidden by ${string}` | `derived from ${string}`;

/** What every field of the wire says of itself. */
export const words = (description: string, privacy: Privacy) => ({
  description,
  'x-privacy': privacy,
});

/** A computed field that stays where the list of trades is hidden; positions count as trades. */
export const fromTrades = 'derived from trades';

export const count = (description: string, privacy: Privacy) =>
  Type.Integer({ minimum: 0, ...words(description, privacy) });
export const text = (description: string, privacy: Privacy) =>
  Type.String(words(description, privacy));
export const oneOf = (values: readonly string[], description: string, privacy: Privacy) =>
  Type.String({ enum: [...values], ...words(description, privacy) });
export const instant = (description: string, privacy: Privacy) =>
  Type.String({ format: 'date-time', ...words(`${description}, ISO 8601 UTC`, privacy) });
