import { data, redirect } from "react-router";
import { z } from "zod";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import type { Result } from "#core/result.ts";
import { fail } from "#core/result.ts";
import { MAX_CATEGORY_NAME_LENGTH } from "#features/catalog/admin/category-input.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { BeginFailure } from "#features/product-import/begin-import.server.ts";
import { beginImport, checkAgain } from "#features/product-import/begin-import.server.ts";
import { cancelImport } from "#features/product-import/cancel-import.server.ts";
import { receiveFile } from "#features/product-import/receive-file.server.ts";
import { startImport } from "#features/product-import/start-import.server.ts";
import type { Route } from "./+types/import.ts";
import { loadImport } from "./import-content.server.ts";
import { ImportPage } from "./import-page.tsx";

const IMPORT_PATH = "/admin/import";

const fallbackCategory = z.string().trim().min(1).max(MAX_CATEGORY_NAME_LENGTH);

/** What the page asks for: a file comes in one piece from browsers without script, else as an upload. */
const asked = z.union([
  z.object({ intent: z.literal("check"), fallbackCategory, uploadId: z.uuid() }),
  z.object({ intent: z.literal("check"), fallbackCategory, file: z.instanceof(File) }),
  z.object({ intent: z.literal("again"), fallbackCategory, id: z.uuid() }),
  z.object({ intent: z.enum(["start", "cancel"]), id: z.uuid() }),
]);

type Failure = BeginFailure | "not_found" | "nothing" | "invalid";

const failureWords: Record<Exclude<Failure, "forbidden">, string> = {
  busy: "An import is running. Please wait for its end, or stop it first.",
  unfit: "The file is empty or larger than 20 MB. Please choose another one.",
  gone: "The file is not here any more. Please choose it again.",
  not_found: "This import is over already.",
  nothing: "There is nothing to import in this file.",
  invalid: "Please choose a CSV file.",
};

async function act(deps: AppDeps, actor: Actor, form: FormData): Promise<Result<unknown, Failure>> {
  const { data: ask } = asked.safeParse(Object.fromEntries(form));
  if (!ask) return fail("invalid");
  if ("uploadId" in ask) return receiveFile(deps, { actor, ...ask });
  if ("file" in ask) {
    const file = { name: ask.file.name, bytes: new Uint8Array(await ask.file.arrayBuffer()) };
    return beginImport(deps, { actor, file, fallbackCategory: ask.fallbackCategory });
  }
  if ("fallbackCategory" in ask) return checkAgain(deps, { actor, ...ask });
  const { id, intent } = ask;
  return intent === "start" ? startImport(deps, { actor, id }) : cancelImport(deps, { actor, id });
}

/** Does what the page's forms ask for and leads back to it; a refusal is told in words. */
async function handleImportForm(request: Request, deps: AppDeps, actor: Actor) {
  const form = await request.formData().catch(() => new FormData());
  const done = await act(deps, actor, form);
  if (done.ok) return redirect(IMPORT_PATH);
  if (done.error === "forbidden") return refuse();
  return data({ words: failureWords[done.error] }, { status: 422 });
}

export function loader({ context, url }: Route.LoaderArgs) {
  const [deps, actor] = [context.get(depsContext), context.get(actorContext)];
  return loadImport({ deps, actor, params: url.searchParams });
}

export function action({ request, context }: Route.ActionArgs) {
  return handleImportForm(request, context.get(depsContext), context.get(actorContext));
}

export const meta: Route.MetaFunction = () => [
  { title: "Import products | Content Management System" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

/** Products from a CSV file. */
export default function ImportProducts({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <AdminPage
      title="Import products"
      lead="From a CSV file, in Shopify's columns. It is checked line by line before anything changes."
    >
      <ImportPage content={loaderData} refusal={actionData?.words ?? null} />
    </AdminPage>
  );
}
