import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { withDesk } from '../world.ts';
import { closing, describe, frame, opcodes, openRaw } from './raw-socket.ts';

const frames = suite('calendar frames');

const { text, binary, continuation, ping, pong, close } = opcodes;
const part = { isFinal: false };
const badText = Buffer.from('a=\xed\xa0\x80', 'latin1');
const protocolError = ['close 1002'];
const tooBig = ['close 1009'];

/** Makes a query of this many bytes, with empty parts. */
const sized = (bytes: number): string => 'days=1'.padEnd(bytes, '&');

const fragments = (count: number): Buffer[] => [
  frame(text, 'days=1', part),
  ...Array.from({ length: count - 2 }, () => frame(continuation, '&', part)),
  frame(continuation, '&'),
];

type Case = readonly [name: string, sent: readonly Buffer[], expected: readonly string[]];

/** Frames of a client, and the expected frames of the server, in order. */
const cases: readonly Case[] = [
  ['an empty text', [frame(text)], ['body']],
  ['the longest message', [frame(text, sized(4096))], ['body']],
  ['more than a message may have', [frame(text, sized(4097))], ['error']],
  ['the most that is read', [frame(text, sized(16_384))], ['error']],
  ['more than is read', [frame(text, sized(16_385))], tooBig],
  ['binary', [frame(binary, 'x')], ['error']],
  ['binary in two parts', [frame(binary, 'x', part), frame(continuation, 'y')], ['error']],
  ['too much binary', [frame(binary, Buffer.alloc(16_385))], tooBig],
  ['a length that is declared', [frame(text, '', { declared: 16_385n })], tooBig],
  ['the largest length', [frame(text, '', { declared: 2n ** 64n - 1n })], tooBig],
  [
    'ten pings',
    Array.from({ length: 10 }, (_, at) => frame(ping, `${at}`)),
    Array.from({ length: 10 }, (_, at) => `pong frame 3${at}`),
  ],
  ['a pong that nobody asked for', [frame(pong, 'x'), frame(ping, 'y')], ['pong frame 79']],
  ['two parts', [frame(text, 'pi', part), frame(continuation, 'ng')], ['pong']],
  [
    'a ping between two parts',
    [frame(text, 'pi', part), frame(ping, 'x'), frame(continuation, 'ng')],
    ['pong frame 78', 'pong'],
  ],
  ['empty parts', [frame(text, '', part), frame(continuation)], ['body']],
  ['sixteen parts', fragments(16), ['body']],
  ['seventeen parts', fragments(17), ['close 1008']],
  [
    'parts that are too big together',
    [frame(text, sized(10_000), part), frame(continuation, sized(10_000))],
    tooBig,
  ],
  ['a reserved bit', [frame(text, ''), frame(text, '', { reserved: 4 })], ['body', 'close 1002']],
  ['an opcode that means nothing', [frame(3)], protocolError],
  ['a part of nothing', [frame(continuation, 'x')], protocolError],
  ['no mask', [frame(text, 'ping', { mask: null })], protocolError],
  ['no UTF-8', [frame(text, badText)], ['close 1007']],
  ['a close without a code', [frame(close)], ['close without a code']],
  ['a close with a code', [frame(close, closing(4999))], ['close 4999']],
  ['a close with a code of nobody', [frame(close, closing(999))], protocolError],
  [
    'what comes after a close',
    [frame(close, closing(1000)), frame(ping, 'x'), frame(text, 'ping')],
    ['close 1000'],
  ],
];

const parting = [frame(text, 'ping'), frame(close, closing(1000))];

for (const [packets, chop] of [
  ['in one packet', (bytes: Buffer) => [bytes]],
  ['in a packet a byte', (bytes: Buffer) => [...bytes].map((byte) => Buffer.from([byte]))],
] as const) {
  frames(`that are right are answered, and wrong ones end the connection, ${packets}`, async () => {
    await withDesk(async ({ open }) => {
      const url = await open();
      for (const [name, sent, expected] of cases) {
        const isClosing = expected.some((words) => words.startsWith('close'));
        const bytes = Buffer.concat([...sent, ...(isClosing ? [] : parting)]);
        if (packets !== 'in one packet' && bytes.length > 200) continue;
        const raw = await openRaw(url);
        for (const piece of chop(bytes)) raw.socket.write(piece);
        const received = (await raw.ended).map(describe);
        assert.equal(received, isClosing ? expected : [...expected, 'pong', 'close 1000'], name);
      }
    });
  });
}

frames.run();
