import { inPackage } from '../../pipeline/base/package-root.ts';
import { chromiumPath, withPage } from '../server/site/chromium.ts';
import { openDemoSite } from '../server/site/demo-site.ts';

// Takes the README's screenshot: the page of a demo account, in this machine's Chromium.

const file = inPackage('docs/account.png');

if (chromiumPath === null) throw new Error('there is no Chromium (apt-get install chromium)');
const site = await openDemoSite(chromiumPath);
try {
  const options = { colorScheme: 'light', viewport: { width: 1200, height: 1180 } } as const;
  await withPage(site.browser, site.url, options, async ({ page }) => {
    await page.goto('/account/north-eurusd', { waitUntil: 'networkidle' });
    await page.screenshot({ path: file });
  });
} finally {
  await site.close();
}
console.log(`written: ${file}`);
