import { expect, test } from "vitest";
import { readSignIn } from "./account-input.ts";

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

// Specification 5.5
test("both fields of the admin login are required", () => {
  expect(readSignIn(form({}))).toEqual({
    ok: false,
    error: { username: "Username is required", password: "Password is required" },
  });
  expect(readSignIn(form({ username: "   ", password: "x" }))).toEqual({
    ok: false,
    error: { username: "Username is required", password: null },
  });
});

test("blanks around the username are dropped, those of the password are part of it", () => {
  expect(readSignIn(form({ username: " rosa ", password: " p w " }))).toEqual({
    ok: true,
    value: { username: "rosa", password: " p w " },
  });
});
