import Type from 'typebox';

/**
 * Readers of a field. `public`: everybody. `hidden by FLAG`: strangers see it unless the owner sets
 * that flag. `derived from FLAG`: everybody, although it is computed from data that the flag hides.
 * `owner`: only the owner of the account.
 */
export type Privacy = 'public' | 'owner' | `hidden by ${string}` | `derived from ${string}`;

/** Returns the description and the privacy label of a field, as JSON schema keywords. */
export const words = (description: string, privacy: Privacy) => ({
  description,
  'x-privacy': privacy,
});

/**
 * Privacy of figures computed from trades or positions: still shown if the trade list is hidden.
 */
export const fromTrades = 'derived from trades';

export const count = (description: string, privacy: Privacy) =>
  Type.Integer({ minimum: 0, ...words(description, privacy) });
export const text = (description: string, privacy: Privacy) =>
  Type.String(words(description, privacy));
export const oneOf = (values: readonly string[], description: string, privacy: Privacy) =>
  Type.String({ enum: [...values], ...words(description, privacy) });
export const instant = (description: string, privacy: Privacy) =>
  Type.String({ format: 'date-time', ...words(`${description}, ISO 8601 UTC`, privacy) });
