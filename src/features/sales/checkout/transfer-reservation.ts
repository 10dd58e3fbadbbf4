/**
 * What the shop keeps for an order that awaits its transfer (ADR 0051): all of it as long as the order is open, the atelier's part only
 * once the email is confirmed, or the atelier's part only when the money is there.
 */
export type TransferReservation = "all" | "once_confirmed" | "when_paid";

/**
 * What the customer reads of it after the day by which to transfer. `confirm`: how the email is confirmed from where they read;
 * `hasDeposit`: the deposit is enough for the atelier's part.
 */
export function reservationText(
  reservation: TransferReservation,
  { confirm, hasDeposit = false, until }: { confirm: string; until: string; hasDeposit?: boolean },
): string {
  const money = hasDeposit ? "the deposit" : "the money";
  const open = "until then your order stays open.";
  const part = "The makers' time and the cloth of your made-to-measure pieces";
  switch (reservation) {
    case "all":
      return "until then your pieces are kept for you.";
    case "once_confirmed":
      return `${open} ${part} are kept until ${until} too, once you ${confirm}. Without that they are yours when ${money} arrives, and others may be served before.`;
    case "when_paid":
      return `${open} ${part} are yours when ${money} arrives, and others may be served before.`;
  }
}
