/**
 * Checks the session before a file is sent. If it has ended, the page keeps the chosen file and
 * links to the sign-in in another tab.
 */
export function checkSessionBeforeUpload(): void {
  const forms = document.querySelectorAll<HTMLFormElement>('form[enctype="multipart/form-data"]');
  for (const form of forms) {
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const button = form.querySelector('button');
      if (button) button.disabled = true;
      alertIn(form).replaceChildren(form.dataset.sending ?? '');
      const problem = await problemWith(form);
      if (problem === null) return form.submit();
      if (button) button.disabled = false;
      alertIn(form).replaceChildren(...problem);
    });
  }
}

/** Returns why a form can't be sent now; null if it can. */
async function problemWith({
  action,
  dataset,
}: HTMLFormElement): Promise<(string | Node)[] | null> {
  const request: RequestInit = { method: 'HEAD', redirect: 'manual', cache: 'no-store' };
  const answer = await fetch(action, request).catch(() => null);
  if (answer === null) return [dataset.offline ?? ''];
  if (answer.type !== 'opaqueredirect') return null;
  const link = document.createElement('a');
  link.href = `/me/sign-in?next=${encodeURIComponent(new URL(action).pathname)}`;
  link.target = '_blank';
  link.textContent = dataset.signIn ?? '';
  const [before = '', after = ''] = (dataset.ended ?? '').split('{signIn}');
  return [before, link, after];
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
