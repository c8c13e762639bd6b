/**
 * Marks tables that are wider than the screen, which shows the hint that they scroll. A table that
 * leaves out columns on a narrow screen gets a button that shows all of them.
 */
export function markScrollableTables(): void {
  const tables = document.querySelectorAll<HTMLElement>('.scroll');
  const label = document.querySelector<HTMLElement>('[data-all-columns]')?.dataset.allColumns;
  const buttons = new Map<HTMLElement, HTMLButtonElement>();
  const update = (): void => {
    for (const table of tables) {
      table.classList.toggle('wide', table.scrollWidth > table.clientWidth + 1);
      const isShort = label !== undefined && lacksColumns(table);
      if (isShort && !buttons.has(table)) {
        const button = columnsButton(label, table, update);
        buttons.set(table, button);
        table.after(button);
      }
      const button = buttons.get(table);
      if (button) button.hidden = !isShort;
    }
  };
  update();
  addEventListener('resize', update);
  for (const details of document.querySelectorAll('details')) {
    details.addEventListener('toggle', update);
  }
}

const lacksColumns = (table: HTMLElement): boolean =>
  [...table.querySelectorAll('thead th')].some((head) => getComputedStyle(head).display === 'none');

function columnsButton(label: string, table: HTMLElement, update: () => void): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'all-columns';
  button.textContent = label;
  button.addEventListener('click', () => {
    table.classList.add('all');
    update();
    table.focus();
  });
  return button;
}
