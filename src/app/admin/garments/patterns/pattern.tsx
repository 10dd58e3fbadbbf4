import { useCallback, useState } from "react";
import type { ShouldRevalidateFunctionArgs } from "react-router";
import { data, Form, Link, redirect, useSearchParams } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { SpecificationList } from "#app/components/contracts/contract-view.tsx";
import { PatternBadge } from "#app/components/patterns/pattern-badge.tsx";
import { AdminError, AdminPage } from "#app/shell/admin-page.tsx";
import { actorContext, depsContext } from "#app/web/context.ts";
import { submitFetcher } from "#app/web/submit-fetcher.ts";
import { UNREACHED } from "#app/web/submit-form.ts";
import { orderNumber } from "#core/document-number.ts";
import { stageMessages } from "#features/garments/garment/garment.ts";
import { isOpenChoice } from "#features/garments/order-patterns/choice-state.ts";
import {
  CLOTH_LIMITS_MM,
  findClothNeed,
} from "#features/garments/order-patterns/line-cloth.server.ts";
import { openPatternLine } from "#features/garments/order-patterns/tailor-patterns.server.ts";
import { lineDetails } from "#features/orders/order/line-description.ts";
import { Breadcrumbs } from "#ui/breadcrumbs.tsx";
import { Button } from "#ui/button.tsx";
import { EmptyState, Notice } from "#ui/notice.tsx";
import type { Route } from "./+types/pattern.ts";
import { changeText, MeasureTable } from "./measure-table.tsx";
import { PartViewer } from "./part-viewer.tsx";
import { handlePatternAction } from "./pattern-action.server.ts";
import { Choices, CutChoices } from "./pattern-choices.tsx";
import type { Redraw } from "./pattern-form.tsx";
import { PatternForm } from "./pattern-form.tsx";
import { patternFailureMessages } from "./pattern-messages.ts";
import {
  Approval,
  ClothRequired,
  CutList,
  Downloads,
  EarlierFit,
  Findings,
  ShapeOfBody,
} from "./pattern-sections.tsx";
import type { DraftView, PatternActionResult, PatternView } from "./pattern-view.server.ts";
import { patternViewOf } from "./pattern-view.server.ts";

/** The width of cloth that the tailor asks for, in mm; null without one that cloth can have. */
function readClothWidth(request: Request): number | null {
  const enteredMm = Math.round(Number(new URL(request.url).searchParams.get("width")) * 10);
  const { from, to } = CLOTH_LIMITS_MM;
  return enteredMm >= from && enteredMm <= to ? enteredMm : null;
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const subject = { actor: context.get(actorContext), orderItemId: params.line };
  const opened = await openPatternLine(context.get(depsContext), subject);
  if (!opened.ok) {
    if (opened.error === "not_found") throw data(null, { status: 404 });
    return data({ open: null, failure: opened.error }, { status: 403 });
  }
  const { components, ...open } = opened.value;
  const [first] = components;
  if (!params.component && first) {
    throw redirect(`/admin/atelier/patterns/${params.line}/${first.component}`);
  }
  const shown = components.find(({ component }) => component === params.component);
  if (params.component && !shown) throw data(null, { status: 404 });
  const tabs = components.map(({ component, isApproved, status, title }) => {
    return { component, title, isApproved, status };
  });
  const contents = components.flatMap(({ content }) =>
    content && content.parts.length > 0 ? [content] : [],
  );
  const cloth =
    contents.length === 0
      ? null
      : await findClothNeed(context.get(depsContext), {
          orderItemId: params.line,
          contents,
          ownWidthMm: readClothWidth(request),
        });
  const view = shown ? patternViewOf(shown) : null;
  return data({ open: { ...open, tabs, cloth, view }, failure: null });
}

export const action = ({ context, params, request }: Route.ActionArgs) =>
  handlePatternAction(request, {
    deps: context.get(depsContext),
    actor: context.get(actorContext),
    orderItemId: params.line,
    component: params.component ?? "",
  });

/** A redraw that is refused or reaches no server leaves the sliders as they are. */
export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return submitFetcher(
    serverAction,
    (reason): PatternActionResult => ({ message: reason ?? UNREACHED, preview: null }),
  );
}

/** Choosing a part and moving a slider change nothing that is stored. */
export function shouldRevalidate(change: ShouldRevalidateFunctionArgs) {
  const { currentUrl, defaultShouldRevalidate, formData, formMethod, nextUrl } = change;
  if (formData?.get("intent") === "preview") return false;
  const isSameWidth = currentUrl.searchParams.get("width") === nextUrl.searchParams.get("width");
  if (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && isSameWidth) {
    return false;
  }
  return defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: loaderData?.open ? `Pattern: ${loaderData.open.line.name}` : "Pattern" },
  { name: "robots", content: "noindex" },
];

