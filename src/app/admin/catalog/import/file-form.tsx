import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { DetailedError } from "tus-js-client";
import { useDraggedFiles } from "#app/admin/catalog/media/upload-progress.tsx";
import { formatPercent } from "#core/format-number.ts";
import { UPLOAD_CHUNK_BYTES } from "#features/base/media/upload-rules.ts";
import { CSV_TYPE, validateFile } from "#features/catalog/product-file/file-limits.ts";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";

const PAUSES_MS = [0, 500, 1000, 2000, 4000, 8000, 15_000, 30_000];
const LOST = "The connection was lost before the file had arrived. Please choose it again.";

type ImportFileUpload = { ok: true; uploadId: string } | { ok: false; message: string };

/** Uploads in chunks (ADR 0012) with the shop's own type: operating systems differ. */
async function uploadImportFile(
  file: File,
  onProgress: (share: number) => void,
): Promise<ImportFileUpload> {
  const refusal = validateFile(file);
  if (refusal !== null) return { ok: false, message: refusal };
  const tus = await import("tus-js-client");
  return new Promise((resolve) => {
    const upload = new tus.Upload(file, {
      endpoint: "/admin/uploads",
      chunkSize: UPLOAD_CHUNK_BYTES,
      retryDelays: PAUSES_MS,
      // A product file may change between attempts.
      storeFingerprintForResuming: false,
      metadata: { filename: file.name, filetype: CSV_TYPE },
      onProgress: (sent, total) => onProgress(total === 0 ? 1 : sent / total),
      onError: (error) => resolve({ ok: false, message: messageOf(error) }),
      onSuccess: () => resolve({ ok: true, uploadId: upload.url?.split("/").at(-1) ?? "" }),
    });
    upload.start();
  });
}

function messageOf(error: Error | DetailedError): string {
  const response = "originalResponse" in error ? error.originalResponse : null;
  const status = response?.getStatus() ?? 0;
  const text = response?.getBody().trim() ?? "";
  const isSaid = status >= 400 && status < 500 && text.length < 200 && !text.startsWith("<");
  return isSaid && text !== "" ? text : LOST;
}

type Props = {
  categories: readonly string[];
  fallbackCategory: string;
  /** Shows only the button, because another file waits. */
  isNext: boolean;
  refusal: string | null;
};

const ACCEPT = ".csv,.tsv,.txt,text/csv";

/** Starts the check after the upload; `share` is the part sent, or null. */
function useSending(form: { current: HTMLFormElement | null }) {
  const submit = useSubmit();
  const [share, setShare] = useState<number | null>(null);
  const [text, setMessage] = useState<string | null>(null);
  async function send(file: File | undefined) {
    if (!file || share !== null) return;
    setMessage(null);
    setShare(0);
    const sent = await uploadImportFile(file, setShare);
    setShare(null);
    if (!sent.ok) return setMessage(sent.message);
    const fallbackCategory = String(
      new FormData(form.current ?? undefined).get("fallbackCategory"),
    );
    const requested = { intent: "check", uploadId: sent.uploadId, fallbackCategory };
    await submit(requested, { method: "post", preventScrollReset: true });
  }
  return { share, message: text, send };
}

export function FileForm({ categories, fallbackCategory, isNext, refusal }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { share, message, send } = useSending(form);
  const isHydrated = useHydrated();
  const isReceived = useNavigation().formData?.get("intent") === "check";
  const dragged = useDraggedFiles();
  return (
    <Form
      ref={form}
      method="post"
      encType="multipart/form-data"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void send(event.dataTransfer.files[0]);
      }}
      className={`border border-dashed px-5 py-6 transition-colors sm:px-8 sm:py-8 ${dragged ? "border-forest bg-paper" : "border-edge"}`}
    >
      <input type="hidden" name="intent" value="check" />
      <div className="grid items-end gap-x-8 gap-y-5 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div>
          {isHydrated ? (
            <FileButton
              isNext={isNext}
              isSending={share !== null}
              isReceived={isReceived}
              dragged={dragged}
              onChoose={() => picker.current?.click()}
            />
          ) : (
            <label className="block text-sm font-medium">
              CSV file
              <input
                type="file"
                name="file"
                accept={ACCEPT}
                required
                className="mt-1.5 block w-full text-sm font-normal"
              />
            </label>
          )}
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="CSV file of products"
            accept={ACCEPT}
            onChange={(event) => {
              void send(event.target.files?.[0]);
              event.target.value = "";
            }}
          />
        </div>
        {isNext ? (
          <input type="hidden" name="fallbackCategory" value={fallbackCategory} />
        ) : (
          <FallbackField categories={categories} fallbackCategory={fallbackCategory} />
        )}
      </div>
      {!isHydrated && (
        <Button type="submit" className="mt-5">
          Check the file
        </Button>
      )}
      {share !== null && (
        <div className="mt-5">
          <ProgressBar label="Sending the file" done={share} total={1} />
        </div>
      )}
      <p role="alert" className="text-sm text-hibiscus">
        {(message ?? refusal) && <span className="mt-4 block">{message ?? refusal}</span>}
      </p>
    </Form>
  );
}

type FileButtonProps = {
  isNext: boolean;
  isSending: boolean;
  isReceived: boolean;
  dragged: boolean;
  onChoose: () => void;
};

/** Opens the file dialog and says that a file can be dropped. */
function FileButton({ dragged, isNext, isReceived, isSending, onChoose }: FileButtonProps) {
  return (
    <>
      <Button
        size={isNext ? "md" : "lg"}
        variant={isNext ? "secondary" : "primary"}
        busy={isSending || isReceived}
        busyLabel={isSending ? "Sending the file..." : "Reading the file..."}
        onClick={onChoose}
      >
        <FileUp size={18} aria-hidden="true" />
        {isNext ? "Choose another file" : "Choose a CSV file"}
      </Button>
      <p className="mt-3 text-sm text-ink-soft">
        {dragged ? "Drop it here." : "Or drop it here."} It is checked first, line by line: nothing
        changes before you say so.
      </p>
    </>
  );
}

type FallbackFieldProps = { categories: readonly string[]; fallbackCategory: string };

/** The category of new products that name none. */
export function FallbackField({ categories, fallbackCategory }: FallbackFieldProps) {
  return (
    <Field
      label="New products without a category go to"
      hint="For products whose category the file does not name."
    >
      <Select name="fallbackCategory" defaultValue={fallbackCategory}>
        {categories.map((name) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
    </Field>
  );
}

type ProgressBarProps = {
  label: string;
  done: number;
  /** 0 while the size is unknown. */
  total: number;
};

export function ProgressBar({ label, done, total }: ProgressBarProps) {
  const percent = total === 0 ? 0 : Math.min(100, Math.floor((done / total) * 100));
  return (
    <div className="flex items-center gap-4">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="h-2 grow overflow-hidden bg-line"
      >
        <div
          className="h-full origin-left bg-forest transition-transform duration-300 motion-reduce:transition-none"
          style={{ transform: `scaleX(${percent / 100})` }}
        />
      </div>
      <span className="figures w-12 text-right text-sm font-medium">{formatPercent(percent)}</span>
    </div>
  );
}
