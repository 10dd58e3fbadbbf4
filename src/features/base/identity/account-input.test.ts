import { describe, expect, test } from "vitest";
import { readAdminCredentials, readCredentials, readRegistration } from "./account-input.ts";

const registration = {
  firstName: "Rosa",
  lastName: "Persaud",
  email: "rosa@example.com",
  password: "linen-on-sunday-4",
};

const blank = { firstName: "", lastName: "", email: "", password: "" };
const lists = {
  shopName: "Atelier",
  isLeaked: (password: string) => password.toLowerCase() === "password1",
};
const register = (fields: Partial<typeof blank>) =>
  readRegistration({ ...blank, ...fields }, lists);

describe("signing in", () => {
  // Specification 5.1
  test("requires email and password", () => {
    expect(readCredentials(blank)).toEqual({
      ok: false,
      error: { email: "Email is required", password: "Password is required" },
    });
  });

  test("trims the email and leaves the password unchanged", () => {
    expect(readCredentials({ email: " rosa@example.com ", password: " p w " })).toEqual({
      ok: true,
      value: { email: "rosa@example.com", password: " p w " },
    });
  });
});

describe("creating an account", () => {
  test("accepts first and last name, email and password", () => {
    expect(register(registration)).toEqual({ ok: true, value: registration });
  });

  // Specification 5.1, 5.2
  test("requires every field that is empty or blank", () => {
    expect(register({ firstName: "  " })).toEqual({
      ok: false,
      error: {
        firstName: "First name is required",
        lastName: "Last name is required",
        email: "Email is required",
        password: "Password is required",
      },
    });
  });

  test.each([
    "rosa",
    "rosa@",
    "@example.com",
    "rosa@example",
    "a@b.com, c@d.com",
    "rosa @example.com",
  ])("refuses the email %j", (email) => {
    expect(register({ ...registration, email })).toMatchObject({
      error: { email: expect.stringContaining("email address") },
    });
  });

  test.each([
    ["short", "at least 8 characters"],
    ["rosa@example.com", "other than your email"],
    ["Password1", "guessers"],
    // Specification 5.4
  ])("refuses the password %j and says why", (password, reason) => {
    expect(register({ ...registration, password })).toMatchObject({
      error: { password: expect.stringContaining(reason) },
    });
  });

  test("refuses long names and control characters", () => {
    const names = { firstName: "x".repeat(81), lastName: "a\u0000b" };
    const read = register({ ...registration, ...names });
    expect(read).toMatchObject({
      error: {
        firstName: expect.stringContaining("80"),
        lastName: expect.stringContaining("letters"),
      },
    });
  });
});

// Specification 5.5
test("both fields of the admin login are required", () => {
  expect(readAdminCredentials({ username: "", password: "" })).toEqual({
    ok: false,
    error: { username: "Username is required", password: "Password is required" },
  });
  expect(readAdminCredentials({ username: "   ", password: "x" })).toEqual({
    ok: false,
    error: { username: "Username is required" },
  });
});

test("the username is trimmed, and spaces of the password are part of it", () => {
  expect(readAdminCredentials({ username: " rosa ", password: " p w " })).toEqual({
    ok: true,
    value: { username: "rosa", password: " p w " },
  });
});
