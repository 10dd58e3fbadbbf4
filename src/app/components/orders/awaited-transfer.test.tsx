import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import { TransferNotice } from "./awaited-transfer.tsx";

const transfer = {
  amount: money(42_000),
  instructions: "Bank of Guyana, 123",
  reference: "HPQTVRV8",
  until: "4 December 2026",
  reservation: "once_confirmed",
  deposit: null,
} as const;

const written = (toFiles: boolean) =>
  renderToStaticMarkup(<TransferNotice transfer={transfer} mailRoute={{ toFiles }} />);

test("the page of a transfer asks for a press in an email only where a mail server takes it", () => {
  expect(written(false)).toContain("once you press the button in our email");
  expect(written(false)).toContain("We also emailed you this page.");
  const stored = written(true);
  expect(stored).not.toContain("in our email");
  expect(stored).toContain("are yours when the money arrives, and others may be served before.");
  expect(stored).toContain("This shop sends no emails yet");
});
