import { data, redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import { deleteOrderView } from "#features/orders/list/delete-order-view.server.ts";
import { keepOrderView } from "#features/orders/list/keep-order-view.server.ts";
import { MAX_ORDER_VIEWS } from "#features/orders/list/order-view.ts";
import { renameOrderView } from "#features/orders/list/rename-order-view.server.ts";
import type { ViewRefusal } from "./view-forms.tsx";

type ViewPost = { deps: AppDeps; actor: Actor; search: string; form: FormData };

const listPath = (query: string) => `/admin/orders${query === "" ? "" : `?${query}`}`;

/** Answers a form under the list's filters: kept, renamed or deleted leads to the list; a refusal keeps the name that was typed. */
export async function handleOrderViewForm({ deps, actor, search, form }: ViewPost) {
  const intent = fieldText(form, "intent");
  const name = fieldText(form, "name");
  const id = fieldText(form, "id");
  if (intent === "delete") {
    const deleted = await deleteOrderView(deps, { actor, id });
    return deleted.ok ? redirect(listPath("")) : refuse();
  }
  if (intent !== "keep" && intent !== "rename") throw data(null, { status: 400 });
  const kept =
    intent === "keep"
      ? await keepOrderView(deps, { actor, name, search })
      : await renameOrderView(deps, { actor, id, name });
  if (kept.ok) return redirect(listPath(kept.value.query));
  const refused = (message: string) =>
    data<ViewRefusal>({ intent, message, name }, { status: 400 });
  switch (kept.error.code) {
    case "forbidden":
      return refuse();
    case "not_found":
      return refused("This view is gone");
    case "too_many":
      return refused(`The list holds up to ${MAX_ORDER_VIEWS} views. Delete one first`);
    case "invalid":
      return refused(kept.error.message);
  }
}
