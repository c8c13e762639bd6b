import { existsSync } from 'node:fs';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The page of an account that does not exist. */
export const nobody = '/account/nobody';

/** Chromium of this machine; null if it is not installed. */
export const chromiumPath = places.find((path) => existsSync(path)) ?? null;

export const launch = (executablePath: string): Promise<Browser> =>
  chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
    timeout: 0,
  });

/** A page and everything about it that should not have happened. */
export interface Watched {
  readonly page: Page;
  /** Errors, warnings, broken policies and requests to other hosts. */
  readonly faults: string[];
  /** Bytes that came over the wire, as the answers say. */
  readonly received: () => number;
}

/** Runs `work` on a page of its own and fails when anything went wrong on it. */
export async function withPage(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions,
  work: (watched: Watched) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ baseURL: origin, ...options });
  // Whatever does not come ends with the file of tests, however busy the machine.
  context.setDefaultTimeout(0);
  const page = await context.newPage();
  const faults: string[] = [];
  let bytes = 0;
  page.on('console', (message) => {
    // A browser reports every 404 as an error, even if a page is expected to be missing.
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
