import { expect, test } from "vitest";
import { noteCookie, noteToast, readNote } from "./account-note.ts";

const withCookie = (cookie: string) => new Request("http://shop.test/", { headers: { cookie } });

// Specification 8.38
test("a saved profile says so in the specification's words", () => {
  expect(noteToast("profile-updated")).toMatchObject({
    title: "Profile updated",
    description: "Your profile information has been updated successfully.",
  });
});

test("a note for the next page is a known one, even when the cookie was changed", () => {
  expect(noteCookie("profile-updated", { https: true })).toContain("HttpOnly; Secure");
  expect(readNote(withCookie("a=b; da_note=profile-updated"))).toBe("profile-updated");
  expect(readNote(withCookie("da_note=constructor"))).toBeNull();
  expect(readNote(withCookie("da_note=<script>"))).toBeNull();
  expect(noteCookie(null, { https: false })).toContain("Max-Age=0");
});
