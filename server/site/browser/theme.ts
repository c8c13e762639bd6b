// Runs before the first paint, so it is not a module; the block keeps its names private.
{
  const root = document.documentElement;
  const key = 'theme';
  const names = ['light', 'dark'] as const;

  const chosenTheme = (): (typeof names)[number] | null => {
    try {
      return names.find((name) => name === localStorage.getItem(key)) ?? null;
    } catch {
      return null; // Storage is blocked: the system theme counts.
    }
  };

  const currentTheme = () =>
    chosenTheme() ?? (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

  const apply = (): void => {
    const name = chosenTheme();
    if (name === null) delete root.dataset.theme;
    else root.dataset.theme = name;
  };

  const offer = (button: HTMLElement): void => {
    const { light = '', lightLabel = '', dark = '', darkLabel = '' } = button.dataset;
    const [text, label] = currentTheme() === 'dark' ? [light, lightLabel] : [dark, darkLabel];
    button.textContent = text;
    button.setAttribute('aria-label', label);
  };

  apply();
  addEventListener('DOMContentLoaded', () => {
    const button = document.getElementById('theme');
    if (button === null) return;
    button.hidden = false;
    offer(button);
    button.addEventListener('click', () => {
      const next = currentTheme() === 'dark' ? 'light' : 'dark';
      try {
        localStorage.setItem(key, next);
      } catch {
        // Storage is blocked: the page keeps the system theme.
      }
      apply();
      offer(button);
      dispatchEvent(new Event('themechange'));
    });
  });
}
