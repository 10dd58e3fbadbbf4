import type { ReactNode } from "react";
import { Fragment } from "react";
import { Form, Link, useNavigation, useSearchParams } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { formatDay, formatMoment } from "#core/georgetown-time.ts";
import { formatLength } from "#features/body/measurement/length-text.ts";
import { correctionText } from "#features/garments/fit-memory/correction.ts";
import { isFitPoint } from "#features/garments/fit-memory/fit-points.ts";
import type { ClothNeed } from "#features/garments/order-patterns/line-cloth.server.ts";
import type { FitSpecification } from "#features/garments/specification/specification.ts";
import { MATERIAL_NAMES } from "#features/patterns/designs/pattern-design.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { Cell, HeadCell, Table } from "#ui/table.tsx";
import type { DraftView, PatternView } from "./pattern-view.server.ts";

/** Why a person must look at a draft, numbered as in the drawing. */
export function Findings({ draft }: { draft: DraftView }) {
  const { findings, parts } = draft;
  if (findings.length === 0) return null;
  const titleOf = (name: string) => parts.find(({ part }) => part === name)?.title ?? name;
  return (
    <ol className="space-y-1 text-sm">
      {findings.map(({ code, reason, spot }, index) => (
        <li key={`${code}${reason}`} className="flex gap-3">
          <span className="figures mt-0.5 inline-flex size-6 shrink-0 items-center justify-center rounded-full border border-hibiscus text-xs text-hibiscus">
            {index + 1}
          </span>
          <span className="py-0.5">
            {reason}{" "}
            {spot && (
              <Link to={`?part=${spot.part}`} replace preventScrollReset className="link">
                See it on {titleOf(spot.part).toLowerCase()}
              </Link>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}

const shapeOutcomes = {
  drafted: "drafted",
  by_hand: "by hand",
  none: "no effect on the pattern",
} as const;

/** The stated shape of the body with what became of it, and what alterations changed on the finished draft. */
export function ShapeOfBody({ draft }: { draft: DraftView }) {
  const { shapeStates = [], shaped } = draft;
  if (shapeStates.length + shaped.length === 0) return null;
  return (
    <OrderSection id="shape" title="Shape of the body">
      <ul className="divide-y divide-line border-y border-line text-sm">
        {shapeStates.map(({ label, note, outcome }) => (
          <li key={label} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <span>{label}</span>
            <span className={outcome === "by_hand" ? "text-hibiscus" : "text-ink-quiet"}>
              {shapeOutcomes[outcome]}: {note}
            </span>
          </li>
        ))}
        {shaped.map((text) => (
          <li key={text} className="figures py-2.5">
            {text}
          </li>
        ))}
      </ul>
    </OrderSection>
  );
}

type EarlierFitProps = {
  changes: DraftView["changes"];
  followed: DraftView["followed"];
  corrections: FitSpecification["corrections"];
  contractPath: string;
};

/** What earlier garments of the same person change in this draft, and whether the finished draft has it. */
export function EarlierFit({ changes, contractPath, corrections = [], followed }: EarlierFitProps) {
  return (
    <>
      <ul className="divide-y divide-line border-y border-line text-sm">
        {changes.map(({ byMm, changedMm, point, reached }) => {
          const source = corrections.find((each) => each.point === point);
          return (
            <li key={point} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
              <span>
                {isFitPoint(point) && correctionText({ point, mm: byMm }, "cm")}
                {source && (
                  <span className="text-ink-quiet">
                    , from the {source.product} of {formatDay(new Date(source.at))}
                  </span>
                )}
              </span>
              <span className={`figures ${reached ? "text-ink-quiet" : "text-hibiscus"}`}>
                {reached
                  ? "in the draft"
                  : `the draft changes by ${formatLength(changedMm, "cm")} cm`}
              </span>
            </li>
          );
        })}
      </ul>
      {followed.length > 0 && (
        <p className="figures mt-2 text-sm">
          Moves with it, within the tolerance of the fit: {followed.join(", ")}.
        </p>
      )}
      <p className="mt-2 text-sm text-ink-quiet">
        The contract of this order names them.{" "}
        <Link to={contractPath} className="link inline-block py-2.5">
          Propose to leave one out
        </Link>{" "}
        of this order. The customer removes them for later orders under Measurements.
      </p>
    </>
  );
}

function cutText({ cut, mirrored, onFold }: DraftView["cutList"][number]["cuts"][number]): string {
  const how = [mirrored && "mirrored", onFold && "on the fold"].filter(Boolean).join(", ");
  return how === "" ? `Cut ${cut}` : `Cut ${cut}, ${how}`;
}

export function CutList({ draft }: { draft: DraftView }) {
  return (
    <Table
      caption="Parts to cut"
      dense
      head={
        <>
          <HeadCell>Part</HeadCell>
          <HeadCell>Material</HeadCell>
          <HeadCell>How</HeadCell>
        </>
      }
    >
      {draft.cutList.flatMap(({ cuts, note, part, title }) =>
        cuts.map((each, index) => (
          <tr key={`${part}${each.material}`}>
            <Cell>{title}</Cell>
            <Cell>{MATERIAL_NAMES[each.material] ?? each.material}</Cell>
            <Cell>
              {cutText(each)}
              {index === 0 && note !== undefined && (
                <p className="whitespace-pre-line text-sm">{note}</p>
              )}
            </Cell>
          </tr>
        )),
      )}
    </Table>
  );
}

const metres = (mm: number) => `${(mm / 1000).toFixed(2)} m`;

type ClothRowProps = { label: ReactNode; value: string; isOfOrder?: boolean };

function ClothRow({ isOfOrder = false, label, value }: ClothRowProps) {
  return (
    <div
      className={`flex justify-between gap-4 border-b border-line py-2 ${isOfOrder ? "font-medium" : ""}`}
    >
      <dt className="text-ink-soft">{label}</dt>
      <dd className="shrink-0">{value}</dd>
    </div>
  );
}

/** A cloth of the contract: its width, its direction and what is committed. */
function clothText({ isOneWay, name, widthMm }: ClothNeed["cloths"][number]): string {
  const width = widthMm === null ? "width not entered" : `${widthMm / 10} cm wide`;
  return `${name}, ${width}${isOneWay ? ", one way" : ""}`;
}

/** How much cloth the whole garment needs: of the contract's cloth, at usual widths and at the tailor's own. */
export function ClothRequired({ isSuit, need }: { isSuit: boolean; need: ClothNeed }) {
  const [search] = useSearchParams();
  return (
    <div className="space-y-4">
      <dl className="figures text-sm">
        {need.cloths.map((cloth) => {
          const { clothId, committedMm, garments, lengthMm } = cloth;
          const each = garments > 1 ? ` for ${garments}` : "";
          return (
            <Fragment key={clothId}>
              <ClothRow
                isOfOrder
                label={clothText(cloth)}
                value={lengthMm === null ? "Too narrow" : metres(lengthMm)}
              />
              <ClothRow isOfOrder label="Committed" value={`${metres(committedMm)}${each}`} />
            </Fragment>
          );
        })}
        {need.widths.map(({ lengthMm, widthMm }) => (
          <ClothRow
            key={widthMm}
            label={`${widthMm / 10} cm wide`}
            value={lengthMm === null ? "Too narrow" : metres(lengthMm)}
          />
        ))}
      </dl>
      <Form method="get" replace preventScrollReset className="flex items-end gap-3">
        {[...search].map(
          ([name, value]) =>
            name !== "width" && <input key={name} type="hidden" name={name} value={value} />,
        )}
        <Field label="Another width (cm)" className="grow">
          <Input
            name="width"
            type="number"
            inputMode="decimal"
            min={30}
            max={300}
            step="any"
            defaultValue={search.get("width") ?? ""}
          />
        </Field>
        <Button type="submit" variant="secondary">
          Show
        </Button>
      </Form>
      <p className="text-sm text-ink-quiet">
        Nested with the grain along the cloth{isSuit && ", all parts of this order line together"}.
        What usual widths need is about right; matching checks or stripes needs more.
      </p>
    </div>
  );
}

type Files = NonNullable<PatternView["files"]>;

/** Each file with its link; without one where the paper is too small. */
function fileRows({ pages, rolls }: Files) {
  return [
    {
      path: "overview",
      label: "Overview PDF",
      hint: "The whole garment with its choices, cut list and cloth",
    },
    { path: "svg", label: "SVG", hint: "For a plotter's own program, 1 unit is 1 mm" },
    { path: "dxf", label: "DXF", hint: "For cutting tables, AAMA (ASTM D6673)" },
    ...rolls.map(({ failure, lengthMm, rollMm }) => ({
      path: failure === "" ? `roll?width=${rollMm}` : null,
      label: `Roll PDF, ${rollMm} mm`,
      hint: failure === "" ? `${metres(lengthMm)} long` : failure,
    })),
    { path: "a0", label: "A0 PDF", hint: `${pages.a0} pages, with a map of the tiles` },
    { path: "a4", label: "A4 PDF", hint: `${pages.a4} pages, with a map of the tiles` },
    { path: "letter", label: "Letter PDF", hint: `${pages.letter} pages, with a map of the tiles` },
  ];
}

export function Downloads({ base, view }: { base: string; view: PatternView }) {
  const { draft, files } = view;
  if (!files) return <p className="text-sm text-ink-soft">Nothing is drawn.</p>;
  const { from, to } = files.rollLimitsMm;
  return (
    <div className="space-y-3">
      <ul>
        {fileRows(files).map(({ hint, label, path }) => (
          <li key={label} className="border-b border-line">
            {path === null ? (
              <p className="flex min-h-11 flex-col justify-center py-2">
                <span className="text-sm text-ink-soft">{label}</span>
                <span className="figures text-sm text-ink-quiet">{hint}</span>
              </p>
            ) : (
              <a href={`${base}/${path}`} className="flex min-h-11 flex-col justify-center py-2">
                <span className="link self-start text-sm">{label}</span>
                <span className="figures text-sm text-ink-quiet">{hint}</span>
              </a>
            )}
          </li>
        ))}
      </ul>
      <form method="get" action={`${base}/roll`} className="flex items-end gap-3">
        <Field label="Your own roll (mm)" className="grow">
          <Input
            name="width"
            type="number"
            inputMode="numeric"
            min={from}
            max={to}
            step={1}
            required
          />
        </Field>
        <Button type="submit" variant="secondary">
          Print
        </Button>
      </form>
      <p className="text-sm text-ink-quiet">
        Version {view.version} at true scale with {draft?.seamAllowance ?? 0} mm seam allowance.
        Every PDF has a square of 100 mm: measure it before you cut.
      </p>
    </div>
  );
}

type ApprovalProps = {
  view: PatternView;
  unchecked: string | null;
  isOpen: boolean;
  isOutdated: boolean;
};

const acceptance = {
  ready: null,
  review: "I have read the findings, and this pattern may be used",
  by_hand: "I have drafted this by hand",
} as const;

/** Who approved the draft, or the form to approve it, or what is missing before. */
export function Approval({ isOpen, isOutdated, unchecked, view }: ApprovalProps) {
  const busy = useNavigation().state === "submitting";
  if (view.isApproved) {
    return (
      <Notice kind="success" title={`Version ${view.version} is approved`}>
        {view.approvedName}
        {view.approvedAt && `, ${formatMoment(new Date(view.approvedAt))}`}
      </Notice>
    );
  }
  if (!isOpen) return <Notice kind="info">The garment is cut or cancelled.</Notice>;
  if (isOutdated) {
    return <Notice kind="info">The contract changed, so this version cannot be approved.</Notice>;
  }
  if (unchecked !== null) {
    return (
      <Notice kind="info" title="The measurements are not checked yet">
        <Link to={`/admin/atelier/production/${unchecked}`} className="link">
          Check them in production
        </Link>
        , then approve the pattern here.
      </Notice>
    );
  }
  const text = acceptance[view.status];
  return (
    <Form method="post" aria-label="Approval" preventScrollReset className="space-y-3">
      <input type="hidden" name="version" value={view.version} />
      {text !== null && <Checkbox name="areFindingsAccepted" label={text} />}
      <Button type="submit" name="intent" value="approve" busy={busy}>
        Approve version {view.version}
      </Button>
      <p className="text-sm text-ink-quiet">
        The garment moves to “Pattern ready” once every part of the order line is approved.
      </p>
    </Form>
  );
}
