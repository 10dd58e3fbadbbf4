import { getFormProps, useForm } from "@conform-to/react";
import { ArrowLeft } from "lucide-react";
import type { RefObject } from "react";
import { useRef } from "react";
import { data, Form, Link, useNavigation } from "react-router";
import { editProductPath } from "#app/components/admin/product-urls.ts";
import { FormErrors, FormField } from "#app/components/form/form-field.tsx";
import { UnreadableFilters } from "#app/components/page/unreadable-filters.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { redirectPagePost } from "#app/web/admin-action.server.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import type { FormResult } from "#app/web/form.server.ts";
import { parseForm, rejectForm, textFields } from "#app/web/form.server.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { ok } from "#core/result.ts";
import type { FilterReader } from "#core/unreadable-filters.ts";
import { oneOf } from "#core/unreadable-filters.ts";
import { MEASUREMENTS } from "#features/body/measurement/measurement-definitions.ts";
import type { MeasuredProduct } from "#features/body/size-advice/finished-measurements.server.ts";
import {
  findFinishedMeasurements,
  saveFinishedMeasurements,
} from "#features/body/size-advice/finished-measurements.server.ts";
import {
  finishedField,
  finishedMeasurementNames,
  finishedReach,
  finishedText,
  readFinishedMeasurements,
} from "#features/body/size-advice/finished-measurements.ts";
import type { ChartUnit } from "#features/body/size-advice/size-chart.ts";
import { CHART_UNITS } from "#features/body/size-advice/size-chart.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Select } from "#ui/field.tsx";
import { useHydrated } from "#ui/hydration.ts";
import { EmptyState, Notice } from "#ui/notice.tsx";
import { LinkTabs } from "#ui/pagination.tsx";
import type { Route } from "./+types/finished-measurements.ts";

type SaveResult = FormResult & { saved?: true };

/** Every choice of the page and what it can read. */
const MEASUREMENT_FILTERS: readonly FilterReader[] = [
  { label: "Unit", name: "unit", isReadable: oneOf(CHART_UNITS) },
];

const unitOf = (params: URLSearchParams): ChartUnit =>
  params.get("unit") === "inches" ? "inches" : "cm";

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const found = await findFinishedMeasurements(context.get(depsContext).db, {
    actor,
    id: params.id,
  });
  if (!found.ok) return refuse();
  const unit = unitOf(url.searchParams);
  return data(found.value && { product: found.value, unit }, { status: found.value ? 200 : 404 });
}

