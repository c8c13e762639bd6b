import { offerPasskeys } from './passkeys.ts';
import { keepFiles } from './uploads.ts';

/** Gives every text that is there to be taken a button that copies it. */
function offerCopies(): void {
  const texts = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('.secret');
  for (const text of texts) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', `Copy: ${text.labels?.[0]?.firstChild?.textContent ?? ''}`);
    button.addEventListener('click', async () => {
      text.select();
      try {
        await navigator.clipboard.writeText(text.value);
        button.textContent = 'Copied';
      } catch {
        // It is selected at least.
        button.textContent = 'Press Ctrl+C';
      }
    });
    (text.closest('label') ?? text).after(button);
  }
}

/** Shows a widget as it is chosen, without another page in between. */
function showWhatIsChosen(): void {
  const form = document.querySelector<HTMLFormElement>('#look');
  if (form === null) return;
  form.querySelector('button')?.remove();
  let latest = 0;
  form.addEventListener('change', async () => {
    latest += 1;
    const turn = latest;
    const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
    const answer = await fetch(`${form.action}?${new URLSearchParams(fields)}`);
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const made = page.querySelector('#made');
    if (turn !== latest || made === null) return;
    document.querySelector('#made')?.replaceWith(made);
    offerCopies();
  });
}

offerCopies();
showWhatIsChosen();
offerPasskeys();
keepFiles();
