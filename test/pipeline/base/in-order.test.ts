import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { inOrder } from '../../../pipeline/base/in-order.ts';

const order = suite('work in order');

/** Promises that a test resolves or rejects by the name of an item. */
function createGates() {
  const gates = new Map<string, PromiseWithResolvers<void>>();
  const gate = (item: string) => {
    const known = gates.get(item) ?? withResolvers();
    gates.set(item, known);
    return known;
  };
  return gate;
}

interface PromiseWithResolvers<Result> {
  readonly promise: Promise<Result>;
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

function withResolvers(): PromiseWithResolvers<void> {
  let resolve = () => {};
  let reject: (error: Error) => void = () => {};
  const promise = new Promise<void>((fulfil, fail) => {
    resolve = fulfil;
    reject = fail;
  });
  return { promise, resolve, reject };
}

/** Lets all promises go on that wait for nothing else. */
const goOn = () => new Promise((resolve) => setImmediate(resolve));

function begin(items: readonly string[], workers: readonly string[]) {
  const gate = createGates();
  const said: string[] = [];
  const done = inOrder(items, workers, {
    async begin(item, worker) {
      said.push(`${worker} begins ${item}`);
      await gate(item).promise;
      return item;
    },
    async settle(item) {
      said.push(`settle ${item}`);
      await gate(`settle ${item}`).promise;
      return `settled ${item}`;
    },
    async finish(settled) {
      const item = settled.replace('settled ', '');
      said.push(`finish ${item}`);
      await gate(`finish ${item}`).promise;
      said.push(`finished ${item}`);
    },
    stop: (error) => said.push(`stop: ${error instanceof Error && error.message}`),
  });
  done.catch(() => {});
  return { gate, said, done };
}

order(
  'begins an item with each worker, settles them as they stand, and finishes them',
  async () => {
    const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
    await goOn();
    assert.equal(said.splice(0), ['first begins a', 'second begins b']);
    gate('b').resolve();
    await goOn();
    assert.equal(said, [], 'b waits for a');
    gate('a').resolve();
    await goOn();
    assert.equal(said.splice(0), ['settle a']);
    gate('settle a').resolve();
    await goOn();
    assert.equal(
      said.splice(0).sort(),
      ['finish a', 'settle b'],
      'one is finished next to another',
    );
    gate('settle b').resolve();
    gate('finish b').resolve();
    await goOn();
    assert.equal(
      said.splice(0),
      ['finish b', 'finished b', 'second begins c'],
      'before a is finished',
    );
    gate('c').resolve();
    for (const name of ['settle c', 'finish c', 'finish a']) gate(name).resolve();
    await done;
    assert.equal(said.sort(), ['finish c', 'finished a', 'finished c', 'settle c']);
  },
);

for (const failing of ['a', 'b']) {
  order(`stops after the first error, and waits for what is under way: ${failing}`, async () => {
    const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
    let isOver = false;
    done.catch(() => {
      isOver = true;
    });
    gate(failing).reject(new Error('broke'));
    await goOn();
    assert.equal(said.splice(0), ['first begins a', 'second begins b', 'stop: broke']);
    assert.is(isOver, false);
    gate(failing === 'a' ? 'b' : 'a').reject(new Error('stopped'));
    await goOn();
    assert.equal([isOver, said], [true, []]);
    await done.then(
      () => assert.unreachable(),
      ({ message }) => assert.is(message, 'broke'),
    );
  });
}

for (const step of ['settle', 'finish']) {
  order(`does no further step after an error of one: ${step}`, async () => {
    const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
    for (const name of ['a', 'b', 'settle a']) if (name !== `${step} a`) gate(name).resolve();
    await goOn();
    gate(`${step} a`).reject(new Error('no room'));
    gate('settle b').resolve();
    await done.then(
      () => assert.unreachable(),
      ({ message }) => assert.is(message, 'no room'),
    );
    const settled = step === 'finish' ? ['finish a', 'settle b'] : [];
    assert.equal(said, [
      'first begins a',
      'second begins b',
      'settle a',
      ...settled,
      'stop: no room',
    ]);
  });
}

order('without items does nothing', async () => {
  const { said, done } = begin([], ['first']);
  await done;
  assert.equal(said, []);
});

order.run();
