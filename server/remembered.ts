const most = 10_000;

/** Asks once per name and answers with the same promise from then on; a failure is not remembered. */
export function remembered<Answer, Name extends string = string>(
  ask: (name: Name) => Promise<Answer>,
): (name: Name) => Promise<Answer> {
  const answers = new Map<Name, Promise<Answer>>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const asked = ask(name);
    if (answers.size >= most) answers.clear();
    answers.set(name, asked);
    asked.catch(() => {
      if (answers.get(name) === asked) answers.delete(name);
    });
    return asked;
  };
}
