import { data } from "react-router";
import type { FormResult } from "./form.server.ts";
import { messageOfHost } from "./host-message.ts";

/** Exceeds what a form needs on a slow network. */
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

/** An error status prevents a reload, which shows an error screen when offline. */
const UNAVAILABLE = { status: 503 };

type Unsent<Value> = ReturnType<typeof data<Value>>;

/**
 * A route's `clientAction` sends with it. After a network or host failure it returns `failed`, or a form error, to keep
 * the input. Redirects pass.
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

/** Undefined for results made in the browser. */
export function intentOf(result: FormResult | undefined): string | undefined {
  const intent = result?.initialValue?.intent;
  return typeof intent === "string" ? intent : undefined;
}

/** Shown when an admin form reached no server. */
export const UNREACHED =
  "The shop could not be reached. What you wrote is still here: please try again.";