export async function action({ context, params, request, url }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const found = await findFinishedMeasurements(deps.db, { actor, id: params.id });
  if (!found.ok) return refuse();
  if (!found.value) throw data(null, { status: 404 });
  const submission = await parseForm(request, formSchema(found.value, unitOf(url.searchParams)));
  if (submission.status !== "success") return rejectForm(submission);
  const saved = await saveFinishedMeasurements(deps, { actor, id: params.id, ...submission.value });
  if (saved.ok) {
    redirectPagePost(request, deps, { notice: { kind: "success", title: SAVED } });
    return { ...submission.reply(), saved: true } satisfies SaveResult;
  }
  if (saved.error === "forbidden") return refuse();
  if (saved.error === "not_found") throw data(null, { status: 404 });
  return rejectForm(submission, { formErrors: [CONFLICT] }, 409);
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

const SAVED = "The measurements are saved.";
const CONFLICT =
  "Somebody else changed these measurements meanwhile. Your numbers are still here: open the page in another tab, compare, and save again after a reload.";

function formSchema(product: MeasuredProduct, unit: ChartUnit) {
  const { garmentType, sizes } = product;
  const names = finishedMeasurementNames(garmentType);
  const fields = sizes.flatMap((_, index) => names.map((name) => finishedField(index, name)));
  return textFields(["version", ...fields], (raw) => {
    const read = readFinishedMeasurements((field) => raw[field] ?? "", {
      garmentType,
      sizes,
      unit,
    });
    return read.ok ? ok({ version: raw.version ?? "", measures: read.value }) : read;
  });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  {
    title: loaderData ? `Garment measurements: ${loaderData.product.name}` : "Garment measurements",
  },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function FinishedMeasurementsPage({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <NotThere />;
  const { product, unit } = loaderData;
  return (
    <AdminPage
      title={`Garment measurements: ${product.name}`}
      lead="What the finished garment measures, laid flat and doubled for everything around the body. The product page then tells shoppers where it will be tight or loose. Empty fields are fine: the size chart applies until every size has a measurement around the body."
    >
      <UnreadableFilters filters={MEASUREMENT_FILTERS} shown="page" />
      <p className="mb-4">
        <Link
          to={editProductPath(product.id)}
          className="link inline-flex items-center gap-2 py-2.5 text-sm"
        >
          <ArrowLeft size={16} aria-hidden="true" />
          Edit the product
        </Link>
      </p>
      {product.sizes.length === 0 ? (
        <EmptyState
          title="Choose sizes first"
          action={
            <ButtonLink to={editProductPath(product.id)} variant="secondary">
              Edit the product
            </ButtonLink>
          }
        >
          This product has no sizes of its own.
        </EmptyState>
      ) : (
        <>
          <LinkTabs
            label="Unit"
            tabs={[
              { label: "cm", search: "", current: unit === "cm" },
              { label: "inches", search: "?unit=inches", current: unit === "inches" },
            ]}
          />
          <MeasuresForm
            key={`${product.id}-${unit}-${product.version}`}
            product={product}
            unit={unit}
            result={actionData}
          />
        </>
      )}
    </AdminPage>
  );
}

type FormProps = { product: MeasuredProduct; unit: ChartUnit; result: SaveResult | undefined };

function MeasuresForm({ product, unit, result }: FormProps) {
  const { garmentType, measures, sizes, version } = product;
  const names = finishedMeasurementNames(garmentType);
  const values: Record<string, string> = { version };
  for (const [index, size] of sizes.entries()) {
    for (const name of names) {
      values[finishedField(index, name)] = finishedText(measures, size, name, unit);
    }
  }
  const [form, fields] = useForm<Record<string, string>>({
    id: `finished-measurements-${unit}-${version}`,
    lastResult: result,
    defaultValue: values,
  });
  const element = useRef<HTMLFormElement>(null);
  const isSending = useNavigation().state === "submitting";
  const abbreviation = unit === "cm" ? "cm" : "in";
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} ref={element} className="mt-5">
      <FormErrors form={form} className="mb-4" />
      <input type="hidden" name="version" value={version} />
      <div className="divide-y divide-line border-y border-line">
        {sizes.map((size, index) => (
          <fieldset key={size} className="py-5">
            <legend className="sr-only">Size {size}</legend>
            <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
              <p aria-hidden="true" className="display text-xl">
                {size}
              </p>
              <CopyFrom form={element} index={index} sizes={sizes} garmentType={garmentType} />
            </div>
            <div className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-7">
              {names.map((name) => {
                const field = fields[finishedField(index, name)];
                const mm = measures[size]?.[name];
                return (
                  field && (
                    <FormField
                      key={name}
                      field={field}
                      label={`${MEASUREMENTS[name].label} (${abbreviation})`}
                      hint={
                        mm === undefined ? undefined : finishedReach(name, mm, garmentType, unit)
                      }
                      className="figures"
                      inputMode={unit === "cm" ? "decimal" : "text"}
                      autoComplete="off"
                      maxLength={24}
                    />
                  )
                );
              })}
            </div>
          </fieldset>
        ))}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-4">
        <Button type="submit" busy={isSending}>
          Save measurements
        </Button>
        <div role="status" className="empty:sr-only">
          {result?.saved && <Notice kind="success">{SAVED}</Notice>}
        </div>
      </div>
    </Form>
  );
}

type CopyProps = {
  form: RefObject<HTMLFormElement | null>;
  index: number;
  sizes: readonly string[];
  garmentType: string;
};

/** Fills the fields of one size with those of another, to change them there; nothing is saved. */
function CopyFrom({ form, index, sizes, garmentType }: CopyProps) {
  const hydrated = useHydrated();
  if (!hydrated || sizes.length < 2) return null;
  const copy = (from: number) => {
    for (const name of finishedMeasurementNames(garmentType)) {
      const source = form.current?.elements.namedItem(finishedField(from, name));
      const target = form.current?.elements.namedItem(finishedField(index, name));
      if (!(source instanceof HTMLInputElement) || !(target instanceof HTMLInputElement)) continue;
      target.value = source.value;
      target.dispatchEvent(new Event("input", { bubbles: true }));
    }
  };
  return (
    <Select
      aria-label={`Copy into ${sizes[index]} from`}
      value=""
      onChange={({ target }) => copy(Number(target.value))}
      className="w-44"
    >
      <option value="">Copy from…</option>
      {sizes.map((size, from) =>
        from === index ? null : (
          <option key={size} value={from}>
            {size}
          </option>
        ),
      )}
    </Select>
  );
}

function NotThere() {
  return (
    <>
      <h1 className="sr-only">Page Not Found</h1>
      <EmptyState
        title="Product not found"
        action={
          <ButtonLink to="/admin?tab=products" variant="secondary">
            All products
          </ButtonLink>
        }
      >
        It may have been deleted, or its URL is incomplete.
      </EmptyState>
    </>
  );
}
