import { data, Link } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { submitForm, UNREACHED } from "#app/web/submit-form.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { listCloths } from "#features/garments/cloth/cloth-queries.server.ts";
import { EFFECT_LISTS } from "#features/garments/options/choice-effect.ts";
import {
  findTermsForm,
  readTermsSubject,
} from "#features/garments/options/terms-form-queries.server.ts";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/terms.ts";
import { BackLink } from "./atelier-nav.tsx";
import type { TermsFormResult } from "./handle-terms-form.server.ts";
import { handleTermsForm } from "./handle-terms-form.server.ts";
import { PicturedWarnings } from "./pictured-fields.tsx";
import { TermsEditor } from "./terms-editor.tsx";

function subjectOf(text: string) {
  const subject = readTermsSubject(text);
  if (!subject) throw data(null, { status: 404 });
  return subject;
}

export async function loader({ context, params }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const subject = subjectOf(params.subject);
  const [content, cloths] = await Promise.all([
    findTermsForm(db, { actor, subject }),
    listCloths(db, { actor }),
  ]);
  if (!content.ok || !cloths.ok) return refuse();
  if (!content.value) throw data(null, { status: 404 });
  return { content: content.value, cloths: cloths.value, effects: EFFECT_LISTS };
}

export function action({ request, context, params }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  return handleTermsForm(request, deps, { actor, subject: subjectOf(params.subject) });
}

/** Keeps the input when the shop is unreachable. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitForm(() => serverAction(), UNREACHED);
}

const titleOf = ({
  product,
  garmentType,
}: {
  product: { name: string } | null;
  garmentType: string;
}) => (product ? product.name : garmentTypeName(garmentType).name);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Made to measure: ${titleOf(loaderData.content)}` : "Made to measure" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Nothing is made to measure here",
  text: "The product may have been deleted, or the URL is incomplete.",
  list: { label: "Made to measure", path: "/admin/atelier" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function Terms({ loaderData, actionData, params }: Route.ComponentProps) {
  const { cloths, content, effects } = loaderData;
  const { product, garmentType, version } = content;
  const result: TermsFormResult | undefined = actionData;
  return (
    <AdminPage
      title={titleOf(content)}
      lead={
        product ? "Made to measure, with terms of its own." : "Made to measure, as a garment type."
      }
    >
      <p className="mb-5 flex flex-wrap gap-x-6">
        <BackLink to="/admin/atelier">All terms</BackLink>
        {product && (
          <>
            <Link to={`/admin/atelier/terms/${garmentType}`} className="link py-2.5 text-sm">
              Garment type: {garmentTypeName(garmentType).name}
            </Link>
            <Link to={`/admin/products/edit/${product.id}`} className="link py-2.5 text-sm">
              Edit the product
            </Link>
          </>
        )}
      </p>
      {product && !product.hasCustom && (
        <Notice kind="warning" title="This product does not have the size Custom" className="mb-6">
          Add the size on the product's page to offer it made to measure.
        </Notice>
      )}
      <PicturedWarnings warnings={content.warnings} />
      <div role="status" className="empty:sr-only">
        {result?.done && (
          <Notice kind="success" className="mb-6">
            {result.done}
          </Notice>
        )}
      </div>
      <TermsEditor
        key={`${params.subject} ${version}`}
        content={content}
        cloths={cloths}
        effects={effects}
        result={result}
      />
    </AdminPage>
  );
}
