import { use, useEffect, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import { StageThread } from "#app/components/orders/stage-thread.tsx";
import { MailRouteContext } from "#app/components/page/mail-route-context.ts";
import { formatMoney } from "#core/money-amount.ts";
import {
  alterationMessages,
  alterationStep,
} from "#features/garments/alterations/alteration-rules.ts";
import { cancellingSentences } from "#features/garments/contract/policy.ts";
import { garmentName, isBeforeGate, stageMessages } from "#features/garments/garment/garment.ts";
import type { MyGarment } from "#features/sales/order-page/my-order-queries.server.ts";
import { Button, ButtonLink } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { changeGarmentPath } from "../garments/change-garment-path.ts";

/** The page's action handles it with `garment` and `percent`. */
export const CANCEL_GARMENT = "cancel-garment";

export type CancelProblem = "changed" | "by_hand";

const PROBLEMS: Readonly<Record<CancelProblem, { title: string; text: string }>> = {
  changed: {
    title: "It was not cancelled, because it has changed meanwhile",
    text: "What you get back is shown below as it is now. Please look at it again.",
  },
  by_hand: {
    title: "It was not cancelled",
    text: "The shop cannot give this payment back by itself. Please write to us, and we do it.",
  },
};

/** Of a refused cancellation, in the customer's view. */
export const problemOf = (failure: "changed" | "not_refundable" | "elsewhere"): CancelProblem =>
  failure === "changed" ? "changed" : "by_hand";

/** In place of a cancellation of ready-made pieces that was refused. */
export function ItemsNotCancelled({ problem }: { problem: CancelProblem }) {
  return (
    <Notice kind="warning" live title={PROBLEMS[problem].title} className="mb-10">
      {PROBLEMS[problem].text}
    </Notice>
  );
}

type Props = {
  garments: readonly MyGarment[];
  problem: CancelProblem | null;
  /** True for a guest who has not proven the order with a code, which the page that changes a garment needs. */
  isLocked?: boolean;
  /** Identifies a guest's order to the page's action. */
  fields?: Readonly<Record<string, string>>;
  /** Where the fit of each shipped garment is reported, by id. */
  fitPaths: Readonly<Record<string, string>>;
  /** In which way money of the order comes back. */
  wayBack: string;
};

/** How far each garment is, and what cancelling it gives back. */
export function MyGarments(props: Props) {
  const { fields = {}, fitPaths, garments, isLocked = false, problem, wayBack } = props;
  if (garments.length === 0) return null;
  return (
    <section aria-labelledby="garments" className="mt-14 scroll-mt-6">
      <h2 id="garments" className="display text-2xl">
        In the atelier
      </h2>
      {problem && (
        <Notice kind="warning" live title={PROBLEMS[problem].title} className="mt-6">
          {PROBLEMS[problem].text}
        </Notice>
      )}
      <ul className="mt-6 grid gap-x-12 gap-y-10 sm:grid-cols-2 lg:grid-cols-3">
        {garments.map((garment) => (
          <li key={garment.id} className="border-t border-ink pt-4">
            <Garment
              garment={garment}
              fields={fields}
              changePath={isLocked ? null : changeGarmentPath(garment)}
              fitPath={fitPaths[garment.id]}
              wayBack={wayBack}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

type GarmentProps = {
  garment: MyGarment;
  fields: Record<string, string>;
  /** Null where the order has to be proven first. */
  changePath: string | null;
  fitPath: string | undefined;
  wayBack: string;
};

function Garment({ changePath, fields, fitPath, garment, wayBack }: GarmentProps) {
  const { cancellation, refundText, stage } = garment;
  const article = useRef<HTMLElement>(null);
  const mailRoute = use(MailRouteContext);
  const shownStage = useRef(stage);
  // What was cancelled is shorter than its form: without this a phone shows what stands below it.
  useEffect(() => {
    if (shownStage.current !== stage && stage === "cancelled") article.current?.focus();
    shownStage.current = stage;
  }, [stage]);
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={garmentName(garment)}
      className="scroll-mt-28 outline-none"
    >
      <h3 className="mb-4 font-medium wrap-anywhere">{garmentName(garment)}</h3>
      <StageThread stage={stage} on="paper" />
      {garment.alterations.map(({ id, number, status }) => (
        <p key={id} className="mt-4 text-sm text-ink-soft">
          <span className="font-medium text-ink">{`${number}: ${alterationMessages[status]}.`}</span>{" "}
          {alterationStep(status, mailRoute)}
        </p>
      ))}
      {fitPath && (
        <ButtonLink to={fitPath} variant="secondary" className="mt-4">
          Say how it fits
        </ButtonLink>
      )}
      {refundText && (
        <p className="mt-4 text-sm text-ink-soft">
          {isBeforeGate(stage) && "It is not approved to be cut yet. "}
          {refundText}
        </p>
      )}
      {changePath && (garment.isChangeable || garment.isInWork) && (
        <Link to={changePath} className="link flex min-h-11 w-fit items-center text-sm">
          {garment.isInWork
            ? "Measured again since?"
            : garment.of > 1
              ? `Change these ${garment.of} garments`
              : "Change this garment"}
        </Link>
      )}
      {cancellation && <CancelGarment garment={garment} fields={fields} wayBack={wayBack} />}
    </article>
  );
}

/** Works without JavaScript: what it opens has the rules and the button that cancels. */
function CancelGarment({
  fields,
  garment,
  wayBack,
}: Pick<GarmentProps, "fields" | "garment" | "wayBack">) {
  const { formData, state } = useNavigation();
  const { cancellation, policyVersion } = garment;
  if (!cancellation) return null;
  const isOwn = formData?.get("garment") === garment.id;
  const name = garmentName(garment);
  return (
    <details className="text-sm">
      <summary className="link inline-flex min-h-11 cursor-pointer items-center">
        Cancel this garment
      </summary>
      <div className="mt-2 space-y-2 border-l-2 border-line pl-5 text-ink-soft">
        {cancellingSentences(policyVersion).map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className="text-ink">
          {name} is “{stageMessages[garment.stage]}”: you get{" "}
          <strong className="figures font-medium">{formatMoney(cancellation.amount)}</strong> back,
          {cancellation.isWithShipping && " with the shipping,"} {wayBack}. This cannot be undone.
        </p>
        <Form method="post" preventScrollReset>
          {Object.entries({
            ...fields,
            garment: garment.id,
            percent: String(cancellation.percent),
          }).map(([field, value]) => (
            <input key={field} type="hidden" name={field} value={value} />
          ))}
          <Button
            type="submit"
            name="intent"
            value={CANCEL_GARMENT}
            variant="danger"
            busy={state !== "idle" && isOwn}
          >
            Cancel it and get {formatMoney(cancellation.amount)} back
          </Button>
        </Form>
      </div>
    </details>
  );
}
