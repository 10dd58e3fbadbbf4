import { redirect } from "react-router";
import { z } from "zod";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { MAX_CATEGORY_NAME_LENGTH } from "#features/catalog/categories/category-input.ts";
import type { BeginFailure } from "#features/catalog/product-import/begin-import.server.ts";
import { beginImport, checkAgain } from "#features/catalog/product-import/begin-import.server.ts";
import { cancelImport } from "#features/catalog/product-import/cancel-import.server.ts";
import { IMPORT_FILTERS } from "#features/catalog/product-import/import-filter.ts";
import { receiveFile } from "#features/catalog/product-import/receive-file.server.ts";
import { startImport } from "#features/catalog/product-import/start-import.server.ts";
import { undoImport } from "#features/catalog/product-import/undo-import.server.ts";
import {
  forgetWaitingImages,
  requestWaitingImages,
} from "#features/catalog/product-import/waiting-images.server.ts";
import type { Route } from "./+types/import.ts";
import { loadImport } from "./import-content.server.ts";
import { ImportPage } from "./import-page.tsx";

const IMPORT_PATH = "/admin/import";

const fallbackCategory = z.string().trim().min(1).max(MAX_CATEGORY_NAME_LENGTH);

const NO_FILE = "Please choose a CSV file.";

/** The form holds a whole file without JavaScript, otherwise the upload's id. */
const importForm = z.discriminatedUnion(
  "intent",
  [
    z
      .object({
        intent: z.literal("check"),
        fallbackCategory,
        uploadId: z.uuid().optional(),
        file: z.instanceof(File).optional(),
      })
      .refine(({ uploadId, file }) => uploadId || file, { path: ["file"], error: NO_FILE }),
    z.object({ intent: z.literal("again"), fallbackCategory, id: z.uuid() }),
    z.object({ intent: z.enum(["start", "cancel", "undo"]), id: z.uuid() }),
    z.object({ intent: z.enum(["fetch-images", "forget-images"]), host: z.string().max(253) }),
  ],
  NO_FILE,
);

type Failure = BeginFailure | "not_found" | "nothing";

const failureMessages: Record<Exclude<Failure, "forbidden">, string> = {
  busy: "An import is running. Please wait for its end, or stop it first.",
  unfit: "The file is empty or larger than 20 MB. Please choose another one.",
  gone: "The file is not here any more. Please choose it again.",
  not_found: "This import is over already.",
  nothing: "There is nothing to import in this file.",
};

type Input = z.output<typeof importForm>;

async function act(deps: AppDeps, actor: Actor, input: Input): Promise<Result<unknown, Failure>> {
  switch (input.intent) {
    case "check": {
      const { file, uploadId, fallbackCategory } = input;
      if (uploadId) return receiveFile(deps, { actor, uploadId, fallbackCategory });
      if (!file) return fail("unfit");
      const bytes = new Uint8Array(await file.arrayBuffer());
      return beginImport(deps, { actor, file: { name: file.name, bytes }, fallbackCategory });
    }
    case "again":
      return checkAgain(deps, { actor, ...input });
    case "start":
      return startImport(deps, { actor, id: input.id });
    case "cancel":
      return cancelImport(deps, { actor, id: input.id });
    case "undo":
      return undoImport(deps, { actor, id: input.id });
    case "fetch-images":
      return requestWaitingImages(deps, { actor, host: input.host });
    case "forget-images":
      return forgetWaitingImages(deps, { actor, host: input.host });
  }
}

/** Redirects; a refusal returns with the form. */
async function handleImportForm(request: Request, deps: AppDeps, actor: Actor) {
  const submission = await parseForm(request, importForm);
  if (submission.status !== "success") return rejectForm(submission);
  const done = await act(deps, actor, submission.value);
  if (done.ok) return redirect(IMPORT_PATH, 303);
  if (done.error === "forbidden") return refuse();
  return rejectForm(submission, { formErrors: [failureMessages[done.error]] });
}

function refusalIn(result: FormResult | undefined): string | null {
  return Object.values(result?.error ?? {}).flat()[0] ?? null;
}

function categoryIn(result: FormResult | undefined): string | null {
  const submitted = result?.initialValue?.fallbackCategory;
  return typeof submitted === "string" ? submitted : null;
}

export function loader({ context, url }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return loadImport({ deps, actor, params: url.searchParams });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleImportForm(request, context.get(depsContext), context.get(actorContext));
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Import products | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import products"
      lead="From a CSV file, in Shopify's columns. It is checked line by line before anything changes."
    >
      <UnreadableFilters filters={IMPORT_FILTERS} />
      <ImportPage
        content={loaderData}
        refusal={refusalIn(actionData)}
        submitted={categoryIn(actionData)}
      />
    </AdminPage>
  );
}
