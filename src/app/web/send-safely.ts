/** Longer than a weak network needs for a form. */
const MAX_WAIT_MS = 30_000;

/**
 * The server's result for a form, or `otherwise` when none arrives: a lost connection must not replace the page and lose the
 * submitted text. A redirect passes through.
 */
export async function sendSafely<Result>(
  send: () => Promise<Result>,
  otherwise: Result,
): Promise<Result> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const gaveUp = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(otherwise), MAX_WAIT_MS);
  });
  try {
    return await Promise.race([send(), gaveUp]);
  } catch (error) {
    if (error instanceof Response) throw error;
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
