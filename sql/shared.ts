import Type, { type TSchema } from 'typebox';

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

export const nullable = <Schema extends TSchema>(
  schema: Schema,
  description: string,
  privacy: Privacy,
) => Type.Union([schema, Type.Null()], words(description, privacy));

/** A plain percentage: 3.3 means 3.3 percent. */
export const percent = (description: string, privacy: Privacy) =>
  nullable(Type.Number(), `${description}, in percent`, privacy);

/** An amount in the account's currency. */
export const money = (description: string, privacy: Privacy) =>
  nullable(Type.Number(), description, privacy);

export const number = (description: string, privacy: Privacy) =>
  nullable(Type.Number(), description, privacy);
/** A number that is always known. */
export const known = (description: string, privacy: Privacy) =>
  Type.Number(words(description, privacy));
export const count = (description: string, privacy: Privacy) =>
  Type.Integer({ minimum: 0, ...words(description, privacy) });
export const nullableCount = (description: string, privacy: Privacy) =>
  nullable(Type.Integer({ minimum: 0 }), description, privacy);
export const text = (description: string, privacy: Privacy) =>
  Type.String(words(description, privacy));
export const nullableText = (description: string, privacy: Privacy) =>
  nullable(Type.String(), description, privacy);
export const oneOf = (values: readonly string[], description: string, privacy: Privacy) =>
  Type.String({ enum: [...values], ...words(description, privacy) });
export const instant = (description: string, privacy: Privacy) =>
  Type.String({ format: 'date-time', ...words(`${description}, ISO 8601 UTC`, privacy) });
export const nullableInstant = (description: string, privacy: Privacy) =>
  nullable(Type.String({ format: 'date-time' }), `${description}, ISO 8601 UTC`, privacy);
export const decimalText = (description: string, privacy: Privacy) =>
  Type.String({
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    ...words(`${description}, as decimal text`, privacy),
  });
