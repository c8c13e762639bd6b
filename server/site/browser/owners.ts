import type { FormatWords } from '../language/format.ts';
import { readBlock } from './curve-data.ts';
import { localiseTimes } from './local-times.ts';
import { offerPasskeys } from './passkeys.ts';
import { checkSessionBeforeUpload } from './uploads.ts';

/** Words of the button that copies a text. */
interface CopyWords {
  readonly copy: string;
  readonly copied: string;
  /** Instruction for a browser that doesn't let the page copy. */
  readonly byHand: string;
}

/** Adds a button to every secret text that copies it. */
function addCopyButtons(): void {
  const copying = readBlock<CopyWords>('copy-words');
  if (copying === null) return;
  const texts = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.secret');
  for (const text of texts) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy pill';
    button.textContent = copying.copy;
    const label = text.labels?.[0]?.firstChild?.textContent ?? '';
    button.setAttribute('aria-label', `${copying.copy}: ${label}`);
    button.addEventListener('click', async () => {
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
        button.textContent = copying.copied;
      } catch {
        // Copying failed, but the text is selected.
        button.textContent = copying.byHand;
      }
    });
    (text.closest('label') ?? text).after(button);
  }
}

/** Shows the widget with the chosen look at once, without a new page. */
function previewWidget(): void {
  const form = document.querySelector<HTMLFormElement>('#look');
  if (form === null) return;
  form.querySelector('button')?.remove();
  let latest = 0;
  form.addEventListener('change', async ({ target }) => {
    // Another language changes the whole page.
    if (target instanceof HTMLSelectElement && target.name === 'lang') return form.submit();
    latest += 1;
    const turn = latest;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const answer = await fetch(`${form.action}?${new URLSearchParams(fields)}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const made = page.querySelector('#made');
    if (turn !== latest || made === null) return;
    document.querySelector('#made')?.replaceWith(made);
    addCopyButtons();
  });
}

addCopyButtons();
previewWidget();
offerPasskeys();
checkSessionBeforeUpload();

const words = readBlock<FormatWords>('format-words');
if (words !== null) localiseTimes(words);
