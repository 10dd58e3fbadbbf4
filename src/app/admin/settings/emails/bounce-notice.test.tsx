import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import {
  BounceNotice,
  bounceMessage,
  ClearBounceForm,
} from "#app/components/admin/bounce-notice.tsx";

const bounce = {
  mailId: "0198f000-0000-7000-8000-000000000001",
  reason: "There is no such mailbox (550 5.1.1 <asha@example.com> unknown)",
  // Late evening in Georgetown is the next day in London.
  at: new Date("2026-11-21T02:30:00Z"),
};

function html(page: ReactNode): string {
  const Stub = createRoutesStub([{ path: "/", Component: () => page }]);
  return renderToStaticMarkup(<Stub />);
}

test("a warning tells the shop's day and the reason, and leads to the mail that came back", () => {
  expect(bounceMessage(bounce)).toBe(
    "Mail to this address came back on 20 November 2026: There is no such mailbox (550 5.1.1 <asha@example.com> unknown)",
  );
  const page = html(<BounceNotice bounce={bounce} />);
  expect(page).toContain("Mail to this address came back on 20 November 2026");
  expect(page).toContain("(550 5.1.1 &lt;asha@example.com&gt; unknown)");
  expect(page).toContain(`href="/admin/outbox?mail=${bounce.mailId}"`);
});

test("the owner's confirmation needs no script, and the open mail's own reason is not repeated", () => {
  const page = html(<ClearBounceForm bounce={bounce} mailId={bounce.mailId} />);
  expect(page).toContain('method="post"');
  expect(page).toContain(`name="mail" value="${bounce.mailId}"`);
  expect(page).toContain('value="works-again"');
  expect(page).not.toContain("no such mailbox");
  const other = "0198f000-0000-7000-8000-000000000002";
  expect(html(<ClearBounceForm bounce={bounce} mailId={other} />)).toContain("no such mailbox");
});
