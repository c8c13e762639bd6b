import Type, { type TSchema } from 'typebox';

/** A plain percentage: 3.3 means 3.3 percent. */
export const percent = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description: `${description}, in percent` });

/** An amount in the account's currency. */
export const money = (description: string) =>
  Type.Union([Type.Number(), Type.Null()], { description });

export const nullable = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Union([schema, Type.Null()], { description });

export const number = (description: string) => nullable(Type.Number(), description);
export const count = (description: string) => Type.Integer({ minimum: 0, description });
export const nullableCount = (description: string) =>
  nullable(Type.Integer({ minimum: 0 }), description);
export const text = (description: string) => Type.String({ description });
export const nullableText = (description: string) => nullable(Type.String(), description);
export const instant = (description: string) =>
  Type.String({ format: 'date-time', description: `${description}, ISO 8601 UTC` });
export const nullableInstant = (description: string) =>
  nullable(Type.String({ format: 'date-time' }), `${description}, ISO 8601 UTC`);
export const decimalText = (description: string) =>
  Type.String({
    pattern: '^-?[0-9]+(\\.[0-9]+)?$',
    description: `${description}, as decimal text`,
  });
