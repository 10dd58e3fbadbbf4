import { expect, test } from "vitest";
import { ORDER_ACTIONS, orderActionMessage } from "./order-actions.ts";

const UNSENT = "No mail server is set: the email is only stored, and reaches nobody.";

test.each(ORDER_ACTIONS)(
  "%s says that the customer has an email only where a mail server takes it",
  (action) => {
    const sent = orderActionMessage(action, { toFiles: false });
    const stored = orderActionMessage(action, { toFiles: true });
    expect(sent).not.toContain(UNSENT);
    const done = stored.replace(UNSENT, "").trim();
    expect(done).not.toMatch(/customer (?:has|knows)|goes out/);
    expect(sent.startsWith(done)).toBe(true);
    if (sent !== done) expect(stored).toBe(`${done} ${UNSENT}`);
  },
);

test("an action whose email tells the customer says so", () => {
  expect(orderActionMessage("promise", { toFiles: false })).toBe(
    "The new day is promised. The customer has mail about it.",
  );
  expect(orderActionMessage("note", { toFiles: true })).toBe("The note is written.");
});
