import { closing, frame, opcodes } from './raw-socket.ts';

/** Frames of a client, and the server's expected frames by RFC 6455 and the calendar's rules. */
export interface FrameCase {
  readonly name: string;
  readonly sent: readonly Buffer[];
  /**
   * Expected frames, in order. If the connection stays open, the test asks for a pong and closes
   * it.
   */
  readonly expected: readonly string[];
}

const { text, binary, continuation, ping, pong, close } = opcodes;
const part = { isFinal: false };
const hex = (bytes: string): Buffer => Buffer.from(bytes.replaceAll(' ', ''), 'hex');
const pongOf = (payload: Buffer | string): string =>
  `pong frame ${Buffer.from(payload).toString('hex')}`;
const protocolError = ['close 1002'];
const badText = ['close 1007'];
const tooBig = ['close 1009'];

/** Makes a query of this many bytes, with empty parts. */
const sized = (bytes: number): string => (bytes === 0 ? '' : 'days=1'.padEnd(bytes, '&'));

const sizes: FrameCase[] = [
  ...[0, 125, 126, 127, 128, 4096].map((bytes) => ({
    name: `1.1: text of ${bytes} bytes`,
    sent: [frame(text, sized(bytes))],
    expected: ['body'],
  })),
  ...[4097, 16_384].map((bytes) => ({
    name: `1.1: text of ${bytes} bytes, more than a message may have`,
    sent: [frame(text, sized(bytes))],
    expected: ['error'],
  })),
  ...[16_385, 65_535, 65_536].map((bytes) => ({
    name: `1.1: text of ${bytes} bytes, more than is read at all`,
    sent: [frame(text, sized(bytes))],
    expected: tooBig,
  })),
  ...[0, 125, 126, 127, 128, 16_384].map((bytes) => ({
    name: `1.2: binary of ${bytes} bytes`,
    sent: [frame(binary, Buffer.alloc(bytes, 0xfe))],
    expected: ['error'],
  })),
  ...[65_535, 65_536].map((bytes) => ({
    name: `1.2: binary of ${bytes} bytes`,
    sent: [frame(binary, Buffer.alloc(bytes, 0xfe))],
    expected: tooBig,
  })),
];

const pings: FrameCase[] = [
  ...['', 'Hello, world!', hex('00 ff fe fd fc fb 00 ff'), Buffer.alloc(125, 0xfe)].map(
    (payload) => ({
      name: `2: ping of ${payload.length} bytes`,
      sent: [frame(ping, payload)],
      expected: [pongOf(payload)],
    }),
  ),
  {
    name: '2.5: ping of 126 bytes',
    sent: [frame(ping, Buffer.alloc(126))],
    expected: protocolError,
  },
  { name: '2.7: pong nobody asked for', sent: [frame(pong)], expected: [] },
  { name: '2.8: pong with a payload', sent: [frame(pong, 'unasked')], expected: [] },
  {
    name: '2.9: pong, then ping',
    sent: [frame(pong, 'unasked'), frame(ping, 'asked')],
    expected: [pongOf('asked')],
  },
  {
    name: '2.10: ten pings',
    sent: Array.from({ length: 10 }, (_, at) => frame(ping, `p${at}`)),
    expected: Array.from({ length: 10 }, (_, at) => pongOf(`p${at}`)),
  },
];

const reserved: FrameCase[] = [1, 2, 3, 4, 5, 6, 7].flatMap((bits) => [
  {
    name: `3: reserved bits ${bits} in text`,
    sent: [frame(text, 'ping', { reserved: bits })],
    expected: protocolError,
  },
  {
    name: `3: reserved bits ${bits} after a good message`,
    sent: [frame(text, ''), frame(text, 'ping', { reserved: bits })],
    expected: ['body', ...protocolError],
  },
  {
    name: `3: reserved bits ${bits} in a ping`,
    sent: [frame(ping, 'x', { reserved: bits })],
    expected: protocolError,
  },
  {
    name: `3: reserved bits ${bits} in a close`,
    sent: [frame(close, '', { reserved: bits })],
    expected: protocolError,
  },
  {
    name: `3: reserved bits ${bits} in a continuation`,
    sent: [frame(text, 'pi', part), frame(continuation, 'ng', { reserved: bits })],
    expected: protocolError,
  },
]);

