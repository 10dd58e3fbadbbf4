import { data, Form, redirect, useNavigation } from "react-router";
import { z } from "zod";
import { BackLink } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { allTexts, readFields, shownVersion } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import {
  findProductPattern,
  saveProductPattern,
} from "#features/garments/order-patterns/product-patterns.server.ts";
import { readProductPattern } from "#features/garments/order-patterns/product-patterns.ts";
import {
  COMPONENT_NAMES,
  designsOfComponent,
  PATTERN_COMPONENTS,
} from "#features/patterns/designs/pattern-table.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox, Switch } from "#ui/checkbox.tsx";
import { FieldError } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";
import type { Route } from "./+types/pattern-table-product.ts";
import { ComponentFields } from "./component-fields.tsx";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const found = await findProductPattern(context.get(depsContext).db, {
    actor: context.get(actorContext),
    productId: params.product,
  });
  if (!found.ok) return refuse();
  if (!found.value) throw data(null, { status: 404 });
  const table = COMPONENT_NAMES.map((name) => {
    const isByHand = designsOfComponent(name).length === 0;
    return { name, title: PATTERN_COMPONENTS[name].title, isByHand };
  });
  return { entry: found.value, table, isSaved: url.searchParams.get("done") === "saved" };
}

const CONFLICT = "Somebody changed this product meanwhile. Nothing was saved: please look again.";

type Submitted = {
  source: string;
  components: readonly string[];
  isDownloadable: boolean;
  /** The texts are keyed by field name. */
  texts: Readonly<Record<string, string>>;
};

const patternFields = z.looseObject({
  source: z.string().catch("type"),
  components: z.array(z.string()).catch([]),
  version: shownVersion,
});

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const subject = { actor: context.get(actorContext), productId: params.product };
  const form = await readFormData(request);
  const found = await findProductPattern(deps.db, subject);
  if (!found.ok) return refuse();
  if (!found.value) throw data(null, { status: 404 });
  const fields = readFields(form, patternFields);
  const texts = allTexts.parse(fields);
  const read = readProductPattern(
    { read: (name) => texts[name] ?? null, readAll: () => fields.components },
    found.value.ofType,
  );
  const submitted: Submitted = {
    source: fields.source,
    components: fields.components,
    isDownloadable: texts.isDownloadable !== undefined,
    texts,
  };
  if (!read.ok) return data({ submitted, errors: read.error, message: null }, { status: 422 });
  const { version } = fields;
  const saved = await saveProductPattern(deps, { ...subject, version, entry: read.value });
  if (saved.ok) return redirect(`/admin/atelier/pattern-table/${params.product}?done=saved`, 303);
  if (saved.error === "forbidden") return refuse();
  if (saved.error === "not_found") throw data(null, { status: 404 });
  return data({ submitted, errors: {}, message: CONFLICT }, { status: 409 });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Pattern table: ${loaderData.entry.name}` : "Pattern table" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Nothing is drafted here",
  text: "The product may have been deleted, or it has no size Custom.",
  list: { label: "Pattern table", path: "/admin/atelier/pattern-table" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function PatternTableProduct({ actionData, loaderData }: Route.ComponentProps) {
  const { entry, isSaved, table } = loaderData;
  const busy = useNavigation().state === "submitting";
  const submitted = actionData?.submitted;
  const errors: Readonly<Record<string, string>> = actionData?.errors ?? {};
  const titleOf = (name: string) => table.find((each) => each.name === name)?.title ?? name;
  const chosen: readonly string[] = submitted?.components ?? entry.own ?? entry.ofType;
  const hasErrors = Object.keys(errors).length > 0;
  return (
    <AdminPage title={entry.name} lead={`Garment type: ${garmentTypeName(entry.garmentType).name}`}>
      <p className="mb-5">
        <BackLink to="/admin/atelier/pattern-table">Pattern table</BackLink>
      </p>
      {isSaved && !actionData && (
        <Notice kind="success" live className="mb-6">
          Saved. New orders are drafted like this.
        </Notice>
      )}
      {(actionData?.message || hasErrors) && (
        <Notice kind="error" live className="mb-6">
          {actionData?.message ?? "Nothing was saved. Please correct the fields below."}
        </Notice>
      )}
      <Form key={entry.version} method="post" className="max-w-prose space-y-10" noValidate>
        <input type="hidden" name="version" value={entry.version} />
        <RadioGroup
          legend="Drafted as"
          name="source"
          defaultValue={submitted?.source ?? (entry.own ? "own" : "type")}
          options={[
            {
              value: "type",
              label: "Its garment type",
              hint: entry.ofType.map(titleOf).join(" and "),
            },
            { value: "own", label: "The patterns chosen below" },
          ]}
        />
        <fieldset aria-describedby="components-error">
          <legend className="mb-1 text-sm font-medium">Patterns of this product</legend>
          <div className="gap-x-8 sm:columns-2">
            {table.map(({ isByHand, name, title }) => (
              <Checkbox
                key={name}
                name="components"
                value={name}
                defaultChecked={chosen.includes(name)}
                label={title}
                className="break-inside-avoid"
                {...(isByHand && { hint: "Drafted by hand" })}
              />
            ))}
          </div>
          <FieldError id="components-error" error={errors.components} />
        </fieldset>
        {entry.forms.map((form) => (
          <OrderSection key={form.component} id={form.component} title={form.title}>
            <ComponentFields form={form} errors={errors} texts={submitted?.texts ?? {}} />
          </OrderSection>
        ))}
        <Switch
          name="isDownloadable"
          defaultChecked={submitted?.isDownloadable ?? entry.isDownloadable}
          label="Customers may download the pattern of their own garment"
          hint="At true scale, from the page of their order, once the tailor has approved it."
        />
        <Button type="submit" busy={busy} busyLabel="Saving...">
          Save
        </Button>
      </Form>
    </AdminPage>
  );
}
