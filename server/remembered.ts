import type { Soon } from './soon.ts';

const most = 10_000;

/** Asks once per name and answers at once from then on; a failure is not remembered. */
export function remembered<Answer, Name extends string = string>(
  ask: (name: Name) => Soon<Answer>,
): (name: Name) => Soon<Answer> {
  const answers = new Map<Name, { answer: Soon<Answer> }>();
  return (name) => {
    const known = answers.get(name);
    if (known !== undefined) return known.answer;
    const asked = { answer: ask(name) };
    if (answers.size >= most) answers.clear();
    answers.set(name, asked);
    if (asked.answer instanceof Promise) {
      asked.answer.then(
        (answer) => {
          asked.answer = answer;
        },
        () => {
          if (answers.get(name) === asked) answers.delete(name);
        },
      );
    }
    return asked.answer;
  };
}
