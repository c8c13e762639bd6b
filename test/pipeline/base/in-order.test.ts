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
const settle = () => new Promise((resolve) => setImmediate(resolve));

function begin(items: readonly string[], workers: readonly string[]) {
  const gate = createGates();
  const said: string[] = [];
  const done = inOrder(items, workers, {
    async begin(item, worker) {
      said.push(`${worker} begins ${item}`);
      await gate(item).promise;
      return item;
    },
    async finish(item) {
      said.push(`finish ${item}`);
      await gate(`finish ${item}`).promise;
      said.push(`finished ${item}`);
    },
    stop: (error) => said.push(`stop: ${error instanceof Error && error.message}`),
  });
  done.catch(() => {});
  return { gate, said, done };
}

order('begins an item with each worker, and finishes them as they stand', async () => {
  const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
  await settle();
  assert.equal(said.splice(0), ['first begins a', 'second begins b']);
  gate('b').resolve();
  await settle();
  assert.equal(said, [], 'b waits for a');
  gate('a').resolve();
  await settle();
  assert.equal(said.splice(0), ['finish a']);
  gate('finish a').resolve();
  await settle();
  assert.equal(said.splice(0).sort(), ['finish b', 'finished a', 'first begins c']);
  gate('c').resolve();
  await settle();
  assert.equal(said, [], 'c waits for b');
  for (const name of ['finish b', 'finish c']) gate(name).resolve();
  await done;
  assert.equal(said, ['finished b', 'finish c', 'finished c']);
});

for (const failing of ['a', 'b']) {
  order(`stops after the first error, and waits for what is under way: ${failing}`, async () => {
    const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
    let isOver = false;
    done.catch(() => {
      isOver = true;
    });
    gate(failing).reject(new Error('broke'));
    await settle();
    assert.equal(said.splice(0), ['first begins a', 'second begins b', 'stop: broke']);
    assert.is(isOver, false);
    gate(failing === 'a' ? 'b' : 'a').reject(new Error('stopped'));
    await settle();
    assert.equal([isOver, said], [true, []]);
    await done.then(
      () => assert.unreachable(),
      ({ message }) => assert.is(message, 'broke'),
    );
  });
}

order('finishes nothing after an error while another item was finished', async () => {
  const { gate, said, done } = begin(['a', 'b', 'c'], ['first', 'second']);
  for (const name of ['a', 'b']) gate(name).resolve();
  await settle();
  gate('finish a').reject(new Error('no room'));
  await done.then(
    () => assert.unreachable(),
    ({ message }) => assert.is(message, 'no room'),
  );
  assert.equal(said, ['first begins a', 'second begins b', 'finish a', 'stop: no room']);
});

order('without items does nothing', async () => {
  const { said, done } = begin([], ['first']);
  await done;
  assert.equal(said, []);
});

order.run();
