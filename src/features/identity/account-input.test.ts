import { describe, expect, test } from "vitest";
import { readCredentials, readRegistration, submittedAccount } from "./account-input.ts";

const registration = {
  firstName: "Rosa",
  lastName: "Persaud",
  email: "rosa@example.com",
  password: "linen-on-sunday-4",
};

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

describe("signing in", () => {
  // Specification 5.1
  test("needs email and password", () => {
    expect(readCredentials(form({}))).toEqual({
      ok: false,
      error: { email: "Email is required", password: "Password is required" },
    });
  });

  test("takes the email without the blanks around it and the password as it is", () => {
    expect(readCredentials(form({ email: " rosa@example.com ", password: " p w " }))).toEqual({
      ok: true,
      value: { email: "rosa@example.com", password: " p w " },
    });
  });
});

describe("creating an account", () => {
  test("takes first and last name, email and password", () => {
    expect(readRegistration(form(registration))).toEqual({ ok: true, value: registration });
  });

  // Specification 5.1, 5.2
  test("asks for every field that is empty or only blanks", () => {
    expect(readRegistration(form({ firstName: "  " }))).toEqual({
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
    expect(readRegistration(form({ ...registration, email }))).toMatchObject({
      error: { email: expect.stringContaining("email address") },
    });
  });

  test.each([
    ["short", "at least 8 characters"],
    ["rosa@example.com", "else than your email"],
    ["Password1", "guessers"],
    // Specification 5.4
  ])("refuses the password %j and says why", (password, reason) => {
    expect(readRegistration(form({ ...registration, password }))).toMatchObject({
      error: { password: expect.stringContaining(reason) },
    });
  });

  test("refuses names without end and with control characters", () => {
    const read = readRegistration(
      form({ ...registration, firstName: "x".repeat(81), lastName: "a\u0000b" }),
    );
    expect(read).toMatchObject({
      error: {
        firstName: expect.stringContaining("80"),
        lastName: expect.stringContaining("letters"),
      },
    });
  });
});

test("the password is not among what is shown again", () => {
  expect(submittedAccount(form(registration))).toEqual({
    firstName: "Rosa",
    lastName: "Persaud",
    email: "rosa@example.com",
  });
});
