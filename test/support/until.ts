/** Waits until something is so, which is asked again and again. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
