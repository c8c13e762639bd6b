/** Sentence of a reason. A pair is for one and for any other number that its `count` may be. */
export type Sentence = string | { readonly one: string; readonly other: string };

/** Sentences of a kind of reasons, by code. Each code begins with the kind. */
export type Reasons<Kind extends string> = Readonly<Record<`${Kind}_${string}`, Sentence>>;