const missing = {
  title: "Pattern not found",
  text: "Its URL may be incomplete.",
  list: { label: "Patterns", path: "/admin/atelier/patterns" },
};

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminError error={error} missing={missing} />;
}

const DONE: Readonly<Record<string, string>> = {
  saved: "Saved. This version is the one that is downloaded and approved.",
  approved: "Approved.",
  choices: "Saved. What you ticked off is part of this version.",
};

type Open = NonNullable<Route.ComponentProps["loaderData"]["open"]>;

export default function PatternPage({ actionData, loaderData }: Route.ComponentProps) {
  const { failure, open } = loaderData;
  const [search] = useSearchParams();
  if (!open) {
    return (
      <AdminPage title="Pattern">
        <Notice kind="info" title={patternFailureMessages[failure]}>
          {failure === "forbidden" && (
            <Link to="/admin/account" className="link inline-block py-1">
              Your account
            </Link>
          )}
        </Notice>
      </AdminPage>
    );
  }
  const { line, stage, tabs, view } = open;
  const mayTick = view !== null && open.isOpen && !view.isApproved;
  const toTick = mayTick ? (view.choices ?? []).filter(isOpenChoice).length : 0;
  const done = DONE[search.get("done") ?? ""];
  const here = `/admin/atelier/patterns/${line.orderItemId}`;
  return (
    <>
      <div className="mx-auto max-w-page">
        <Breadcrumbs
          items={[{ label: "Patterns", to: "/admin/atelier/patterns" }, { label: line.name }]}
        />
      </div>
      <AdminPage
        title={line.name}
        lead={
          <span className="flex flex-wrap items-center gap-x-4 gap-y-2 pt-1">
            {view && <PatternBadge state={view} />}
            {view && <span>Version {view.version}</span>}
            <span>{stageMessages[stage]}</span>
            <span className="w-full">{lineDetails(line.ordered).join(", ")}</span>
            {toTick > 0 && (
              <a href="#choices" className="link inline-flex min-h-11 items-center">
                {toTick === 1 ? "1 choice to tick off" : `${toTick} choices to tick off`}
              </a>
            )}
            <Link
              to={`/admin/orders/${line.orderId}`}
              className="link inline-flex min-h-11 items-center"
            >
              Order {orderNumber(line.orderId)}
            </Link>
          </span>
        }
      >
        {done && !actionData && (
          <Notice kind="success" live className="mb-6">
            {done}
          </Notice>
        )}
        {actionData?.message && (
          <Notice kind="error" live className="mb-6">
            {actionData.message}
          </Notice>
        )}
        {tabs.length > 1 && (
          <nav aria-label="Parts of the order line" className="mb-6 border-b border-line">
            <ul className="-mb-px flex gap-7 overflow-x-auto">
              {tabs.map((tab) => (
                <li key={tab.component} className="shrink-0">
                  <Link
                    to={`${here}/${tab.component}`}
                    aria-current={tab.component === view?.component ? "page" : undefined}
                    className="flex min-h-11 items-center gap-2 border-b-2 border-transparent text-sm text-ink-quiet hover:text-ink aria-[current=page]:border-ink aria-[current=page]:text-ink"
                  >
                    {tab.title} <PatternBadge state={tab} />
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {view ? (
          <Draft
            key={`${view.component}${view.version}`}
            open={open}
            view={view}
            preview={actionData?.preview ?? null}
          />
        ) : (
          <Undrafted />
        )}
      </AdminPage>
    </>
  );
}

function Undrafted() {
  return (
    <EmptyState
      title="This pattern is being drafted"
      action={
        <Form method="post">
          <Button type="submit" name="intent" value="draft">
            Draft it now
          </Button>
        </Form>
      }
    >
      The shop drafts every paid garment within a minute.
    </EmptyState>
  );
}

type DraftProps = { open: Open; view: PatternView; preview: DraftView | null };

function Draft({ open, preview, view }: DraftProps) {
  const { contractVersion, isOpen, line, specification, unchecked } = open;
  const base = `/admin/atelier/patterns/${line.orderItemId}/${view.component}`;
  const contractPath = `/admin/orders/${line.orderId}/contracts/${line.orderItemId}`;
  const [redrawn, setRedrawn] = useState<Redraw>({ draft: null, message: null });
  const onRedraw = useCallback((drawn: Redraw) => {
    // A refused redraw leaves the last drawing.
    setRedrawn((last) => ({ ...drawn, draft: drawn.draft ?? last.draft }));
  }, []);
  const { draft } = view;
  const changed = redrawn.draft ?? preview;
  const shown = changed ?? draft;
  const isOutdated = view.contractVersion !== contractVersion;
  const change = changed && draft ? changeOf(draft, changed) : "";
  return (
    <div className="space-y-12">
      <Notes isOutdated={isOutdated} shown={shown} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-12 lg:grid-cols-[minmax(0,1fr)_20rem] xl:gap-x-14">
        {shown && shown.parts.length > 0 && (
          <div className="top-0 z-10 self-start bg-white lg:sticky">
            <OrderSection
              id="drawing"
              title={changed ? "Drawing, changed and not saved" : "Drawing"}
            >
              <PartViewer parts={shown.parts} before={changed && draft ? draft.parts : undefined} />
            </OrderSection>
          </div>
        )}
        {/* Controls scroll beside the drawing, so that both stay in sight. */}
        <div className="top-0 space-y-10 self-start lg:sticky lg:-mx-2 lg:max-h-svh lg:overflow-y-auto lg:px-2 lg:pb-6">
          {draft && draft.parts.length > 0 && isOpen && (
            <OrderSection id="options" title="Ease and options">
              {redrawn.message && (
                <Notice kind="error" live>
                  {redrawn.message}
                </Notice>
              )}
              <PatternForm
                view={view}
                onRedraw={onRedraw}
                change={change}
                shown={preview ?? draft}
              />
            </OrderSection>
          )}
          <Choices view={view} isOpen={isOpen && !isOutdated} />
          <OrderSection id="approval" title="Approval">
            <Approval view={view} unchecked={unchecked} isOpen={isOpen} isOutdated={isOutdated} />
          </OrderSection>
        </div>
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="space-y-12">
          {shown && (
            <DraftTables
              shown={shown}
              before={draft?.measures ?? []}
              choices={view.choices}
              contractPath={contractPath}
              corrections={specification.corrections}
            />
          )}
          <OrderSection id="body" title="Measurements of the body">
            <SpecificationList specification={specification} />
          </OrderSection>
        </div>
        <div className="grid content-start gap-10">
          {open.cloth && (
            <OrderSection id="cloth" title="Cloth required">
              <ClothRequired need={open.cloth} isSuit={open.tabs.length > 1} />
            </OrderSection>
          )}
          <OrderSection id="files" title="Print it">
            <Downloads base={base} view={view} />
          </OrderSection>
          <Link to={contractPath} className="link inline-flex min-h-11 items-center text-sm">
            Contract of the order
          </Link>
        </div>
      </div>
    </div>
  );
}

/** What a change does to the finished garment and to its alterations; "" without one. */
function changeOf(draft: DraftView, changed: DraftView): string {
  const shaped = changed.shaped.filter((text) => !draft.shaped.includes(text));
  return [changeText(draft.measures, changed.measures), ...shaped]
    .filter((text) => text !== "")
    .join(". ");
}

type DraftTablesProps = {
  shown: DraftView;
  choices: PatternView["choices"];
  before: DraftView["measures"];
  contractPath: string;
  corrections: Open["specification"]["corrections"];
};

/** What earlier garments changed, what the garment measures, and what is cut. */
function DraftTables({ before, choices, contractPath, corrections, shown }: DraftTablesProps) {
  return (
    <>
      {shown.changes.length > 0 && (
        <OrderSection id="earlier-fit" title="From earlier garments">
          <EarlierFit
            contractPath={contractPath}
            changes={shown.changes}
            followed={shown.followed}
            corrections={corrections}
          />
        </OrderSection>
      )}
      <ShapeOfBody draft={shown} />
      {shown.measures.length > 0 && (
        <OrderSection id="measures" title="Finished measures, cm">
          <MeasureTable measures={shown.measures} before={before} />
        </OrderSection>
      )}
      {shown.cutList.length > 0 && (
        <OrderSection id="cut-list" title="Cut list">
          <CutList draft={shown} />
          <CutChoices choices={choices} />
        </OrderSection>
      )}
    </>
  );
}

/** What a tailor reads before the drawing. */
function Notes({ isOutdated, shown }: { isOutdated: boolean; shown: DraftView | null }) {
  return (
    <>
      {isOutdated && (
        <Notice kind="warning" title="The contract changed after this draft">
          <Form method="post" className="mt-2">
            <Button type="submit" name="intent" value="draft" size="sm" variant="secondary">
              Draft it from the new contract
            </Button>
          </Form>
        </Notice>
      )}
      {shown === null && <Notice kind="info">This draft was removed or does not open.</Notice>}
      {shown && shown.note !== "" && (
        <Notice kind={shown.status === "by_hand" ? "info" : "warning"}>{shown.note}</Notice>
      )}
      {shown && shown.findings.length > 0 && (
        <OrderSection id="findings" title="What a person must look at">
          <Findings draft={shown} />
        </OrderSection>
      )}
    </>
  );
}
