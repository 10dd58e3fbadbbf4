import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { closedAnnouncementScript } from "./closed-announcement.ts";

/** Returns the attribute that the script sets for this stored text. */
function after(text: string, stored: string | null) {
  const script = closedAnnouncementScript(text, undefined);
  const dataset: Record<string, string> = {};
  const code = /^<script>(.*)<\/script>$/s.exec(script)?.[1] ?? "";
  runInNewContext(code, {
    localStorage: { getItem: () => stored },
    document: { documentElement: { dataset } },
  });
  return dataset.announcement;
}

test.each(["Closed for Mashramani", `</script><b> "quoted" \u2028`])(
  "an announcement is hidden before it is painted when these very words were dismissed: %j",
  (text) => {
    expect(after(text, text)).toBe("closed");
    expect(after(text, "other words")).toBeUndefined();
    expect(after(text, null)).toBeUndefined();
  },
);

test("words of the owner never end the script, and without an announcement there is none", () => {
  const script = closedAnnouncementScript("</script><script>alert(1)", "n");
  expect(script.indexOf("</script>")).toBe(script.length - "</script>".length);
  expect(script).toContain(' nonce="n"');
  expect(closedAnnouncementScript(null, "n")).toBe("");
});
