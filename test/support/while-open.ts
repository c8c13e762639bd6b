interface Closable {
  close(): unknown;
}

/** Calls the work with what was opened, and closes it afterwards. */
export async function whileOpen<Opened extends Closable, Result>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<Result> | Result,
): Promise<Result> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}
