import { type Html, html } from '../../site/html.ts';
import { fill } from '../../site/language/fill.ts';
import type { PageWords } from '../page-request.ts';

const code = (text: string): Html => html`<code>${text}</code>`;
const keyVariable = code('TRACKRECORD_CONNECTION_KEY');

/** Setup steps for MetaTrader 4 or 5, which differ only in the names of folders and files. */
function terminal({ words: { senders }, context }: PageWords, version: 4 | 5): Html {
  const { terminal: texts } = senders;
  const file = `Trackrecord.mq${version}`;
  const address = code(context.site.baseUrl);
  const download = {
    file: html`<a href="/me/senders/${file}">${file}</a>`,
    folder: code(`MQL${version}/Experts`),
  };
  return html`<ol><li>${fill(texts.download, download)}</li>
<li>${texts.compile}</li>
<li>${fill(texts.allow, { address })}</li>
<li>${fill(texts.drag, { address, server: code('InpServer'), key: code('InpKey') })}</li>
<li>${texts.sends}</li></ol>`;
}

/** Setup steps for each platform that can send data. */
export function steps(page: PageWords): Html {
  const { senders } = page.words;
  const { ctrader, program } = senders;
  const { baseUrl } = page.context.site;
  const push = `trackrecord push --watch FOLDER --account-id cTrader:NUMBER@BROKER --to ${baseUrl}`;
  const rows = {
    call: code(`POST ${baseUrl}/connect/v1/facts`),
    header: code('Authorization: Bearer KEY'),
  };
  const python = {
    file: html`<a href="/me/senders/trackrecord.py">trackrecord.py</a>`,
    variable: keyVariable,
    command: code(`python3 trackrecord.py ${baseUrl} rows.ndjson`),
  };
  const upload = html`<a href="/me/add">${ctrader.upload}</a>`;
  const receipt = code(`${baseUrl}/connect/v1/receipts/RECEIPT`);
  return html`<details class="more"><summary>MetaTrader 5</summary>${terminal(page, 5)}</details>
<details class="more"><summary>MetaTrader 4</summary>${terminal(page, 4)}<p class="hint">${senders.terminal.history}</p></details>
<details class="more"><summary>cTrader</summary><ol><li>${ctrader.save}</li>
<li>${fill(ctrader.push, { variable: keyVariable, command: code(push) })}</li>
<li>${fill(ctrader.without, { upload })}</li></ol></details>
<details class="more"><summary>${senders.ownProgram}</summary><ol><li>${fill(program.rows, rows)}</li>
<li>${fill(program.python, python)}</li>
<li>${program.again}</li>
<li>${fill(program.receipt, { address: receipt })}</li></ol></details>`;
}
