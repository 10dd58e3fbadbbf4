/**
 * The server's answer to a form of the admin, or `otherwise` when none came, so that the page stays with what was typed. A redirect
 * goes through: it leads to the login, or on from what was deleted.
 */
export function preservePage<Answer>(
  send: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  return send().catch((cause: unknown) => {
    if (cause instanceof Response) throw cause;
    return otherwise;
  });
}
