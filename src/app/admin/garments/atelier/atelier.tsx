import { Form, Link, redirect } from "react-router";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { countLabel } from "#core/format-number.ts";
import { garmentTypeName } from "#core/garment-type-name.ts";
import { isId } from "#core/ids.ts";
import { formatMoney } from "#core/money-amount.ts";
import { listNotAsPictured } from "#features/garments/options/as-pictured-queries.server.ts";
import type { TermsSummary } from "#features/garments/options/terms-form-queries.server.ts";
import {
  listCustomProducts,
  listTerms,
} from "#features/garments/options/terms-form-queries.server.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { Field, Select } from "#ui/field.tsx";
import { EmptyState } from "#ui/notice.tsx";
import { Cell, HeadCell, Table, walkRows } from "#ui/table.tsx";
import type { Route } from "./+types/atelier.ts";
import { AtelierTabs } from "./atelier-nav.tsx";
import { NotAsPicturedProducts } from "./pictured-fields.tsx";

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const actor = context.get(actorContext);
  const chosen = url.searchParams.get("product");
  if (chosen !== null && isId(chosen)) throw redirect(`/admin/atelier/terms/${chosen}`);
  const [terms, custom, notAsPictured] = await Promise.all([
    listTerms(db, { actor }),
    listCustomProducts(db, { actor }),
    listNotAsPictured(db, { actor }),
  ]);
  if (!terms.ok || !custom.ok || !notAsPictured.ok) return refuse();
  return { ...terms.value, custom: custom.value, notAsPictured: notAsPictured.value };
}

export const meta: Route.MetaFunction = () => [
  { title: "Made to measure" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Atelier({ loaderData }: Route.ComponentProps) {
  const { garments, products, custom, notAsPictured } = loaderData;
  return (
    <AdminPage
      title="Made to measure"
      lead="What customers can choose when they order a garment in the size Custom, and what it costs."
    >
      <AtelierTabs />
      <NotAsPicturedProducts products={notAsPictured} />
      <h2 className="display mb-2 text-xl">Garment types</h2>
      <TermsTable caption="Garment types" rows={garments} />
      <h2 className="display mt-10 mb-2 text-xl">Products with their own terms</h2>
      {products.length === 0 ? (
        <EmptyState title="Every product is made as its garment type" className="py-8">
          Choose one below to give it terms of its own.
        </EmptyState>
      ) : (
        <TermsTable caption="Products with their own terms" rows={products} />
      )}
      <ChooseProduct custom={custom} />
    </AdminPage>
  );
}

function ChooseProduct({ custom }: { custom: readonly { id: string; name: string }[] }) {
  if (custom.length === 0) return null;
  return (
    <Form className="mt-6 flex flex-wrap items-end gap-4">
      <Field label="Product with the size Custom" className="w-full sm:w-96">
        <Select name="product" required defaultValue="">
          <option value="" disabled>
            Choose a product
          </option>
          {custom.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Button type="submit" variant="secondary">
        Open its terms
      </Button>
    </Form>
  );
}

const nameOf = (row: TermsSummary) => row.productName ?? garmentTypeName(row.garmentType).name;
const pathOf = (row: TermsSummary) => `/admin/atelier/terms/${row.key}`;

function surchargeLabel({ terms }: TermsSummary): string {
  return terms.surcharge.minorUnits === 0 ? "None" : formatMoney(terms.surcharge);
}

function StateBadge({ row }: { row: TermsSummary }) {
  const { undescribed } = row;
  if (row.terms.isOffered && undescribed > 0) {
    return <Badge kind="warning">{countLabel(undescribed, "choice")} without a pattern</Badge>;
  }
  if (row.terms.isOffered) return <Badge kind="success">Offered</Badge>;
  return <Badge kind="neutral">Not offered</Badge>;
}

const factsOf = (row: TermsSummary): string[] => [
  countLabel(row.options, "option"),
  countLabel(row.terms.measurements.required.length, "measurement"),
  countLabel(row.terms.extraDays, "day"),
];

function TermsTable({ caption, rows }: { caption: string; rows: readonly TermsSummary[] }) {
  const isProducts = rows.some(({ productName }) => productName !== null);
  const head = (
    <>
      <HeadCell>{isProducts ? "Product" : "Garment type"}</HeadCell>
      <HeadCell>State</HeadCell>
      <HeadCell align="right">Surcharge</HeadCell>
      <HeadCell align="right">Days</HeadCell>
      <HeadCell align="right">Options</HeadCell>
      <HeadCell align="right">Measurements</HeadCell>
      {!isProducts && <HeadCell align="right">Products</HeadCell>}
    </>
  );
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys only move the focus between the links inside */}
      <div className="hidden lg:block" onKeyDown={walkRows}>
        <Table caption={caption} head={head} dense>
          {rows.map((row) => (
            <tr
              key={row.key}
              className="relative transition-colors focus-within:bg-paper hover:bg-paper"
            >
              <Cell>
                <Link
                  to={pathOf(row)}
                  data-row=""
                  className="font-medium wrap-anywhere after:absolute after:inset-0"
                >
                  {nameOf(row)}
                </Link>
              </Cell>
              <Cell>
                <StateBadge row={row} />
              </Cell>
              <Cell align="right">{surchargeLabel(row)}</Cell>
              <Cell align="right">{row.terms.extraDays}</Cell>
              <Cell align="right">{row.options}</Cell>
              <Cell align="right">{row.terms.measurements.required.length}</Cell>
              {!isProducts && <Cell align="right">{row.products}</Cell>}
            </tr>
          ))}
        </Table>
      </div>
      <ul className="divide-y divide-line border-y border-line lg:hidden">
        {rows.map((row) => (
          <li key={row.key}>
            <Link to={pathOf(row)} className="block py-3.5 -outline-offset-2">
              <span className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 font-medium wrap-anywhere">{nameOf(row)}</span>
                <StateBadge row={row} />
              </span>
              <span className="figures mt-1 block text-sm text-ink-soft">
                {factsOf(row).join(" · ")}
              </span>
              <span className="figures block text-sm text-ink-quiet">
                Surcharge: {surchargeLabel(row)}
                {row.productName === null && ` · ${countLabel(row.products, "product")}`}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
