import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import OutboxPage from "./outbox.tsx";

const row = {
  id: "0198f000-0000-7000-8000-000000000001",
  kind: "account-reset-password",
  recipient: "asha@example.com",
  subject: "Choose a new password",
  status: "sent" as "sent" | "stored",
  sentThrough: "server" as "server" | "file",
  attempts: 1,
  lastError: null,
  bounce: null,
  replyTo: null,
  createdAt: new Date("2026-11-20T14:00:00Z"),
  sentAt: new Date("2026-11-20T14:00:05Z"),
};

type Content = { textBody: string; htmlBody: string; isRemoved: boolean };

const NOTHING_STORED = { count: 0, from: null, until: null };

type Shown = { toFiles?: boolean; row?: Partial<typeof row>; stored?: object; queued?: number };

function opened(content: Content, shown: Shown = {}): string {
  const { queued = 0, stored = NOTHING_STORED, toFiles = false } = shown;
  const shownRow = { ...row, ...shown.row };
  const loaderData = {
    stored,
    queued,
    filter: { status: null, page: 1 },
    isMissing: false,
    isCleared: false,
    toFiles,
    outbox: { rows: [shownRow], counts: { [shownRow.status]: 1 }, page: 1, pageCount: 1 },
    mail: { ...shownRow, ...content, isPrivate: true },
    idempotencyKey: row.id,
  };
  const props = { loaderData, actionData: undefined } as unknown as Parameters<
    typeof OutboxPage
  >[0];
  const Page = () => <OutboxPage {...props} />;
  const Stub = createRoutesStub([{ path: "/", Component: Page }]);
  return renderToStaticMarkup(<Stub />);
}

test("an opened email whose content is removed says so, and offers neither a preview nor to send it again", () => {
  const whole = opened({ textBody: "Hello", htmlBody: "<p>Hello", isRemoved: false });
  expect(whole).toContain("<iframe");
  expect(whole).toContain('value="again"');
  expect(whole).not.toContain("no longer stored");
  const removed = opened({ textBody: "", htmlBody: "", isRemoved: true });
  expect(removed).toContain("The content of this email is no longer stored");
  expect(removed).toContain("/admin?tab=settings&amp;part=privacy");
  expect(removed).toContain("asha@example.com");
  expect(removed).not.toContain("<iframe");
  expect(removed).not.toContain('value="again"');
});

const CONTENT = { textBody: "Hello", htmlBody: "<p>Hello", isRemoved: false };
const STORED_ROW = { status: "stored", sentThrough: "file" } as const;

test("without a mail server no email is called sent: it is stored as a file, and the page says how to set a server", () => {
  const stored = opened(CONTENT, { toFiles: true, row: STORED_ROW });
  expect(stored).toContain("Stored as a file");
  expect(stored).toContain("and sent to nobody");
  expect(stored).toContain("SMTP_URL");
  expect(stored).not.toContain("Sent 2");
  const sent = opened(CONTENT);
  expect(sent).toContain("Sent 20 November 2026");
  expect(sent).not.toContain("and sent to nobody");
});

test("an email that was stored stays so once a mail server is set, and the page offers to send it", () => {
  const at = row.createdAt;
  const waiting = { count: 2, from: at, until: new Date("2026-11-28T14:00:00Z") };
  const offered = opened(CONTENT, { row: STORED_ROW, stored: waiting });
  expect(offered).toContain("and sent to nobody");
  expect(offered).toContain("2 mails of 20 November 2026 to 28 November 2026 were stored as files");
  expect(offered).toContain('value="send-stored"');
  const without = opened(CONTENT, { row: STORED_ROW, stored: waiting, toFiles: true });
  expect(without).toContain("Once a mail server is set, this page sends them.");
  expect(without).not.toContain('value="send-stored"');
  expect(opened(CONTENT, { queued: 2 })).toContain("No mail waits any more.");
});
