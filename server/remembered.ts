const most = 10_000;

/** Asks once per name; a failure is not remembered. */
export function remembered<Answer>(
  ask: (name: string) => Promise<Answer>,
): (name: string) => Promise<Answer> {
  const answers = new Map<string, Promise<Answer>>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known;
    const answer = ask(name);
    if (answers.size >= most) answers.clear();
    answers.set(name, answer);
    answer.catch(() => answers.delete(name));
    return answer;
  };
}
