import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import type { ProductForm, ProductProblems } from "#features/catalog/admin/product-form.ts";
import { problemsOf } from "#features/catalog/admin/product-form.ts";
import { acceptTheirs } from "#features/catalog/admin/product-form-merge.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import type { SaveRefusal } from "#features/catalog/admin/save-product.server.ts";
import { showToast } from "#ui/toast-store.ts";
import { savedImages } from "./form-image.ts";
import { useFormImages } from "./use-form-images.ts";

type Asked = { seen: { id: string; version: number } | null; form: ProductForm };

/** How a save ended. */
type SaveEnd =
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
async function sendProduct(asked: Asked): Promise<SaveEnd> {
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

type Start = {
  /** The product as it was opened; null for a new one. */
  seen: ProductSnapshot | null;
  /** What stands in the fields at first. */
  form: ProductForm;
  problems: ProductProblems;
  current: ProductSnapshot | null;
  /** Where saving leads. */
  afterSave: string;
};

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** What is typed, with its pictures, and what is wrong with it. */
function useTyped(start: Start) {
  const [form, setForm] = useState(start.form);
  const [problems, setProblems] = useState(start.problems);
  const desk = useFormImages(start.form.images);
  const whole = (): ProductForm => ({ ...form, images: savedImages(desk.pictures) });

  function set(change: Partial<ProductForm>): void {
    setForm((held) => ({ ...held, ...change }));
    const cleared = Object.fromEntries(Object.keys(change).map((field) => [field, undefined]));
    setProblems((held) => ({ ...held, ...cleared }));
  }

  /** Says on leaving a field what is wrong with it. */
  const check = (field: keyof ProductForm) =>
    setProblems((held) => ({ ...held, [field]: problemsOf(whole())[field] }));

  function refuse(next: ProductProblems): void {
    setProblems(next);
    const words = Object.values(next).filter(Boolean);
    showToast({ kind: "error", title: "Failed to save product", description: words.join(". ") });
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[aria-invalid]")?.focus());
  }

  return { form, setForm, problems, desk, whole, set, check, refuse };
}

/** The product form's state: what is typed, what is wrong, what somebody else did, and saving it. */
export function useProductForm(start: Start) {
  const navigate = useNavigate();
  const [base, setBase] = useState(start.seen);
  const [theirs, setTheirs] = useState(start.current);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const typed = useTyped(start);
  const { form, desk, whole } = typed;
  const isLeaving = useRef(false);
  const [opened, setOpened] = useState(start.seen?.form ?? start.form);
  const isChanged = !same(whole(), opened) || desk.pictures.some(({ mediaId }) => mediaId === null);

  async function send(): Promise<void> {
    const pictures = await desk.uploadAll();
    if (!pictures) return setFailure("A picture did not get through. Save again to try once more.");
    const answer = await sendProduct({
      seen: base && { id: base.id, version: base.version },
      form: { ...form, images: savedImages(pictures) },
    });
    if (answer.kind === "saved") {
      isLeaving.current = true;
      const title = base ? "Product updated successfully" : "Product created successfully";
      const view = () => window.open(`/product/${answer.id}`, "_blank", "noopener");
      // Busy until the next page is there: a form that is being left takes no second save.
      await navigate(start.afterSave);
      showToast({ kind: "success", title, action: { label: "View in shop", onSelect: view } });
    } else if (answer.kind === "invalid") typed.refuse(answer.problems);
    else if (answer.kind === "conflict") setTheirs(answer.current);
    else setFailure(answer.words);
  }

  async function save(): Promise<void> {
    if (busy || form.categoryId === "") return;
    setFailure(null);
    const wrong = problemsOf(whole());
    if (Object.values(wrong).some(Boolean)) return typed.refuse(wrong);
    setBusy(true);
    await send();
    setBusy(false);
  }

  /** Goes on from how the product stands by now, with those fields as somebody else left them. */
  function settle(fields: readonly (keyof ProductForm)[]): void {
    if (!theirs) return;
    const merged = acceptTheirs(whole(), theirs.form, fields);
    typed.setForm(merged);
    if (fields.includes("images")) desk.replaceAll(merged.images);
    setBase(theirs);
    setOpened(theirs.form);
    setTheirs(null);
  }

  return { ...typed, failure, busy, save, base, current: theirs, settle, isChanged, isLeaving };
}

/** What the form's parts are given of it. */
export type ProductFormState = ReturnType<typeof useProductForm>;
