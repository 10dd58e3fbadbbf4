import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { emailProblem, isEmail, isPlainEmail, readEmail } from "#core/email.ts";
import {
  readAdminCredentials,
  readCredentials,
  readEmailField,
  readRegistration,
} from "./account-input.ts";

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
  test("requires every field that is empty or blank, but the last name", () => {
    expect(register({ firstName: "  " })).toEqual({
      ok: false,
      error: {
        firstName: "First name is required",
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

  test.each([
    { firstName: "Suharto", lastName: "" },
    { firstName: "\u0646\u06CC\u200C\u0644\u0648\u0641\u0631", lastName: "O'Brien" },
    { firstName: "x".repeat(100), lastName: "Ngũgĩ wa Thiong’o" },
    { firstName: "李", lastName: "" },
  ])("takes the name %j as people have it", (names) => {
    expect(register({ ...registration, ...names })).toEqual({
      ok: true,
      value: { ...registration, ...names },
    });
  });

  test.each([
    ["\u202ARosa\u202C", "Rosa"],
    ["Ro\u200Bsa\u00A0 ", "Rosa"],
    ["\uFEFFRosa", "Rosa"],
  ])("stores %j without what nobody sees", (firstName, stored) => {
    expect(register({ ...registration, firstName })).toMatchObject({
      value: { firstName: stored },
    });
  });

  test.each(["\u200B", "\u3164", "\u2066\u2069"])("names nobody with %j", (firstName) => {
    expect(register({ ...registration, firstName })).toMatchObject({
      error: { firstName: "First name is required" },
    });
  });

  test("stores an email of another script as mail servers know it, and signs in with either", () => {
    const email = "info@müller.example";
    const stored = "info@xn--mller-kva.example";
    expect(register({ ...registration, email })).toMatchObject({ value: { email: stored } });
    expect(readCredentials({ email, password: "x" })).toMatchObject({ value: { email: stored } });
  });

  test.each(["用户@例子.广告", "jürgen@example.com", "jürgen@пример.рф"])(
    "says of %s that many servers deliver nothing to it",
    (email) => {
      const error = { email: emailProblem(email) };
      expect(register({ ...registration, email })).toMatchObject({ error });
      expect(readEmailField({ email })).toEqual({ ok: false, error });
    },
  );

  test.each(["info@пример.рф", "info@उदाहरण.भारत", "a!b@example.com", "o'brien@bücher.de"])(
    "takes %s",
    (email) => {
      expect(register({ ...registration, email })).toMatchObject({
        value: { email: readEmail(email) },
      });
    },
  );

  test("takes exactly the emails that every mail server takes", () => {
    const email = fc.oneof(
      fc.emailAddress(),
      fc.stringMatching(/^[A-Za-zü0-9_'+.!-]{1,8}@[A-Za-z0-9-]{1,8}\.(?:com|xn--p1ai|co\.uk)$/),
    );
    fc.assert(
      fc.property(email, (submitted) => {
        const read = register({ ...registration, email: submitted });
        const isAccepted = read.ok || !("email" in read.error);
        expect(isAccepted).toBe(isEmail(submitted) && isPlainEmail(submitted));
      }),
    );
  });

  test("refuses long names and control characters", () => {
    const names = { firstName: "x".repeat(101), lastName: "a\u0378b" };
    const read = register({ ...registration, ...names });
    expect(read).toMatchObject({
      error: {
        firstName: expect.stringContaining("100"),
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
