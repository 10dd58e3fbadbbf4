import { expect, test } from "vitest";
import { orderCodeEmail } from "./order-code-email.ts";

const notice = {
  siteName: "Demerara Atelier",
  siteUrl: "https://shop.example",
  contactEmail: "hello@shop.example",
  customerName: null,
  orderNumber: "8a6e0804",
  signInUrl: "https://shop.example/auth",
  minutes: 10,
};

const textOf = (opens: "measurements" | "account", code: string | null) =>
  orderCodeEmail({ ...notice, opens, code }).text.replaceAll(/\s+/g, " ");

test("the email with a code says what the code opens: the measurements, or the account for money that goes back", () => {
  expect(textOf("measurements", "804215")).toContain(
    "asked to see the measurements of order 8a6e0804. Please enter this code",
  );
  const account = textOf("account", "804215");
  expect(account).toContain("wants to name the account for the money of order 8a6e0804.");
  expect(account).toContain("Without this code they can name no account");
  expect(account).not.toContain("measurement");
  expect(textOf("account", null)).not.toContain("measurement");
});
