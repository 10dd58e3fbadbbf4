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

function opened(content: { textBody: string; htmlBody: string; isRemoved: boolean }): string {
  const loaderData = {
    filter: { status: null, page: 1 },
    isMissing: false,
    isCleared: false,
    toFiles: false,
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
