import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyText } from "#tests/support/any-text.ts";
import { assessReport, readDeliveryStatus } from "./delivery-status.ts";

const group = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${value}`)
    .join("\n");
const classified = (...groups: Record<string, string>[]) =>
  assessReport(
    readDeliveryStatus(["Reporting-MTA: dns; relay.example", ...groups.map(group)].join("\n\n")),
  );

describe("a report", () => {
  test.each([
    ["5.1.1", "", "There is no such mailbox (5.1.1)"],
    ["5.1.1", "smtp; 550 5.1.1 no such user", "There is no such mailbox (550 5.1.1 no such user)"],
    ["5.1.2", "", "There is no such mail host (5.1.2)"],
    ["5.1.10", "", "There is no such mailbox (5.1.10)"],
    ["5.2.1", "", "The mailbox is closed (5.2.1)"],
    ["5.2.2", "", "The mailbox is full (5.2.2)"],
    ["5.3.4", "", "The mail is too large for its host (5.3.4)"],
    ["5.4.4", "", "Its host could not be reached (5.4.4)"],
    ["5.4.1", "smtp; 550 5.4.1 denied", "Its host could not deliver it (550 5.4.1 denied)"],
    ["5.7.1", "", "Its host refuses mails like this one (5.7.1)"],
    ["5.6.0", "", "Its host could not deliver it (5.6.0)"],
    ["5.0.0", "smtp; 550 5.2.2 full", "The mailbox is full (550 5.2.2 full)"],
    ["", "smtp; 550 5.1.1 unknown", "There is no such mailbox (550 5.1.1 unknown)"],
    ["nonsense", "smtp; 554 go away", "Its host could not deliver it (554 go away)"],
    ["", "", "Its host could not deliver it"],
    ["5.1.1 (bad destination)", "", "There is no such mailbox (5.1.1)"],
  ])(
    "that a mail failed with %j and %j is a bounce, for a reason in words",
    (Status, diagnostic, reason) => {
      const verdict = classified({ Action: "Failed", Status, "Diagnostic-Code": diagnostic });
      expect(verdict).toMatchObject({ kind: "bounced", reason });
    },
  );

  test("that a mail failed for a while only is no bounce: its host was tried for days and may answer again", () => {
    const verdict = classified({
      Action: "failed",
      Status: "4.4.1",
      "Diagnostic-Code": "x; timed out",
    });
    expect(verdict).toMatchObject({
      kind: "given up",
      reason: "Its host could not be reached (timed out)",
    });
  });

  test.each(["4.4.7", "5.1.1", ""])("of a delay is a note, whatever its code (%j)", (Status) => {
    expect(classified({ Action: "delayed", Status })?.kind).toBe("delayed");
  });

  test.each([
    ["delivered", "2.0.0"],
    ["relayed", "2.1.9"],
    ["expanded", "2.0.0"],
    ["failed", "2.0.0"],
    ["exploded", "5.1.1"],
    ["", "5.1.1"],
  ])("that says %j with %j changes nothing", (Action, Status) => {
    expect(classified({ Action, Status })).toBeNull();
  });

  test("of several addresses is as bad as the worst of them", () => {
    const delayed = { Action: "delayed", Status: "4.4.1" };
    const failed = { Action: "failed", Status: "5.2.1" };
    const delivered = { Action: "delivered", Status: "2.0.0" };
    expect(classified(delivered, delayed)?.kind).toBe("delayed");
    expect(classified(delayed, failed, delivered)?.kind).toBe("bounced");
  });

  test("keeps a reason on one line, without control characters, and no longer than a line is read", () => {
    const said = `smtp; 550 5.1.1 no\r\n\tsuch \u0007user${" and so on".repeat(100)}`;
    const reason = classified({
      Action: "failed",
      Status: "5.1.1",
      "Diagnostic-Code": said,
    })?.reason;
    expect(reason).toMatch(/^There is no such mailbox \(550 5\.1\.1 no such user and so on/);
    expect(reason?.length).toBeLessThan(340);
  });

  test("names the address the mail was sent to, before anybody forwarded it", () => {
    const fields = {
      "Final-Recipient": "rfc822; elsewhere@example.net",
      "Original-Recipient": "rfc822;asha@example.com",
      Action: "failed",
      Status: "5.1.1",
    };
    expect(classified(fields)?.recipient).toBe("asha@example.com");
    expect(classified({ ...fields, "Original-Recipient": "" })?.recipient).toBe(
      "elsewhere@example.net",
    );
  });

  test("may be any text at all: it is read without an error, and its reason never starts a line of its own", () => {
    const hostile = fc.oneof(
      anyText,
      anyText.map((text) => `Action: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; ${text}`),
      anyText.map((text) => `Action: ${text}\nStatus: ${text}\n\nAction: delayed\nStatus: ${text}`),
    );
    fc.assert(
      fc.property(hostile, (text) => {
        const verdict = assessReport(readDeliveryStatus(text));
        expect(verdict?.reason ?? "").not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }),
    );
  });
});
