import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import type { ActionResult } from "#app/web/admin-action.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { canonicalJson } from "#core/canonical-json.ts";
import type {
  DraftImage,
  ProductForm,
  ProductProblems,
} from "#features/catalog/admin/product-form.ts";
import {
  acceptTheirs,
  postedProduct,
  productFormOf,
} from "#features/catalog/admin/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/admin/product-form-queries.server.ts";
import { showToast } from "#ui/toast-store.ts";
import { productFormRefusal } from "../product-messages.ts";
import { storedImages, useFormImages } from "./form-images.ts";

type Start = {
  /** The current product; null for a new one. */
  seen: ProductSnapshot | null;
  form: ProductForm;
  /** The result of a post before the script ran. */
  posted: ActionResult | null;
};

const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other);

/** The form of a refused post, else the initial one. */
function firstForm({ form, posted }: Start): ProductForm {
  const submitted = posted?.form?.initialValue;
  return submitted ? productFormOf(submitted) : form;
}

/** Whether a post without JavaScript met a newer version. */
const isOutdated = ({ seen, posted }: Start): boolean =>
  posted?.error === "conflict" && seen !== null;

/** Replaces the posted images by these; the page's files are not posted. */
function bodyOf(formData: FormData, images: readonly DraftImage[]): FormData {
  const body = new FormData();
  for (const [name, value] of formData) {
    if (typeof value === "string" && !/^(?:images\[|primaryImage$)/.test(name)) {
      body.append(name, value);
    }
  }
  for (const [index, { mediaId, altText, primary, color }] of images.entries()) {
    body.append(`images[${index}].mediaId`, mediaId);
    body.append(`images[${index}].altText`, altText);
    if (color) body.append(`images[${index}].color`, color);
    if (primary) body.append("primaryImage", mediaId);
  }
  return body;
}

function sayRefused(problems: ProductProblems): void {
  const description = Object.values(problems).join(". ");
  showToast({ kind: "error", title: "Failed to save product", description });
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[aria-invalid]")?.focus());
}

const firstOf = (errors: Record<string, string[] | null>): ProductProblems =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) => (messages ? [[name, messages[0]]] : [])),
  );

/** Validates on blur and on save; `onSave` receives valid input. */
function useValidation(posted: ActionResult | null, onSave: (formData: FormData) => void) {
  const [form] = useForm<Record<string, unknown>, unknown>({
    id: "product",
    lastResult: posted?.done === false ? posted.form : undefined,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = parseWithZod(formData, { schema: postedProduct });
      if (submission.status === "error") sayRefused(firstOf(submission.error ?? {}));
      return submission;
    },
    onSubmit(event, { formData }) {
      event.preventDefault();
      onSave(formData);
    },
  });
  return { conform: form, problems: firstOf(form.allErrors) };
}

/** The loaded version, and whether someone else saved a newer one. */
function useVersions(start: Start) {
  const { seen } = start;
  const [base, setBase] = useState(seen);
  const [opened, setOpened] = useState(seen?.form ?? start.form);
  const [isConflict, setConflict] = useState(isOutdated(start));
  return {
    base,
    opened,
    current: isConflict ? seen : null,
    reportConflict: () => setConflict(true),
    goOnFrom(current: ProductSnapshot) {
      setBase(current);
      setOpened(current.form);
      setConflict(false);
    },
  };
}

/** The product form's state: input, errors, others' changes, and saving. */
export function useProductForm(start: Start) {
  const [form, setForm] = useState(() => firstForm(start));
  const { base, opened, current, reportConflict, goOnFrom } = useVersions(start);
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const images = useFormImages(form.images);
  const isLeaving = useRef(false);
  const { revalidate } = useRevalidator();
  const { post, result } = useAdminAction(productFormRefusal, {
    hasToast: ({ done }) => done,
    loadsAfterRefusal: false,
    onDone: () => {
      isLeaving.current = true;
    },
  });
  const whole = (): ProductForm => ({ ...form, images: storedImages(images.entries) });
  const { conform, problems } = useValidation(result ?? start.posted, (formData) => {
    if (!busy && form.categoryId !== "") void save(formData);
  });
  const hasNewFiles = images.entries.some(({ mediaId }) => mediaId === null);

  async function save(formData: FormData): Promise<void> {
    setFailure(null);
    // Prevents a second save while the next page loads.
    setBusy(true);
    if (!(await send(formData))) setBusy(false);
  }

  async function send(formData: FormData): Promise<boolean> {
    const uploaded = await images.uploadAll();
    if (!uploaded) {
      setFailure("An image was not uploaded. Save again to retry.");
      return false;
    }
    const saved = await post(bodyOf(formData, storedImages(uploaded)));
    if (saved.done) return true;
    if (saved.error === "conflict") {
      await revalidate();
      reportConflict();
    } else if (saved.error === "invalid" && saved.form?.error) {
      sayRefused(firstOf(saved.form.error));
    } else setFailure(saved.notice?.description ?? "");
    return false;
  }

  return {
    form,
    set: (change: Partial<ProductForm>) => setForm((held) => ({ ...held, ...change })),
    conform,
    problems,
    images,
    whole,
    failure,
    busy,
    base,
    current,
    /** Continues from the current product, with these fields as the other person saved them. */
    settle(fields: readonly (keyof ProductForm)[]): void {
      if (!current) return;
      const merged = acceptTheirs(whole(), current.form, fields);
      setForm(merged);
      if (fields.includes("images")) images.replaceAll(merged.images);
      goOnFrom(current);
    },
    isChanged: !isSame(whole(), opened) || hasNewFiles,
    isLeaving,
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
