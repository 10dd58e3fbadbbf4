import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailProblem } from "#core/email.ts";
import { money } from "#core/money-amount.ts";
import { parseCartLines, parseCheckoutRequest } from "./checkout-input.ts";

const line = { cartItemId: "k", id: "p1", name: "Tie", size: "M", price: 95, quantity: 2 };
const request = { items: [line], customerEmail: "asha@example.com" };

const refusal = (raw: unknown) => {
  const result = parseCheckoutRequest(raw);
  return result.ok ? null : result.error;
};

describe("a checkout request", () => {
  // Specification 3.27, 7.47
  test("keeps ids, sizes, colors and quantities, and the displayed price only for comparison", () => {
    const parsed = parseCheckoutRequest({
      ...request,
      items: [{ ...line, color: "#8e1f2b" }],
      idempotencyKey: "0198f000-0000-7000-8000-000000000001",
      shownTotal: 19_000,
    });
    expect(parsed).toEqual({
      ok: true,
      value: {
        lines: [
          {
            key: "k",
            productId: "p1",
            size: "M",
            color: "#8E1F2B",
            quantity: 2,
            shown: money(9_500),
          },
        ],
        shownTotal: money(19_000),
        customerEmail: "asha@example.com",
        method: "",
        destination: { country: "GY", city: "" },
        idempotencyKey: "0198f000-0000-7000-8000-000000000001",
        shownCredit: null,
        replacesSession: null,
        deviceId: null,
      },
    });
  });

  test.each([
    ["DE", { country: "DE", city: "" }],
    ["GY-Georgetown", { country: "GY", city: "Georgetown" }],
    ["Germany", { country: "GY", city: "" }],
    ["", { country: "GY", city: "" }],
  ])("reads the destination '%s'", (code, destination) => {
    const parsed = parseCheckoutRequest({ ...request, destination: code });
    expect(parsed).toMatchObject({ ok: true, value: { destination } });
  });

  // Specification 5.14
  test("is refused without lines, with the specification's message", () => {
    for (const items of [[], undefined, null, "x", {}]) {
      expect(refusal({ ...request, items })).toEqual({
        code: "empty_cart",
        message: "Your cart is empty",
      });
    }
  });

  // Specification 9.52
  test("is refused with 10,000 lines, in a message with both numbers", () => {
    const items = Array.from({ length: 10_000 }, () => line);
    expect(refusal({ ...request, items })?.message).toMatch(/10000 lines.*100/);
  });

  test.each([undefined, "", "   ", 7, null])("asks for an email instead of %j", (customerEmail) => {
    expect(refusal({ ...request, customerEmail })?.code).toBe("email_missing");
  });

  test.each(["asha", "a@b", "a@b.example\nBcc: x@y.example", `${"a".repeat(300)}@example.com`])(
    "asks for a valid email instead of %j",
    (customerEmail) => {
      expect(refusal({ ...request, customerEmail })?.code).toBe("email_invalid");
    },
  );

  test("is refused with an email that many servers deliver nothing to, in the sentence of every form", () => {
    const customerEmail = "jürgen@bücher.de";
    expect(refusal({ ...request, customerEmail })).toEqual({
      code: "email_invalid",
      message: emailProblem(customerEmail),
    });
  });

  test("gets a key from the shop if its own is invalid", () => {
    for (const idempotencyKey of ["short", 5, {}, "with spaces in it, and long"]) {
      const parsed = parseCheckoutRequest({ ...request, idempotencyKey });
      expect(parsed.ok && parsed.value.idempotencyKey).toBeNull();
    }
  });

  test.each([
    [-3, -3],
    ["4", 4],
    [2.5, 2.5],
    ["many", Number.NaN],
    [null, Number.NaN],
    [{}, Number.NaN],
    ["", Number.NaN],
  ])("passes the quantity %j on as %d for the quote to check", (quantity, read) => {
    const parsed = parseCartLines({ items: [{ ...line, quantity }] });
    expect(parsed.ok && parsed.value[0]?.quantity).toEqual(read);
  });

  test("keeps an unreadable line, so that its removal is reported", () => {
    const parsed = parseCartLines({ items: [null, 4, line, []] });
    expect(parsed.ok && parsed.value).toHaveLength(4);
  });

  test("is read or refused with a message, whatever the JSON", () => {
    const anyLine = fc.record(
      {
        id: fc.anything(),
        size: fc.anything(),
        color: fc.anything(),
        quantity: fc.anything(),
        price: fc.anything(),
        cartItemId: fc.anything(),
      },
      { requiredKeys: [] },
    );
    const anyRequest = fc.record(
      {
        items: fc.oneof(fc.anything(), fc.array(anyLine)),
        customerEmail: fc.oneof(fc.anything(), fc.emailAddress()),
        idempotencyKey: fc.anything(),
        shownTotal: fc.anything(),
        replacesSession: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.jsonValue(), anyRequest), (raw) => {
        const parsed = parseCheckoutRequest(raw);
        if (parsed.ok) expect(parsed.value.lines.length).toBeGreaterThan(0);
        else expect(parsed.error.message).toMatch(/^[A-Z]/);
      }),
      { numRuns: 1_000 },
    );
  });
});
