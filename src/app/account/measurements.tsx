import { Ruler } from "lucide-react";
import { actorContext, depsContext } from "#app/web/context.ts";
import { formatDay } from "#core/georgetown-time.ts";
import { formatMeasure, inTapeOrder, measureName } from "#features/measurement/measure-messages.ts";
import type { MyMeasurements } from "#features/measurement/my-measurements-queries.server.ts";
import { listMyMeasurements } from "#features/measurement/my-measurements-queries.server.ts";
import { ButtonLink } from "#ui/button.tsx";
import { EmptyState } from "#ui/notice.tsx";
import type { Route } from "./+types/measurements.ts";
import { AccountError, AccountPage, accountMeta, LedgerSection } from "./account-page.tsx";
import { refuseAccount } from "./account-responses.server.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { db } = context.get(depsContext);
  const found = await listMyMeasurements(db, { actor: context.get(actorContext) });
  return found.ok ? { people: found.value } : refuseAccount();
}

export const meta: Route.MetaFunction = ({ matches }) => accountMeta("Your measurements", matches);

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AccountError error={error} />;
}

export default function Measurements({ loaderData }: Route.ComponentProps) {
  const { people } = loaderData;
  return (
    <AccountPage tab="Measurements">
      {people.length === 0 ? (
        <EmptyState
          title="No measurements yet"
          icon={<Ruler size={28} aria-hidden="true" />}
          action={<ButtonLink to="/measurement">Get Measured</ButtonLink>}
          className="py-24"
        >
          Measure once with a tape, and every piece can be cut to you.
        </EmptyState>
      ) : (
        <>
          {people.map((person) => (
            <Person key={person.id} person={person} />
          ))}
          <div className="py-10">
            <ButtonLink to="/measurement" variant="secondary">
              Get Measured
            </ButtonLink>
          </div>
        </>
      )}
    </AccountPage>
  );
}

function Person({ person }: { person: MyMeasurements }) {
  return (
    <LedgerSection
      id={`person-${person.id}`}
      title={person.label}
      lead={`Measured ${formatDay(person.updatedAt)}. Read by you and the atelier alone.`}
    >
      <dl className="figures border-t border-line sm:columns-2 sm:gap-12">
        {inTapeOrder(person.measures).map(([measure, value]) => (
          <div
            key={measure}
            className="flex break-inside-avoid justify-between gap-6 border-b border-line py-3 text-sm"
          >
            <dt className="text-ink-soft">{measureName(measure)}</dt>
            <dd>
              {formatMeasure(measure, value, "cm")}
              {measure !== "shoulderSlope" && (
                <span className="text-ink-quiet"> / {formatMeasure(measure, value, "inches")}</span>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </LedgerSection>
  );
}
