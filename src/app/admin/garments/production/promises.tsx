import { data, Form, Link, redirect } from "react-router";
import { z } from "zod";
import { AtelierTabs } from "#app/admin/garments/atelier/atelier-nav.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFlatFormData } from "#app/web/form.server.ts";
import { buttonText, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { formatLongDay } from "#core/business-days.ts";
import { orderNumber } from "#core/document-number.ts";
import { countLabel } from "#core/format-number.ts";
import { garmentName } from "#features/garments/garment/garment.ts";
import type { RiskEntry } from "#features/garments/scheduling/at-risk.server.ts";
import { listPromisesAtRisk, rescuePromise } from "#features/garments/scheduling/at-risk.server.ts";
import type { Rescue } from "#features/garments/scheduling/at-risk.ts";
import { Badge } from "#ui/badge.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/promises.ts";

const HERE = "/admin/atelier/promises";

export async function loader({ context, url }: Route.LoaderArgs) {
  const actor = context.get(actorContext);
  const page = await listPromisesAtRisk(context.get(depsContext), { actor });
  if (!page.ok) return refuse();
  return { ...page.value, isSaved: url.searchParams.has("saved") };
}

const KINDS: readonly Rescue["kind"][] = ["maker", "overtime", "express"];

const rescueFields = z.object({ intent: buttonText, garment: buttonText, maker: buttonText });

export async function action({ context, request }: Route.ActionArgs) {
  const form = await readFlatFormData(request);
  const { garment, intent, maker } = readFields(form, rescueFields);
  const kind = KINDS.find((each) => each === intent);
  if (!kind) throw data(null, { status: 400 });
  const rescued = await rescuePromise(context.get(depsContext), {
    actor: context.get(actorContext),
    kind,
    garmentId: garment,
    makerId: maker || null,
  });
  if (rescued.ok) return redirect(`${HERE}?saved=1`, 303);
  if (rescued.error === "forbidden") return refuse();
  return data({ error: rescued.error }, { status: 409 });
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

export const meta: Route.MetaFunction = () => [
  { title: "Promises at risk" },
  { name: "robots", content: "noindex" },
];

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} />;
}

export default function Promises({ actionData, loaderData }: Route.ComponentProps) {
  const { entries, inWork, isSaved, makers } = loaderData;
  return (
    <AdminPage
      title="Promises at risk"
      lead="Garments that the makers' hours, days away and the queue finish after the day on which they have to leave."
    >
      <AtelierTabs />
      {actionData?.error && (
        <div className="mb-6">
          <Notice kind="warning" title="Nothing was changed">
            The schedule changed meanwhile, and this no longer helps. What helps now is below.
          </Notice>
        </div>
      )}
      <p role="status" className="figures mb-4 text-sm text-ink-quiet">
        {isSaved && !actionData && "Saved. "}
        {countLabel(entries.length, "promise")} at risk of {countLabel(inWork, "garment")} in work,{" "}
        {countLabel(makers, "maker")} at work
      </p>
      {makers === 0 ? (
        <EmptyState title="No makers yet">
          Dates follow the shop's own days until you add who works in the atelier and when.
        </EmptyState>
      ) : entries.length === 0 ? (
        <EmptyState title="Every promise can be met">
          Nothing in work is expected to leave late.
        </EmptyState>
      ) : (
        <ul aria-label="Promises at risk" className="divide-y divide-line border-y border-line">
          {entries.map((entry) => (
            <RiskItem key={entry.garmentId} entry={entry} />
          ))}
        </ul>
      )}
      <p className="mt-8 text-sm">
        <Link to="/admin/atelier/times" className="link inline-block py-2.5">
          Minutes of each stage
        </Link>
      </p>
    </AdminPage>
  );
}

function RiskItem({ entry }: { entry: RiskEntry }) {
  const { finish, garmentId, maker, orderId, rescues, shipBy } = entry;
  const name = garmentName(entry);
  return (
    <li className="grid gap-x-10 gap-y-4 py-5 lg:grid-cols-2">
      <div>
        <Link
          to={`/admin/atelier/production/${garmentId}`}
          className="link inline-block py-1 font-medium wrap-anywhere"
        >
          {name}
        </Link>
        <p className="figures text-sm text-ink-soft">
          Order {orderNumber(orderId)}
          {maker && `, ${maker.name}`}
        </p>
        <p className="figures mt-2 flex flex-wrap items-center gap-2 text-sm">
          Ship by {formatLongDay(shipBy)}
          <Badge kind="error">
            {finish ? `Expected ${formatLongDay(finish)}` : "Not within a year"}
          </Badge>
        </p>
      </div>
      <div>
        <h2 className="mb-2 text-sm font-medium">What would save it</h2>
        {rescues.length === 0 ? (
          <p className="text-sm text-ink-quiet">
            Nothing alone. Change a maker's hours or days away, or promise the customer another day.
          </p>
        ) : (
          <ul className="space-y-2">
            {rescues.map((rescue) => (
              <li key={rescue.kind + ("makerId" in rescue ? rescue.makerId : "")}>
                <RescueForm garmentId={garmentId} name={name} rescue={rescue} />
              </li>
            ))}
          </ul>
        )}
        <Link
          to={`/admin/orders/${orderId}?do=promise#promise`}
          aria-label={`Promise another day: ${name}`}
          className="link mt-2 inline-block py-2.5 text-sm"
        >
          Promise another day
        </Link>
      </div>
    </li>
  );
}

type RescueProps = { garmentId: string; name: string; rescue: RiskEntry["rescues"][number] };

function RescueForm({ garmentId, name, rescue }: RescueProps) {
  const { label, text } = rescueMessage(rescue);
  return (
    <Form method="post" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <input type="hidden" name="garment" value={garmentId} />
      {"makerId" in rescue && <input type="hidden" name="maker" value={rescue.makerId} />}
      <span className="figures text-sm text-ink-soft">{text}</span>
      <Button
        type="submit"
        name="intent"
        value={rescue.kind}
        variant="secondary"
        size="sm"
        aria-label={`${label}: ${name}`}
      >
        {label}
      </Button>
    </Form>
  );
}

function rescueMessage(rescue: RescueProps["rescue"]): { label: string; text: string } {
  switch (rescue.kind) {
    case "maker":
      return {
        label: `Give it to ${rescue.makerName}`,
        text: `Another maker: finished ${formatLongDay(rescue.finish)}`,
      };
    case "overtime":
      return {
        label: "Plan the overtime",
        text: `Overtime of ${rescue.makerName}: ${rescue.minutes} minutes on ${countLabel(rescue.days.length, "day")}, finished ${formatLongDay(rescue.finish)}`,
      };
    case "express":
      return {
        label: `Ship with ${rescue.method}`,
        text: `A faster method at the shop's cost: it may leave ${formatLongDay(rescue.shipBy)}`,
      };
  }
}
