import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ChildFailed } from '../../../pipeline/base/child-task.ts';
import { openSession } from '../../../pipeline/registry/sessions.ts';
import { ApiError } from '../../../server/http/errors.ts';
import type { Drawing } from '../../../server/site/draw.ts';
import { createDrawingChild, type Draw } from '../../../server/site/draw-in-child.ts';
import { createDrawings, type DrawingAsker } from '../../../server/site/drawings.ts';
import { notedLog } from '../../support/noted-log.ts';
import { facts, north, northId, secret, withWorld } from '../world.ts';
import { richParts } from './rich.ts';

const drawings = suite('drawings');

/** Draws by hand: each drawing goes on until it is told to end. */
function byHand() {
  const begun: string[] = [];
  const ends: ((fault?: Error) => void)[] = [];
  const draw: Draw = (drawing) =>
    new Promise((resolve, reject) => {
      const name = drawing.kind === 'png' ? drawing.svg : '';
      begun.push(name);
      ends.push((fault) => (fault ? reject(fault) : resolve({ bytes: Buffer.from(name) })));
    });
  const endNext = async (fault?: Error): Promise<void> => {
    await new Promise(setImmediate);
    ends.shift()?.(fault);
    await new Promise(setImmediate);
  };
  return { ...createDrawings(draw), begun, endNext };
}

const stays = new AbortController().signal;
const asker = (client: string, owner: string, signal = stays): DrawingAsker => ({
  client,
  owner,
  signal,
});
const png = (svg: string) => (): Drawing => ({ kind: 'png', svg, zoom: 1 });

const textOf = (drawn: Promise<{ readonly bytes: Buffer }>): Promise<string> =>
  drawn.then(
    ({ bytes }) => bytes.toString(),
    (error: unknown) => (error instanceof ApiError ? error.problem : String(error)),
  );

drawings('are drawn once for all who ask at once, and kept', async () => {
  const { get, begun, endNext } = byHand();
  const asked = ['1.1.1.1', '2.2.2.2', '3.3.3.3'].map((client) =>
    textOf(get('same', asker(client, 'north'), png('same'))),
  );
  await endNext();
  assert.equal(await Promise.all(asked), ['same', 'same', 'same']);
  assert.is(await textOf(get('same', asker('4.4.4.4', 'north'), png('same'))), 'same');
  assert.equal(begun, ['same']);
});

drawings('go to the first of those who wait for the same whose turn it is', async () => {
  const { get, begun, endNext } = byHand();
  const many = ['a', 'b', 'c', 'd'].map((name) =>
    textOf(get(name, asker('9.9.9.9', name), png(name))),
  );
  const quick = textOf(get('d', asker('1.1.1.1', 'd'), png('d')));
  await endNext();
  await endNext();
  assert.equal(begun.slice(0, 2), ['a', 'd'], 'not behind all that another address asks for');
  assert.is(await quick, 'd');
  assert.is(await many[3], 'd');
  for (const _ of 'bc') await endNext();
  await Promise.all(many);
  assert.equal(begun, ['a', 'd', 'b', 'c']);
});

drawings('of a page with many widgets wait for those of other owners', async () => {
  const { get, begun, endNext } = byHand();
  const all = Array.from({ length: 1000 }, (_, at) =>
    textOf(get(`popular ${at}`, asker(`10.0.${at >> 8}.${at & 255}`, 'popular'), png('popular'))),
  );
  all.push(textOf(get('quiet', asker('1.1.1.1', 'quiet'), png('quiet'))));
  await endNext();
  assert.equal(begun, ['popular', 'quiet']);
  for (const _ of all) await endNext();
  await Promise.all(all);
});

drawings('of a network of addresses wait for those of other networks', async () => {
  const { get, begun, endNext } = byHand();
  const all = ['1', '2', '3'].map((number) =>
    textOf(get(number, asker(`2001:db8:1:${number}`, `owner ${number}`), png('network'))),
  );
  all.push(textOf(get('other', asker('1.1.1.1', 'quiet'), png('other'))));
  for (const _ of all) await endNext();
  await Promise.all(all);
  assert.equal(begun, ['network', 'other', 'network', 'network']);
});

