import { data, isRouteErrorResponse } from "react-router";
import type { FormResult } from "./form.server.ts";

/** Longer than a slow network needs for a form. */
const MAX_WAIT_MS = 30_000;

async function inTime<Value>(send: () => Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No response in time")), MAX_WAIT_MS);
  });
  try {
    return await Promise.race([send(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** With an error status React Router does not reload the page, which would replace it by an error screen without a network. */
const UNAVAILABLE = { status: 503 };

type Unsent<Value> = ReturnType<typeof data<Value>>;

/** What the host says when it refuses a request for a while: too many requests, an overload or an outage. */
export function messageOfHost(error: unknown): string | null {
  if (!isRouteErrorResponse(error) || (error.status !== 429 && error.status !== 503)) return null;
  try {
    const body: { error?: { message?: unknown } } = JSON.parse(String(error.data));
    return typeof body.error?.message === "string" ? body.error.message : null;
  } catch {
    return null;
  }
}

/**
 * The server's result for a form, for a route's `clientAction`. After a network or host failure the input stays: the
 * result is `failed`, or a form error when that is a text. Redirects pass.
 */
export async function submitForm<Value>(
  send: () => Promise<Value>,
  failed: string,
): Promise<Value | Unsent<FormResult>>;
export async function submitForm<Value, Otherwise extends object>(
  send: () => Promise<Value>,
  failed: Otherwise,
): Promise<Value | Unsent<Otherwise>>;
export async function submitForm(send: () => Promise<unknown>, failed: unknown) {
  try {
    return await inTime(send);
  } catch (error) {
    if (error instanceof Response) throw error;
    if (typeof failed !== "string") return data(failed, UNAVAILABLE);
    const message = messageOfHost(error) ?? failed;
    return data({ status: "error", error: { "": [message] } }, UNAVAILABLE);
  }
}

/** The `intent` of the form a result belongs to; undefined for results made in the browser. */
export function intentOf(result: FormResult | undefined): string | undefined {
  const intent = result?.initialValue?.intent;
  return typeof intent === "string" ? intent : undefined;
}

/** The error of an admin form that reached no server. */
export const UNREACHED =
  "The shop could not be reached. What you wrote is still here: please try again.";
