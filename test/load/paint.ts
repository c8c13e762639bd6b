import { parseArgs } from 'node:util';
import type { Browser } from 'playwright-core';
import { chromiumPath } from '../server/site/chromium.ts';
import { openDemoSite } from '../server/site/demo-site.ts';

// Measures how soon the largest part of a page is painted on a slow connection, without a cache:
//
//     node dist/test/load/paint.js --kilobits 400 --latency 100
//
// Fails if the best of five rounds takes over a second, so that other programs count less.

const { values } = parseArgs({
  options: {
    kilobits: { type: 'string', default: '400' },
    latency: { type: 'string', default: '0' },
  },
});
const maxMilliseconds = 1000;
const rounds = 5;
/** Milliseconds in which scripts draw their charts after a page has loaded. */
const settles = 1000;
const paths = [
  ...['/', '/account/north-eurusd', '/account/north-all', '/calendar'],
  '/compare?slug=north-eurusd,north-gold,asia-range,north-scalper',
];

/**
 * Resolves to the time of the largest paint so far, in milliseconds since the address was entered.
 */
const largest = `new Promise((resolve) => new PerformanceObserver((list) =>
  resolve(list.getEntries().at(-1).startTime)).observe({ type: 'largest-contentful-paint', buffered: true }))`;

async function paintedAt(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 360, height: 800 } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const throughput = (Number(values.kilobits) * 1000) / 8;
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: Number(values.latency),
    downloadThroughput: throughput,
    uploadThroughput: throughput,
  });
  // The calendar keeps a connection, so its network is never idle.
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(settles);
  const took = Number(await page.evaluate(largest));
  await context.close();
  return took;
}

if (chromiumPath === null) console.log('skipped: no chromium');
else {
  const site = await openDemoSite(chromiumPath);
  try {
    for (const path of paths) {
      const all: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        all.push(await paintedAt(site.browser, site.url + path));
      }
      const best = Math.min(...all);
      console.log(`${path}: ${all.map((item) => Math.round(item)).join(', ')} ms`);
      if (best > maxMilliseconds) process.exitCode = 1;
    }
  } finally {
    await site.close();
  }
}
