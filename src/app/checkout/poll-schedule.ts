/** Pauses between questions about a pending order: quick while the message is most likely on its way, then patient. */
const PAUSES_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000, 30_000, 30_000, 30_000, 30_000];

/** How long to wait before asking for the given time (0 is the first), or null once the page has asked often enough and stops. */
export function pauseBefore(question: number): number | null {
  return PAUSES_MS[question] ?? null;
}