drawings('are not drawn for visitors who have left', async () => {
  const { get, begun, endNext } = byHand();
  const leaving = new AbortController();
  const gone = asker('1.1.1.1', 'north', leaving.signal);
  const first = textOf(get('first', gone, png('first')));
  const alone = textOf(get('alone', gone, png('alone')));
  const shared = textOf(get('shared', gone, png('shared')));
  const stays = textOf(get('shared', asker('2.2.2.2', 'north'), png('shared')));
  leaving.abort();
  await new Promise(setImmediate);
  assert.equal([await alone, await shared], ['not_drawn', 'not_drawn']);
  await endNext();
  assert.is(await first, 'first', 'what has begun is kept for the next');
  await endNext();
  assert.is(await stays, 'shared');
  assert.equal(begun, ['first', 'shared']);
});

drawings(
  'that fail are a 503 for all who wait for them, and drawn again at the next request',
  async () => {
    const { get, begun, endNext } = byHand();
    const asked = ['1.1.1.1', '2.2.2.2'].map((client) =>
      textOf(get('same', asker(client, 'north'), png('same'))),
    );
    await endNext(new ChildFailed('late'));
    assert.equal(await Promise.all(asked), ['not_drawn', 'not_drawn']);
    const again = textOf(get('same', asker('1.1.1.1', 'north'), png('same')));
    await endNext();
    assert.is(await again, 'same');
    assert.equal(begun, ['same', 'same']);
  },
);

const rich = { facts: { ...facts, [northId]: { ...facts[northId], parts: richParts } } };

drawings('come from a child process, the same as from this one', async () => {
  const addresses = [
    '/widget/north-eurusd.png?size=preview',
    '/account/north-eurusd/tearsheet.pdf',
    '/account/north-eurusd/tearsheet.pdf?lang=de',
    '/favicon.ico',
  ];
  const answersOf = async (draw?: Draw): Promise<Buffer[]> => {
    const answers: Buffer[] = [];
    await withWorld(
      async ({ app }) => {
        for (const url of addresses) answers.push((await app.inject(url)).rawPayload);
      },
      { ...rich, ...(draw && { draw }) },
    );
    return answers;
  };
  const [drawnHere, drawnThere] = [await answersOf(), await answersOf(createDrawingChild())];
  for (const [at, url] of addresses.entries()) assert.equal(drawnThere[at], drawnHere[at], url);
});

drawings(
  'are a 503 with Retry-After if the process ends, without a secret in the log',
  async () => {
    let isBroken = true;
    const draw: Draw = async () => {
      if (isBroken) throw new ChildFailed('large');
      return { bytes: Buffer.from('drawn') };
    };
    const { log, lines: errors } = notedLog('error');
    await withWorld(
      async ({ app, apply, registry }) => {
        await apply(north, secret);
        const cookie = `__Host-session=${await openSession(registry, 'north-desk', 'Firefox', null)}`;
        const requests = [
          { url: '/widget/north-eurusd.png' },
          { url: '/account/north-eurusd/tearsheet.pdf' },
          { url: '/account/north-secret/tearsheet.pdf', headers: { cookie } },
          { url: '/favicon.ico', headers: { accept: 'text/html' } },
        ];
        for (const request of requests) {
          isBroken = true;
          const refused = await app.inject(request);
          assert.is(refused.statusCode, 503, request.url);
          assert.is(refused.headers['retry-after'], '5');
          assert.match(refused.body, 'We couldn’t draw this. Try again in a few seconds.');
          isBroken = false;
          assert.is((await app.inject(request)).statusCode, 200, request.url);
        }
        assert.is(errors.length, requests.length);
        for (const error of errors) assert.match(error, 'a child process failed: large');
      },
      { draw, log },
    );
  },
);

drawings.run();
