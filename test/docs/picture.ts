import { crc32 } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { inPackage } from '../../pipeline/base/package-root.ts';
import { withPage } from '../server/site/chromium.ts';

/** The README's picture. */
export const picture = inPackage('docs/account.png');

/** Collects the words of the first screen with their colours. Figures and days change daily. */
const looks = `[...document.querySelectorAll('header a, h1, .marks li, .tiles .label, .segment button, .contents a, #curve summary')]
  .map((node) => {
    const { color } = getComputedStyle(node);
    const words = node.innerText.split('\\n')[0].replaceAll(/\\d+ \\w+ \\d{4}/g, 'DAY').trim();
    return words + ' ' + color;
  }).join('\\n')`;

/** Opens the page that the picture shows. Returns how it looks, and the picture if it is wanted. */
export async function takePicture(
  browser: Browser,
  url: string,
  isWanted: boolean,
): Promise<{ readonly looks: string; readonly png: Buffer | null }> {
  const options = { colorScheme: 'light', viewport: { width: 1200, height: 1180 } } as const;
  let taken: { looks: string; png: Buffer | null } = { looks: '', png: null };
  await withPage(browser, url, options, async ({ page }) => {
    await page.goto('/account/north-eurusd', { waitUntil: 'networkidle' });
    // Scripts add both, after the page has come.
    for (const drawn of ['.segment button', '.u-over']) await page.locator(drawn).first().waitFor();
    taken = {
      looks: String(await page.evaluate(looks)),
      png: isWanted ? await page.screenshot() : null,
    };
  });
  return taken;
}

/** Bytes of a PNG up to the end of its header: 8 of the signature, 25 of the first chunk. */
const headEnd = 8 + 25;
/** Begin of a chunk of text in UTF-8, neither compressed nor in a language. */
const start = 'iTXtlooks\0\0\0\0\0';

/** Writes into a picture how the page looked of which it was taken. */
export function withLooks(png: Buffer, text: string): Buffer {
  const content = Buffer.from(start + text);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length - 4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, headEnd), length, content, sum, png.subarray(headEnd)]);
}

/** Reads from a picture how the page looked; empty if it doesn't say so. */
export function looksIn(png: Buffer): string {
  const end = headEnd + 8 + png.readUInt32BE(headEnd);
  const content = png.subarray(headEnd + 4, end).toString();
  return content.startsWith(start) ? content.slice(start.length) : '';
}
