import { deflateSync } from 'node:zlib';
import { testAlertTarget } from '../../../pipeline/registry/alert-targets.ts';
import { png } from '../../server/owners/sample-pictures.ts';
import { hundredths } from '../figures.ts';
import type { HostileServer } from './server.ts';
import type { HostileWorld } from './world.ts';

const attacker = '10.6.6.6';

/** An SVG of 0.7 MB with a dashed line, which takes long to draw. */
function hostileSvg(): Buffer {
  const curves = 'c9 0 9 9 0 9'.repeat(58_000);
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path stroke="#000" stroke-dasharray="0.01" d="M0 0${curves}"/></svg>`,
  );
}

const pixelsOf = (megabytes: number): Buffer => deflateSync(Buffer.alloc(megabytes * 2 ** 20));

/** Makes the files before anything is measured, since that takes seconds. */
export function createBombs(): readonly [refused: readonly Buffer[], drawn: readonly Buffer[]] {
  const svg = hostileSvg();
  // Whole pixels of the largest size, and much more than the header says.
  const largest = png(3000, 3000, undefined, { bytes: pixelsOf(9) });
  const beyond = png(3000, 3000, undefined, { bytes: pixelsOf(512) });
  return [
    [svg, svg, svg, png(60_000, 60_000)],
    [largest, beyond, largest, beyond],
  ];
}

/** Uploads each file as another owner, four at once. Tells how long each took. */
export async function bombs(
  server: HostileServer,
  { sessions }: HostileWorld,
  [refused, drawn]: ReturnType<typeof createBombs>,
): Promise<string> {
  const upload = async (session: string, file: Buffer): Promise<string> => {
    const begin = performance.now();
    const boundary = 'a-boundary-that-nothing-holds';
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="picture"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
    const status = await server.ask({
      path: '/me/settings/picture',
      method: 'POST',
      headers: {
        cookie: `session=${session}`,
        'sec-fetch-site': 'same-origin',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: Buffer.concat([Buffer.from(head), file, Buffer.from(`\r\n--${boundary}--\r\n`)]),
      from: attacker,
    });
    return `${status} after ${hundredths((performance.now() - begin) / 1000)} s`;
  };
  const all = async (files: readonly Buffer[]): Promise<string> => {
    const answers = files.map((file, at) => upload(sessions[at] ?? '', file));
    return (await Promise.all(answers)).join(', ');
  };
  return `${await all(refused)}; ${await all(drawn)}`;
}

/** Sends a test to 25 webhooks that never answer. The tries of their owners last half a minute. */
export async function silentHooks(
  _server: HostileServer,
  { registry, silent }: HostileWorld,
): Promise<string> {
  for (const { owner, id } of silent) await testAlertTarget(registry, owner, id);
  return `${silent.length} messages wait`;
}

/** Asks for 60 tear sheets and 60 images at once, from one address. Tells how long it took. */
export async function drawings(server: HostileServer): Promise<string> {
  const begin = performance.now();
  const paths = Array.from({ length: 60 }, (_, at) => [
    `/account/bench-${at}/tearsheet.pdf`,
    `/widget/bench-${60 + at}.png?size=large`,
  ]).flat();
  const statuses = await Promise.all(paths.map((path) => server.ask({ path, from: attacker })));
  const drawn = statuses.filter((status) => status === 200).length;
  const seconds = hundredths((performance.now() - begin) / 1000);
  return `${drawn} of ${paths.length} drawn after ${seconds} s`;
}
