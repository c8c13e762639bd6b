/**
 * Checks the session before a file is sent. If it has ended, the page keeps the chosen file and
 * links to the sign-in in another tab.
 */
export function checkSessionBeforeUpload(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[enctype="multipart/form-data"]');
  for (const form of forms) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const problem = await problemWith(form.action);
      if (problem === null) form.submit();
      else alertIn(form).replaceChildren(...problem);
    });
  }
}

/** Returns the reason why nothing can be sent to an address; null if it can. */
async function problemWith(address: string): Promise<(string | Node)[] | null> {
  const request: RequestInit = { method: 'HEAD', redirect: 'manual', cache: 'no-store' };
  const answer = await fetch(address, request).catch(() => null);
  if (answer === null)
    return ['We can’t reach the server. Your file is still selected: try again.'];
  if (answer.type !== 'opaqueredirect') return null;
  const link = document.createElement('a');
  link.href = `/me/sign-in?next=${encodeURIComponent(new URL(address).pathname)}`;
  link.target = '_blank';
  link.textContent = 'Sign in in another tab';
  return [
    'Your session has ended and nothing was sent. ',
    link,
    ', then come back and press the button again. Your file is still selected here.',
  ];
}

function alertIn(form: HTMLFormElement): Element {
  const known = form.querySelector('[role=alert]');
  if (known) return known;
  const alert = document.createElement('p');
  alert.className = 'notice gap';
  alert.setAttribute('role', 'alert');
  form.prepend(alert);
  return alert;
}
