import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import type { Route } from "./+types/cloth-new.ts";
import { BackLink } from "./atelier-nav.tsx";
import { ClothForm } from "./cloth-form.tsx";
import { handleNewCloth } from "./handle-cloth-form.server.ts";

export function action({ request, context }: Route.ActionArgs) {
  return handleNewCloth(request, context.get(depsContext), context.get(actorContext));
}

/** Keeps the input when the shop is unreachable. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(() => serverAction(), UNREACHED);
}

export const meta: Route.MetaFunction = () => [
  { title: "Add cloth" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function NewCloth({ actionData }: Route.ComponentProps) {
  return (
    <AdminPage title="Add cloth" lead="Its metres are entered on its own page.">
      <p className="mb-5">
        <BackLink to="/admin/atelier/cloth">All cloth</BackLink>
      </p>
      <ClothForm cloth={null} result={actionData} />
    </AdminPage>
  );
}
