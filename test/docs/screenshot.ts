import { writeFileSync } from 'node:fs';
import { chromiumPath } from '../server/site/chromium.ts';
import { openDemoSite } from '../server/site/demo-site.ts';
import { picture, takePicture, withLooks } from './picture.ts';

// Takes the README's screenshot: the page of a demo account, in this machine's Chromium.

if (chromiumPath === null) throw new Error('there is no Chromium (apt-get install chromium)');
const site = await openDemoSite(chromiumPath);
try {
  const { png, looks } = await takePicture(site.browser, site.url, true);
  if (png !== null) writeFileSync(picture, withLooks(png, looks));
} finally {
  await site.close();
}
console.log(`written: ${picture}`);
