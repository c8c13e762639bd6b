/** What a form sent. */
export interface Form {
  /** The field of that name without blanks around it; empty where there is none. */
  text(name: string): string;
  /** The same to the letter, as passwords are. */
  exact(name: string): string;
  /** Everything that was ticked under a name. */
  all(name: string): readonly string[];
}

/** Reads the body of a form; without one every field is empty. */
export function formOf(body: unknown): Form {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  const exact = (name: string): string => fields.get(name) ?? '';
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => fields.getAll(name),
  };
}

/** The members of a list that were ticked, in the order of the list. */
export const tickedOf = <Word extends string>(
  form: Form,
  name: string,
  words: readonly Word[],
): Word[] => {
  const ticked = new Set(form.all(name));
  return words.filter((word) => ticked.has(word));
};
