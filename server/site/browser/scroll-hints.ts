/** Marks tables that are wider than the screen, which shows the hint that they scroll. */
export function markScrollableTables(): void {
  const tables = document.querySelectorAll<HTMLElement>('.scroll');
  const update = (): void => {
    for (const table of tables) {
      table.classList.toggle('wide', table.scrollWidth > table.clientWidth + 1);
    }
  };
  update();
  addEventListener('resize', update);
  for (const details of document.querySelectorAll('details')) {
    details.addEventListener('toggle', update);
  }
}