const unknownOpcodes: FrameCase[] = [3, 4, 5, 6, 7, 11, 12, 13, 14, 15].flatMap((opcode) => [
  { name: `4: opcode ${opcode}`, sent: [frame(opcode)], expected: protocolError },
  { name: `4: opcode ${opcode}, payload`, sent: [frame(opcode, 'x')], expected: protocolError },
  {
    name: `4: opcode ${opcode} amid a message`,
    sent: [frame(text, 'pi', part), frame(opcode, 'x'), frame(continuation, 'ng')],
    expected: protocolError,
  },
]);

const fragments = (count: number): Buffer[] => [
  frame(text, 'days=1', part),
  ...Array.from({ length: count - 2 }, () => frame(continuation, '&', part)),
  frame(continuation, '&'),
];

const fragmented: FrameCase[] = [
  { name: '5.1: ping in parts', sent: [frame(ping, 'x', part)], expected: protocolError },
  { name: '5.2: pong in parts', sent: [frame(pong, 'x', part)], expected: protocolError },
  { name: '5: close in parts', sent: [frame(close, '', part)], expected: protocolError },
  {
    name: '5.3: text in two parts',
    sent: [frame(text, 'pi', part), frame(continuation, 'ng')],
    expected: ['pong'],
  },
  {
    name: '5.6: ping between the parts of a text',
    sent: [frame(text, 'pi', part), frame(ping, 'between'), frame(continuation, 'ng')],
    expected: [pongOf('between'), 'pong'],
  },
  {
    name: '5.19: pings between five parts',
    sent: [
      frame(text, 'p', part),
      frame(continuation, 'i', part),
      frame(ping, 'one'),
      frame(continuation, 'n', part),
      frame(ping, 'two'),
      frame(continuation, '', part),
      frame(continuation, 'g'),
    ],
    expected: [pongOf('one'), pongOf('two'), 'pong'],
  },
  ...[true, false].map((isFinal) => ({
    name: `5.9: continuation of nothing, ${isFinal ? 'final' : 'not final'}`,
    sent: [frame(continuation, 'x', { isFinal }), frame(text, 'ping')],
    expected: protocolError,
  })),
  {
    name: '5.15: continuation after a whole message',
    sent: [frame(text, 'days=', part), frame(continuation, '1'), frame(continuation, 'y', part)],
    expected: ['body', ...protocolError],
  },
  ...[text, binary].map((opcode) => ({
    name: `5.18: opcode ${opcode} amid a message`,
    sent: [frame(text, 'pi', part), frame(opcode, 'ng')],
    expected: protocolError,
  })),
  {
    name: '5: binary in two parts',
    sent: [frame(binary, 'x', part), frame(continuation, 'y')],
    expected: ['error'],
  },
  {
    name: '5: parts that are empty',
    sent: [frame(text, '', part), frame(continuation, '', part), frame(continuation)],
    expected: ['body'],
  },
  { name: '5: sixteen parts', sent: fragments(16), expected: ['body'] },
  { name: '5: seventeen parts', sent: fragments(17), expected: ['close 1008'] },
  {
    name: '5: parts that are too big together',
    sent: [frame(text, sized(10_000), part), frame(continuation, sized(10_000))],
    expected: tooBig,
  },
];

const goodTexts: readonly [name: string, bytes: Buffer][] = [
  ['Greek', hex('ce ba e1 bd b9 cf83 ce bc ce b5')],
  ['U+0000', hex('00')],
  ['U+007F', hex('7f')],
  ['U+0080', hex('c2 80')],
  ['U+07FF', hex('df bf')],
  ['U+0800', hex('e0 a0 80')],
  ['U+D7FF', hex('ed 9f bf')],
  ['U+E000', hex('ee 80 80')],
  ['U+FFFD', hex('ef bf bd')],
  ['U+FFFE, no character', hex('ef bf be')],
  ['U+10000', hex('f0 90 80 80')],
  ['U+10FFFF', hex('f4 8f bf bf')],
];

const badTexts: readonly [name: string, bytes: Buffer][] = [
  ['a surrogate amid Greek', hex('ce ba e1 bd b9 cf 83 ce bc ce b5 ed a0 80 65 64 69 74')],
  ['U+D800', hex('ed a0 80')],
  ['U+DFFF', hex('ed bf bf')],
  ['a pair of surrogates', hex('ed a0 80 ed b0 80')],
  ['U+110000', hex('f4 90 80 80')],
  ['five bytes', hex('f8 88 80 80 80')],
  ['six bytes', hex('fc 84 80 80 80 80')],
  ['FE', hex('fe')],
  ['FF', hex('ff')],
  ['a lone continuation', hex('80')],
  ['two continuations', hex('bf 80')],
  ['a start alone', hex('c3')],
  ['two of three bytes', hex('e2 82')],
  ['three of four bytes', hex('f0 9f 98')],
  ['a start before a space', hex('c0 20')],
  ['slash in two bytes', hex('c0 af')],
  ['slash in three', hex('e0 80 af')],
  ['slash in four', hex('f0 80 80 af')],
  ['U+0000 in two bytes', hex('c0 80')],
  ['U+007F in two bytes', hex('c1 bf')],
  ['U+07FF in three bytes', hex('e0 9f bf')],
  ['U+FFFF in four bytes', hex('f0 8f bf bf')],
];

