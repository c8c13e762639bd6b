/** Fields of a submitted form. */
export interface Form {
  /** Returns the trimmed value of a field; empty if the field is missing. */
  text(name: string): string;
  /** Returns the value of a field unchanged, for passwords; empty if the field is missing. */
  exact(name: string): string;
  /** Returns all values sent under a name. */
  all(name: string): readonly string[];
  /** Returns the names of the fields that were sent. */
  names(): readonly string[];
}

/** Parses a form's body. If there is no body, every field is empty. */
export function formOf(body: unknown): Form {
  const fields = new URLSearchParams(typeof body === 'string' ? body : '');
  const exact = (name: string): string => fields.get(name) ?? '';
  return {
    exact,
    text: (name) => exact(name).trim(),
    all: (name) => fields.getAll(name),
    names: () => [...fields.keys()],
  };
}

/** Returns the words of a list that were ticked, in the order of the list. */
export const tickedOf = <Word extends string>(
  form: Form,
  name: string,
  words: readonly Word[],
): Word[] => {
  const ticked = new Set(form.all(name));
  return words.filter((word) => ticked.has(word));
};
