/** Where a mail stands: waiting for its delivery, delivered, given up, or refused for good by the host that receives it. */
export const MAIL_STATUSES = ["queued", "sent", "failed", "bounced"] as const;

export type MailStatus = (typeof MAIL_STATUSES)[number];

/** What the outbox page shows, exactly as its address says it. */
export type OutboxFilter = { status: MailStatus | null; page: number };

/** Mails on one page. */
export const MAILS_A_PAGE = 50;

/** Reads the outbox's address; what makes no sense is left out. */
export function readOutboxFilter(params: URLSearchParams): OutboxFilter {
  const page = params.get("page") ?? "";
  return {
    status: MAIL_STATUSES.find((status) => status === params.get("status")) ?? null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

const statusWords: Record<MailStatus, string> = {
  queued: "Waiting",
  sent: "Sent",
  failed: "Failed",
  bounced: "Bounced",
};

/** The status in a word. */
export function mailStatusWord(status: MailStatus): string {
  return statusWords[status];
}

/** The badge a mail's status wears. */
export function mailStatusTone(status: MailStatus): "success" | "warning" | "error" {
  if (status === "sent") return "success";
  return status === "queued" ? "warning" : "error";
}

/** What a mail tells of, in words: "order-confirmation" is "Order confirmation". */
export function mailKindLabel(kind: string): string {
  const words = kind.replaceAll(/[-_]/g, " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const STYLE_SHEET = /<style>[^<]*<\/style>/g;

/**
 * A mail's HTML for a preview in a frame that may do nothing: its links would open windows, which the frame's sandbox refuses. Its style
 * sheet stays out, as in the many mail programs that know none: the page's policy holds in the frame too.
 */
export function previewDocument(html: string): string {
  return `<!doctype html><base target="_blank">${html.replaceAll(STYLE_SHEET, "")}`;
}
