import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import type { Test } from 'uvu';

/** The shell without windows comes first: with it, tests take a quarter less processor time. */
const places = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Path of an account that does not exist. */
export const nobody = '/account/nobody';

/** Chromium of this machine; null if it is not installed. */
export const chromiumPath = places.find((path) => existsSync(path)) ?? null;

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 0,
  });

/**
 * Registers tests that need Chromium, with what they open before and close afterwards. Where it is
 * not installed, they are skipped, which the output says.
 */
export function inChromium(
  tested: Test,
  name: string,
  open: (path: string) => Promise<() => void | Promise<void>>,
  tests: () => void,
): void {
  if (chromiumPath === null) {
    console.log(`skipped: ${name}, for want of chromium (apt-get install chromium)`);
    return;
  }
  const path = chromiumPath;
  let close: (() => void | Promise<void>) | undefined;
  tested.before(async () => {
    close = await open(path);
  });
  tested.after(() => close?.());
  tests();
}

/** A page, with all unexpected events on it. */
export interface Watched {
  readonly page: Page;
  /** Errors, warnings, violated policies, and requests to other hosts. */
  readonly faults: string[];
  /** Received bytes, by the headers of the answers. */
  readonly received: () => number;
}

/** Calls `work` with a new page. Fails if anything unexpected happened on it. */
export async function withPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  work: (watched: Watched) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  // Without a limit of its own, on any machine: the file of tests has one.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const faults: string[] = [];
  let bytes = 0;
  page.on('console', (message) => {
    // A browser reports every 404 as an error, even of a page that should be missing.
    const isExpected = message.location().url.endsWith(nobody);
    if (['error', 'warning'].includes(message.type()) && !isExpected) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('dialog', (dialog) => {
    faults.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    const { host } = new URL(request.url());
    if (host !== new URL(origin).host) faults.push(`request to ${request.url()}`);
  });
  page.on('response', (response) => {
    bytes += Number(response.headers()['content-length'] ?? 0);
  });
  try {
    await work({ page, faults, received: () => bytes });
    if (faults.length > 0) throw new Error(`${page.url()}: ${faults.join('; ')}`);
  } finally {
    await context.close();
  }
}
