import { UNSAFE_ErrorResponseImpl as ErrorResponseImpl } from "react-router";
import { expect, test } from "vitest";
import { submitForm } from "./submit-form.ts";

test("a form gets the server's result", async () => {
  expect(await submitForm(async () => "result", "Failed to sign in")).toBe("result");
});

test("a form that reaches no server gets an error, and its fields stay", async () => {
  const send = () => Promise.reject(new TypeError("Failed to fetch"));
  const result = await submitForm(send, "Failed to sign in");
  expect(result).toMatchObject({
    data: { status: "error", error: { "": ["Failed to sign in"] } },
    init: { status: 503 },
  });
  expect(result).not.toHaveProperty("data.initialValue");
});

test.each([429, 503])("a form that the host refuses with %i shows the reason", async (status) => {
  const refusal = (body: string) => new ErrorResponseImpl(status, "", body);
  const message = "Please try again in 9 seconds.";
  const body = JSON.stringify({ error: { code: "too_many_requests", message } });
  const shown = async (text: string) =>
    submitForm(() => Promise.reject(refusal(text)), "Failed to sign in");
  expect(await shown(body)).toMatchObject({ data: { error: { "": [message] } } });
  for (const other of ["", "<p>", "null", '{"error":{"message":7}}']) {
    expect(await shown(other)).toMatchObject({ data: { error: { "": ["Failed to sign in"] } } });
  }
});

test("a redirect of the server is followed", async () => {
  const redirect = new Response(null, { status: 302 });
  await expect(submitForm(() => Promise.reject(redirect), "Failed")).rejects.toBe(redirect);
});
