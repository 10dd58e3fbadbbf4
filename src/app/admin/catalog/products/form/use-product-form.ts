import { useForm } from "@conform-to/react";
import type { RefObject } from "react";
import { useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { productFormRefusal } from "#app/admin/catalog/products/product-messages.ts";
import type { ActionResult } from "#app/web/admin-action.ts";
import { parseFields } from "#app/web/form-fields.ts";
import { useAdminAction } from "#app/web/use-admin-action.ts";
import { isSameContent } from "#core/canonical-json.ts";
import { postedProduct, productFormOf } from "#features/catalog/editing/posted-product.ts";
import type {
  DraftImage,
  ProductForm,
  ProductProblems,
} from "#features/catalog/editing/product-form.ts";
import { acceptTheirs, isFree } from "#features/catalog/editing/product-form.ts";
import type { ProductSnapshot } from "#features/catalog/editing/product-form-queries.server.ts";
import { showToast } from "#ui/toast-store.ts";
import { storedImages, useFormImages } from "./form-images.ts";

type Start = {
  /** Null for a new product. */
  snapshot: ProductSnapshot | null;
  form: ProductForm;
  /** Set after a post without JavaScript. */
  posted: ActionResult | null;
};

/** Prefers the form of a refused post. */
function firstForm({ form, posted }: Start): ProductForm {
  const submitted = posted?.form?.initialValue;
  return submitted ? productFormOf(submitted) : form;
}

/** True when a post without JavaScript met a newer version. */
const isOutdated = ({ snapshot, posted }: Start): boolean =>
  posted?.error === "conflict" && snapshot !== null;

/** Omits the page's files, which are uploaded separately. */
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

/** What the toasts of the form report on. */
const SAVE = "save product";

function sayRefused(problems: ProductProblems): void {
  const description = Object.values(problems).join(". ");
  showToast({ kind: "error", title: "Failed to save product", description, about: SAVE });
  requestAnimationFrame(() => document.querySelector<HTMLElement>("[aria-invalid]")?.focus());
}

const firstOf = (errors: Record<string, string[] | null>): ProductProblems =>
  Object.fromEntries(
    Object.entries(errors).flatMap(([name, messages]) => (messages ? [[name, messages[0]]] : [])),
  );

/** Validates on blur and on save; `onSave` receives valid input. */
function useValidation(
  posted: ActionResult | null,
  onSave: (formData: FormData, saveAs: SaveAs) => void,
) {
  const [form] = useForm<Record<string, unknown>, unknown>({
    id: "product",
    lastResult: posted?.done === false ? posted.form : undefined,
    shouldValidate: "onBlur",
    shouldRevalidate: "onInput",
    onValidate({ formData }) {
      const submission = parseFields(formData, postedProduct);
      if (submission.status === "error") sayRefused(firstOf(submission.error ?? {}));
      return submission;
    },
    onSubmit(event, { formData }) {
      event.preventDefault();
      const pressed = (event.nativeEvent as SubmitEvent).submitter;
      onSave(
        formData,
        pressed instanceof HTMLButtonElement && pressed.value === "draft" ? "draft" : "publish",
      );
    },
  });
  return { conform: form, problems: firstOf(form.allErrors) };
}

/** Detects that someone else saved a newer version. */
function useVersions(start: Start) {
  const { snapshot } = start;
  const [base, setBase] = useState(snapshot);
  const [opened, setOpened] = useState(snapshot?.form ?? start.form);
  const [isConflict, setConflict] = useState(isOutdated(start));
  return {
    base,
    opened,
    current: isConflict ? snapshot : null,
    reportConflict: () => setConflict(true),
    goOnFrom(current: ProductSnapshot) {
      setBase(current);
      setOpened(current.form);
      setConflict(false);
    },
  };
}

type SaveAs = "draft" | "publish";

/** Publishing at 0 waits for a confirmation. */
function useFreeQuestion(save: (formData: FormData) => void) {
  const [waiting, setWaiting] = useState<FormData | null>(null);
  return {
    asksForFree: waiting !== null,
    confirmFree: setWaiting,
    respondToFree(isMeant: boolean): void {
      setWaiting(null);
      if (!waiting || !isMeant) return;
      waiting.set("confirmFree", "on");
      save(waiting);
    },
  };
}

type Saving = {
  images: ReturnType<typeof useFormImages>;
  isLeaving: RefObject<boolean>;
  reportConflict: () => void;
};

/** Saves once at a time; a refusal shows its errors. */
function useSaving({ images, isLeaving, reportConflict }: Saving) {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState<SaveAs | null>(null);
  const { revalidate } = useRevalidator();
  const { post, result } = useAdminAction(productFormRefusal, {
    about: SAVE,
    hasToast: ({ done }) => done,
    loadsAfterRefusal: false,
    onDone: () => {
      isLeaving.current = true;
    },
  });

  async function save(formData: FormData): Promise<void> {
    setFailure(null);
    // Prevents a second save while the next page loads.
    setBusy(formData.get("save") === "draft" ? "draft" : "publish");
    if (!(await send(formData))) setBusy(null);
  }

  async function send(formData: FormData): Promise<boolean> {
    const uploaded = await images.uploadAll();
    if (!uploaded) {
      setFailure(
        "An image was not uploaded: it is marked below. Save again to retry, or remove it.",
      );
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

  return { save, failure, busy, result };
}

export function useProductForm(start: Start) {
  const [form, setForm] = useState(() => firstForm(start));
  const { base, opened, current, reportConflict, goOnFrom } = useVersions(start);
  const images = useFormImages(form.images);
  const isLeaving = useRef(false);
  const { save, failure, busy, result } = useSaving({ images, isLeaving, reportConflict });
  const whole = (): ProductForm => ({ ...form, images: storedImages(images.entries) });
  const { confirmFree, ...free } = useFreeQuestion((formData) => void save(formData));
  const isPublished = base !== null && !base.form.draft;
  const { conform, problems } = useValidation(result ?? start.posted, (formData, saveAs) => {
    if (busy || form.categoryId === "") return;
    formData.set("save", saveAs);
    if (saveAs === "publish" && !isPublished && isFree(form)) confirmFree(formData);
    else void save(formData);
  });
  const hasNewFiles = images.entries.some(({ mediaId }) => mediaId === null);

  return {
    form,
    set: (change: Partial<ProductForm>) => setForm((held) => ({ ...held, ...change })),
    conform,
    problems,
    images,
    whole,
    failure,
    /** Names the button whose save is running. */
    busy,
    ...free,
    base,
    current,
    /** Continues from the current product, keeping these fields as the other person saved them. */
    settle(fields: readonly (keyof ProductForm)[]): void {
      if (!current) return;
      const merged = acceptTheirs(whole(), current.form, fields);
      setForm(merged);
      if (fields.includes("images")) images.replaceAll(merged.images);
      goOnFrom(current);
    },
    isChanged: !isSameContent(whole(), opened) || hasNewFiles,
    isLeaving,
  };
}

export type ProductFormState = ReturnType<typeof useProductForm>;
