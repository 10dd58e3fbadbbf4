import type { ProductForm, ProductProblems } from "#features/catalog/admin/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import type { SaveRefusal } from "#features/catalog/admin/save-product.server.ts";

type Asked = { seen: { id: string; version: number } | null; form: ProductForm };

/** How a save ended. */
export type SaveEnd =
  | { kind: "saved"; id: string }
  | { kind: "invalid"; problems: ProductProblems }
  | { kind: "conflict"; current: ProductSnapshot }
  | { kind: "failed"; words: string };

type Answer = { ok: true; value: { id: string } } | { ok: false; error: SaveRefusal | string };

const SIGNED_OUT =
  "You are not signed in any more. Sign in again in another tab, then save here: nothing you typed is lost.";
const GONE = "This product is not there any more. Somebody took it out of the shop.";
const NOT_ANSWERED =
  "The shop could not be reached. Nothing you typed is lost; please save again in a moment.";

const failed = (words: string): SaveEnd => ({ kind: "failed", words });

function endOf(answer: Answer): SaveEnd {
  if (answer.ok) return { kind: "saved", id: answer.value.id };
  const { error } = answer;
  if (typeof error === "string") return failed("The shop did not understand. Nothing was changed.");
  if (error.code === "invalid") return { kind: "invalid", problems: error.problems };
  if (error.code === "conflict") return { kind: "conflict", current: error.current };
  return failed(error.code === "not_found" ? GONE : SIGNED_OUT);
}

/** Sends the product form; never throws, and never leaves the page: what is typed stays whatever the answer. */
export async function sendProduct(asked: Asked): Promise<SaveEnd> {
  try {
    const response = await fetch("/admin/products/save", {
      method: "POST",
      headers: { "Content-Type": "application/json", Accept: "application/json" },
      body: JSON.stringify(asked),
    });
    return response.redirected ? failed(SIGNED_OUT) : endOf(await response.json());
  } catch {
    return failed(NOT_ANSWERED);
  }
}
