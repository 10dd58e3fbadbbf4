import { useMemo } from "react";
import { data, Link, redirect } from "react-router";
import { z } from "zod";
import { AtelierLink } from "#app/components/admin/atelier-link.tsx";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { ChangesTable } from "#app/components/contracts/contract-view.tsx";
import { FitNumbersList } from "#app/components/garments/fit-numbers.tsx";
import { StageThread } from "#app/components/orders/stage-thread.tsx";
import { PatternLinks } from "#app/components/patterns/pattern-links.tsx";
import { DueText, StageBadge } from "#app/components/production/board-parts.tsx";
import { changesOf, versionAfter } from "#app/components/production/garment-queue.browser.ts";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import type { AppDeps } from "#app/web/context.ts";
import { actorContext, depsContext } from "#app/web/context.ts";
import { readFormData } from "#app/web/form.server.ts";
import { buttonText, pressedButton, readFields } from "#app/web/form-fields.ts";
import { keepInput } from "#app/web/keep-input.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { orderNumber } from "#core/document-number.ts";
import { dayOf, formatMoment } from "#core/georgetown-time.ts";
import type { Actor } from "#features/base/identity/actor.ts";
import { readFitNumbers } from "#features/garments/alterations/fit-numbers.server.ts";
import type { RecordedEvent } from "#features/garments/garment/garment.ts";
import {
  garmentName,
  hasReached,
  isInWork,
  isWithoutCustomer,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import type {
  CustomerChangeSummary,
  GarmentPage as GarmentPageData,
} from "#features/garments/garment/garment-page.server.ts";
import { findGarmentPage } from "#features/garments/garment/garment-page.server.ts";
import { orderedLines } from "#features/garments/order-patterns/choice-state.ts";
import { changeGarment } from "#features/garments/production/change-garment.server.ts";
import { messageOfRefusal } from "#features/garments/production/garment-command.ts";
import {
  addGarmentImage,
  removeGarmentImage,
} from "#features/garments/production/garment-images.server.ts";
import { imageMessages } from "#features/garments/production/image-messages.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/garment.ts";
import { readCommand } from "./command-form.ts";
import { MoreForms, StageForms } from "./garment-forms.tsx";
import { ImageSection } from "./image-section.tsx";
import { useGarmentQueue } from "./use-garment-queue.ts";
import { WaitingList } from "./waiting-list.tsx";

export async function loader({ context, params }: Route.LoaderArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const found = await findGarmentPage(deps, { actor, garmentId: params.id });
  if (found.ok) {
    const { isAtelier } = found.value;
    const numbers = isAtelier ? await readFitNumbers(deps, { actor, garmentId: params.id }) : null;
    return {
      ...found.value,
      fitNumbers: numbers?.ok ? numbers.value : [],
      today: dayOf(deps.clock.now()),
    };
  }
  if (found.error === "forbidden") return refuse();
  throw data(null, { status: 404 });
}

const pathOf = (garmentId: string) => `/admin/atelier/production/${garmentId}`;

export async function action({ context, params, request }: Route.ActionArgs) {
  const deps = context.get(depsContext);
  const actor = context.get(actorContext);
  const form = await readFormData(request);
  const intent = pressedButton(form);
  if (intent === "photo" || intent === "remove-photo") {
    const fields = readFields(form, imageFields);
    return changeImages(deps, { actor, garmentId: params.id, intent, fields });
  }
  const read = readCommand(form, params.id);
  if ("message" in read)
    return data({ message: read.message, of: "stage" as const }, { status: 422 });
  const changed = await changeGarment(deps, { actor, command: read.command });
  if (changed.ok) return redirect(pathOf(params.id), 303);
  const { code } = changed.error;
  if (code === "forbidden") return refuse();
  if (code === "not_found") throw data(null, { status: 404 });
  return data(
    { message: messageOfRefusal(changed.error), of: "stage" as const },
    { status: code === "conflict" ? 409 : 422 },
  );
}

export const clientAction = (args: Route.ClientActionArgs) => keepInput(args);

const IMAGE_FIELD = "photo";

const imageFields = z.object({
  [IMAGE_FIELD]: z.instanceof(File).nullable().catch(null),
  caption: buttonText,
  target: buttonText,
});

type ImageChange = {
  actor: Actor;
  garmentId: string;
  intent: "photo" | "remove-photo";
  fields: z.output<typeof imageFields>;
};

/** Adds or removes an image of the garment. */
async function changeImages(deps: AppDeps, { actor, fields, garmentId, intent }: ImageChange) {
  const { [IMAGE_FIELD]: image, caption, target } = fields;
  const changed =
    intent === "photo"
      ? await addGarmentImage(deps, {
          actor,
          garmentId,
          caption,
          bytes: image && new Uint8Array(await image.arrayBuffer()),
        })
      : await removeGarmentImage(deps, {
          actor,
          garmentId,
          imageId: target,
        });
  if (changed.ok) return redirect(pathOf(garmentId), 303);
  if (changed.error === "forbidden") return refuse();
  if (changed.error === "not_found") throw data(null, { status: 404 });
  return data({ message: imageMessages[changed.error], of: "photo" as const }, { status: 422 });
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData ? `Garment: ${loaderData.garment.name}` : "Garment not found" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Garment not found",
  text: "Its URL may be incomplete.",
  list: { label: "Production", path: "/admin/atelier/production" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

export default function GarmentPage({ actionData, loaderData }: Route.ComponentProps) {
  const { customerChange, events, garment, hasContract, isPatternByHand, ...page } = loaderData;
  const { patterns, images, today } = page;
  const stored = useMemo(() => [{ id: garment.id, stage: garment.stage }], [garment]);
  const { outcome, pending, queue, send } = useGarmentQueue(stored);
  const own = queue.filter(({ command }) => command.garmentId === garment.id);
  const changes = changesOf(pending, garment.id, garment.version);
  const moved = changes.findLast(({ command }) => command.kind === "move");
  const stage = moved?.command.kind === "move" ? moved.command.to : garment.stage;
  const number = orderNumber(garment.orderId);
  const title = garmentName(garment);
  const forms = {
    ...loaderData,

    garmentId: garment.id,
    orderId: garment.orderId,
    orderItemId: garment.orderItemId,
    name: `${garment.name} ${number}`,
    stage,
    version: versionAfter(pending, garment.id, garment.version),
    makerId: garment.maker?.id ?? null,
    onQueued: send,
  };
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[{ label: "Production", to: "/admin/atelier/production" }, { label: title }]}
        />
      </div>
      <AdminPage
        title={title}
        lead={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
            <StageBadge stage={stage} />
            {stage !== garment.stage && <span>waiting to send</span>}
            <DueText card={garment} today={today} />
            {garment.maker && <span>Maker: {garment.maker.name}</span>}
            {!garment.maker && isInWork(stage) && <span>No maker yet</span>}
          </span>
        }
      >
        <WaitingList queue={own} outcome={outcome} onSend={send} />
        {actionData && (
          <Notice kind="error" live className="mb-6">
            {actionData.message}
          </Notice>
        )}
        {isWithoutCustomer({ isAnonymous: garment.isAnonymous, stage }) && (
          <Notice kind="warning" className="mb-10" title="The customer of this garment was deleted">
            Measurements, email and address are gone, so it can neither be fitted nor sent. Please
            stop the work. Next, the office opens{" "}
            <Link to={`/admin/orders/${garment.orderId}`} className="link">
              order {number}
            </Link>{" "}
            and gives back what is owed: the refund of the item cancels the garment.
          </Notice>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <div className="space-y-12">
            {customerChange && <CustomerChange change={customerChange} garment={garment} />}
            <OrderSection id="next" title="Next">
              <StageForms forms={forms} />
            </OrderSection>
            {page.fitNumbers.length > 0 && (
              <OrderSection id="fit" title="Sewn, drawn and reported">
                <FitNumbersList numbers={page.fitNumbers} />
              </OrderSection>
            )}
            <ImageSection garmentId={garment.id} name={forms.name} images={images} />
            <OrderSection id="more" title="Maker, minutes and notes">
              <div className="grid gap-8 md:grid-cols-3">
                <MoreForms forms={forms} />
              </div>
            </OrderSection>
          </div>
          <div className="grid content-start gap-10">
            <OrderSection id="stages" title="Stages">
              <StageThread stage={stage} />
            </OrderSection>
            <OrderSection id="facts" title="Order">
              <ul className="text-sm">
                <li>
                  <Link
                    to={`/admin/orders/${garment.orderId}`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    Order {number}
                  </Link>
                </li>
                {hasContract && (
                  <li>
                    <Link
                      to={`/admin/orders/${garment.orderId}/contracts/${garment.orderItemId}`}
                      className="link inline-flex min-h-11 items-center"
                    >
                      Contract and measurements
                    </Link>
                  </li>
                )}
                <li>
                  <PatternLinks orderItemId={garment.orderItemId} states={patterns} />
                </li>
                <li>
                  <AtelierLink
                    to={`/admin/atelier/production/${garment.id}/quality`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    Quality control
                  </AtelierLink>
                </li>
                <li>
                  <a
                    href={`/admin/atelier/production/tickets.pdf?id=${garment.id}`}
                    className="link inline-flex min-h-11 items-center"
                  >
                    Work ticket (PDF)
                  </a>
                </li>
                <li>
                  {hasReached(garment.stage, "finished") ? (
                    <a
                      href={`/admin/atelier/production/${garment.id}/label.pdf`}
                      className="link inline-flex min-h-11 items-center"
                    >
                      Label with QR code (PDF)
                    </a>
                  ) : (
                    <span className="text-ink-soft">Its label is printed when it is finished.</span>
                  )}
                </li>
                {isPatternByHand && <li className="text-ink-soft">Pattern drafted by hand</li>}
              </ul>
            </OrderSection>
            <OrderSection id="choices" title="Ordered">
              <ul className="grid gap-1.5 text-sm text-ink-soft">
                {orderedLines(garment.line, patterns).map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </OrderSection>
            <History events={events} />
          </div>
        </div>
      </AdminPage>
    </>
  );
}

type ChangeProps = { change: CustomerChangeSummary; garment: GarmentPageData["garment"] };

/** What the customer changed; numbers are behind the contract's page, where each reading is an entry that they see. */
function CustomerChange({ change: { at, options, others, version }, garment }: ChangeProps) {
  return (
    <OrderSection
      id="customer-change"
      title={`Changed by the customer on ${formatMoment(new Date(at))}`}
    >
      {options.length > 0 && <ChangesTable changes={options} headings={["Before", "Changed to"]} />}
      {others !== null && others.length > 0 && (
        <p className="text-sm text-ink-soft">Also changed: {others.join(", ")}.</p>
      )}
      <p className="text-sm text-ink-soft">
        Version {version} of the contract applies. Check the measurements again; a pattern of an
        earlier version is not used.{" "}
        <Link
          to={`/admin/orders/${garment.orderId}/contracts/${garment.orderItemId}`}
          className="link inline-block py-2.5"
        >
          Open the contract
        </Link>
      </p>
    </OrderSection>
  );
}

function eventTitle(event: RecordedEvent): string {
  switch (event.kind) {
    case "stage":
      return event.from ? stageMessages[event.to] : "Received with the payment";
    case "maker":
      return event.makerName ? `Given to ${event.makerName}` : "Without a maker";
    case "work":
      return `${event.minutes} minutes of work`;
    case "photo":
      return "Photo";
    case "note":
      return "Note";
  }
}

/** Minutes and maker of an event, where its title does not have them. */
function eventDetails(event: RecordedEvent): string[] {
  const details: string[] = [];
  if (event.kind === "stage" && event.minutes !== null) details.push(`${event.minutes} minutes`);
  if ((event.kind === "stage" || event.kind === "work") && event.makerName) {
    details.push(`by ${event.makerName}`);
  }
  return details;
}

function History({ events }: { events: readonly RecordedEvent[] }) {
  return (
    <OrderSection id="history" title="History">
      <ol className="space-y-4 text-sm">
        {events.map((event) => {
          const { at, by, id } = event;
          const details = eventDetails(event);
          const note = "note" in event ? event.note : "";
          return (
            <li key={id}>
              <p className="font-medium">{eventTitle(event)}</p>
              {details.length > 0 && <p className="text-ink-soft">{details.join(", ")}</p>}
              {note && <p className="whitespace-pre-line wrap-anywhere text-ink-soft">{note}</p>}
              <p className="figures text-ink-quiet">
                <time dateTime={new Date(at).toISOString()}>{formatMoment(new Date(at))}</time>
                {by && `, ${by}`}
              </p>
            </li>
          );
        })}
      </ol>
    </OrderSection>
  );
}
