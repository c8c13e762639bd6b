/** Says of tables that are wider than the screen that they scroll. */
export function markScrollableTables(): void {
  const tables = document.querySelectorAll<HTMLElement>('.scroll');
  const look = (): void => {
    for (const table of tables) {
      table.classList.toggle('wide', table.scrollWidth > table.clientWidth + 1);
    }
  };
  look();
  addEventListener('resize', look);
  for (const details of document.querySelectorAll('details')) {
    details.addEventListener('toggle', look);
  }
}
