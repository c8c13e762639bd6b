/** Waits until a condition is true. Checks it again and again; fails after some seconds. */
export async function until(isSo: () => Promise<boolean>, seconds = Infinity): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`not so within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
