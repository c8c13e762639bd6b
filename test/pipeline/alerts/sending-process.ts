import { createMails } from '../../../pipeline/alerts/mail.ts';
import { createSending } from '../../../pipeline/alerts/sending.ts';
import { dataDirectory } from '../../../pipeline/base/data-directory.ts';
import { silentLog } from '../../../pipeline/base/log.ts';
import { openRegistry } from '../../../pipeline/registry/registry.ts';
import { mailWordsIn } from '../../../server/language/catalogues.ts';

// Used by kills.test.ts, which kills it: sends the waiting messages of a registry to a mail server.
const [directory = '', port = '', instant = ''] = process.argv.slice(2);
const registry = await openRegistry({
  dataDir: dataDirectory(directory),
  clock: () => new Date(instant),
});
const email = createMails({
  smtpUrl: `smtp://127.0.0.1:${port}`,
  from: 'alerts@records.example',
  baseUrl: () => 'https://records.example',
  wordsIn: mailWordsIn,
});
const senders = { email, webhook: null };
const sending = createSending({ registry, senders, log: silentLog });
await sending.send();
await sending.ended();
await registry.close();
