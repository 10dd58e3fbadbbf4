import type { Result } from "#core/result.ts";
import { fail, ok } from "#core/result.ts";

/** What the admin login form sends. */
export type SignInInput = { username: string; password: string };

/** What is wrong with a field, in words; null where nothing is. */
export type SignInErrors = { username: string | null; password: string | null };

/** Reads the admin login form; both fields are required (specification 5). Blanks around the username are no part of it. */
export function readSignIn(form: FormData): Result<SignInInput, SignInErrors> {
  const username = form.get("username");
  const password = form.get("password");
  const input = {
    username: typeof username === "string" ? username.trim() : "",
    password: typeof password === "string" ? password : "",
  };
  if (input.username !== "" && input.password !== "") return ok(input);
  return fail({
    username: input.username === "" ? "Username is required" : null,
    password: input.password === "" ? "Password is required" : null,
  });
}
