import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { closedAnnouncementScript } from "./closed-announcement.ts";

/** What the script leaves on the page's root for a browser that keeps these words. */
function after(text: string, kept: string | null) {
  const script = closedAnnouncementScript(text, undefined);
  const dataset: Record<string, string> = {};
  const code = /^<script>(.*)<\/script>$/s.exec(script)?.[1] ?? "";
  runInNewContext(code, {
    localStorage: { getItem: () => kept },
    document: { documentElement: { dataset } },
  });
  return dataset.announcement;
}

test.each(["Closed for Mashramani", `</script><b> "quoted" \u2028`])(
  "an announcement is hidden before it is painted when these very words were dismissed: %j",
  (words) => {
    expect(after(words, words)).toBe("closed");
    expect(after(words, "other words")).toBeUndefined();
    expect(after(words, null)).toBeUndefined();
  },
);

test("words of the owner never end the script, and without an announcement there is none", () => {
  const script = closedAnnouncementScript("</script><script>alert(1)", "n");
  expect(script.indexOf("</script>")).toBe(script.length - "</script>".length);
  expect(script).toContain(' nonce="n"');
  expect(closedAnnouncementScript(null, "n")).toBe("");
});
