/**
 * The server's answer to a form, or `otherwise` when none came: a lost connection or a refusal on the way must not take the page
 * away, and with it what was typed.
 */
export function sendSafely<Answer>(
  send: () => Promise<Answer>,
  otherwise: Answer,
): Promise<Answer> {
  return send().catch(() => otherwise);
}