/** An unknown name, which is refused once the text is read. */
const start = Buffer.from('a=');
const texts: FrameCase[] = [
  ...goodTexts.map(([name, bytes]) => ({
    name: `6: ${name}`,
    sent: [frame(text, Buffer.concat([start, bytes]))],
    expected: ['error'],
  })),
  ...goodTexts.map(([name, bytes]) => ({
    name: `6: ${name}, a byte a part`,
    sent: [
      frame(text, start, part),
      ...[...bytes].map((byte) => frame(continuation, Buffer.from([byte]), part)),
      frame(continuation),
    ],
    expected: ['error'],
  })),
  ...badTexts.map(([name, bytes]) => ({
    name: `6: ${name}`,
    sent: [frame(text, Buffer.concat([start, bytes]))],
    expected: badText,
  })),
  ...badTexts.map(([name, bytes]) => ({
    name: `6: ${name}, in parts`,
    sent: [
      frame(text, Buffer.concat([start, bytes.subarray(0, 1)]), part),
      frame(continuation, bytes.subarray(1)),
    ],
    expected: badText,
  })),
];

const goodCodes = [1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 3000, 3999, 4000, 4999];
const badCodes = [0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65_535];

const closes: FrameCase[] = [
  { name: '7.3.1: close without a code', sent: [frame(close)], expected: ['close without a code'] },
  { name: '7.3.2: close of one byte', sent: [frame(close, 'x')], expected: protocolError },
  ...goodCodes.map((code) => ({
    name: `7.7: close with ${code}`,
    sent: [frame(close, closing(code))],
    expected: [`close ${code}`],
  })),
  ...badCodes.map((code) => ({
    name: `7.9: close with ${code}`,
    sent: [frame(close, closing(code))],
    expected: protocolError,
  })),
  {
    name: '7.3.5: close with a reason of 123 bytes',
    sent: [frame(close, closing(1000, '*'.repeat(123)))],
    expected: ['close 1000'],
  },
  {
    name: '7.3.6: close with a reason of 124 bytes',
    sent: [frame(close, closing(1000, '*'.repeat(124)))],
    expected: protocolError,
  },
  {
    name: '7.5: close with a reason that is no UTF-8',
    sent: [frame(close, closing(1000, hex('ce ba ed a0 80')))],
    expected: badText,
  },
  {
    name: '7.1: what comes after a close',
    sent: [frame(close, closing(1000)), frame(ping, 'x'), frame(text, 'ping'), frame(close)],
    expected: ['close 1000'],
  },
  {
    name: '7.1: close amid a message',
    sent: [frame(text, 'pi', part), frame(close, closing(1000)), frame(continuation, 'ng')],
    expected: ['close 1000'],
  },
];

const masks: FrameCase[] = [
  ...[text, binary, ping, pong, close].map((opcode) => ({
    name: `mask: opcode ${opcode} without`,
    sent: [frame(opcode, opcode === close ? closing(1000) : 'x', { mask: null })],
    expected: protocolError,
  })),
  {
    name: 'mask: all zeros',
    sent: [frame(text, 'ping', { mask: Buffer.alloc(4) })],
    expected: ['pong'],
  },
  {
    name: 'mask: all ones',
    sent: [frame(text, 'ping', { mask: Buffer.alloc(4, 0xff) })],
    expected: ['pong'],
  },
];

const lengths: FrameCase[] = [16_385n, 2n ** 32n, 2n ** 53n, 2n ** 63n, 2n ** 64n - 1n].map(
  (declared) => ({
    name: `length: ${declared} bytes declared, none sent`,
    sent: [frame(text, '', { declared })],
    expected: tooBig,
  }),
);

/** Cases, grouped as in the Autobahn test suite, whose own server only echoes. */
export const frameCases: readonly FrameCase[] = [
  ...sizes,
  ...pings,
  ...reserved,
  ...unknownOpcodes,
  ...fragmented,
  ...texts,
  ...closes,
  ...masks,
  ...lengths,
];
