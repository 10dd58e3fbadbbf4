import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import OutboxPage from "./outbox.tsx";

const row = {
  id: "0198f000-0000-7000-8000-000000000001",
  kind: "account-reset-password",
  recipient: "asha@example.com",
  subject: "Choose a new password",
  status: "sent" as const,
  attempts: 1,
  lastError: null,
  bounce: null,
  replyTo: null,
  createdAt: new Date("2026-11-20T14:00:00Z"),
  sentAt: new Date("2026-11-20T14:00:05Z"),
};

type Content = { textBody: string; htmlBody: string; isRemoved: boolean };

function opened(content: Content, toFiles = false): string {
  const loaderData = {
    filter: { status: null, page: 1 },
    isMissing: false,
    isCleared: false,
    toFiles,
    outbox: { rows: [row], counts: { sent: 1 }, page: 1, pageCount: 1 },
    mail: { ...row, ...content, isPrivate: true },
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

test("without a mail server no email is called sent: it is stored as a file, and the page says how to set a server", () => {
  const content = { textBody: "Hello", htmlBody: "<p>Hello", isRemoved: false };
  const stored = opened(content, true);
  expect(stored).toContain("Stored as a file");
  expect(stored).toContain("and sent to nobody");
  expect(stored).toContain("SMTP_URL");
  expect(stored).not.toContain(">Sent");
  const sent = opened(content);
  expect(sent).toContain(">Sent");
  expect(sent).not.toContain("Stored as a file");
});
