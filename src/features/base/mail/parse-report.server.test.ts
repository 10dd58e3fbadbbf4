import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Returned } from "#tests/support/delivery-reports.ts";
import { postfixReport, reportWriters } from "#tests/support/delivery-reports.ts";
import { parseReport } from "./delivery-reports.server.ts";
import { assessReport } from "./delivery-status.ts";

const anonymous: Returned = { to: "bounces@shop.example", messageId: null };

/** Nested messages with a report in the last. */
function nested(depth: number): string {
  const open = Array.from(
    { length: depth },
    (_, level) => `Content-Type: multipart/report; boundary=b${level}\r\n\r\n--b${level}`,
  );
  return `${open.join("\r\n")}\r\nContent-Type: message/delivery-status\r\n\r\nAction: failed`;
}

const REPORT = "Content-Type: multipart/report; boundary=a\r\n\r\n";
const ofGroups = () => `smtp; x\r\n\r\n${"A: b\r\n\r\n".repeat(120_000)}`;

describe("hostile bytes", () => {
  test.each([
    ["a thousand parts, one in the other", () => nested(1_000)],
    ["a megabyte of one header", () => `To: ${"a@b.example,".repeat(83_000)}`],
    ["a megabyte of headers", () => "To: a@b.example\r\n".repeat(58_000)],
    ["a megabyte of boundaries", () => REPORT + "--a\r\n".repeat(190_000)],
    ["a megabyte of empty lines", () => REPORT + "\n".repeat(900_000)],
    ["a megabyte of spaces", () => `${REPORT}--a\r\nTo: ${" ".repeat(900_000)}`],
    ["nothing but zeros", () => "\0".repeat(900_000)],
  ])("(%s) are no report, and that is known in a moment", async (_what, raw) => {
    expect(await parseReport(Buffer.from(raw()))).toBeNull();
  });

  test.each([
    ["a megabyte of groups", () => postfixReport({ ...anonymous, diagnostic: ofGroups() })],
    [
      "a charset nobody knows",
      () => postfixReport(anonymous).toString().replaceAll("us-ascii", "x-no"),
    ],
  ])("(%s) in a report name no mail", async (_what, raw) => {
    const report = await parseReport(Buffer.from(raw()));
    expect(report).toMatchObject({ messageId: null, addressedTo: ["bounces@shop.example"] });
  });

  test("cut off and changed anywhere give an answer, and what they say starts no line of its own", async () => {
    const whole = reportWriters.Exchange({
      to: "bounces@shop.example",
      messageId: "<1@shop.example>",
      diagnostic: "smtp;550 5.1.1 no\u0000\u001b[31m\r\n\tBcc: all@example.com",
    });
    const change = fc.tuple(fc.nat(whole.length - 1), fc.integer({ min: 0, max: 255 }));
    const changes = fc.array(change, { maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length), changes, async (end, changed) => {
        const raw = Buffer.from(whole);
        for (const [index, byte] of changed) raw[index] = byte;
        const report = await parseReport(raw.subarray(0, end));
        const verdict = assessReport(report?.statuses ?? []);
        expect(`${verdict?.reason} ${verdict?.recipient}`).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
