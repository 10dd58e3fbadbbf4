import { Form, useNavigation } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import type { FormResult } from "#app/web/form.server.ts";
import { formatMoney, money } from "#core/money-amount.ts";
import type { AlterationPage } from "#features/garments/alterations/alteration-queries.server.ts";
import type { AlterationRemedy } from "#features/garments/alterations/alteration-rules.ts";
import {
  ALTERATION_CAUSES,
  canBecomeAlteration,
  causeMessages,
} from "#features/garments/alterations/alteration-rules.ts";
import { Button } from "#ui/button.tsx";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { RadioGroup } from "#ui/radio-group.tsx";

/** The decision that grants each requested remedy. */
const GRANTS: Readonly<Record<AlterationRemedy, string>> = {
  alteration: "approved",
  local: "credit",
  remake: "remake",
};

const DECISIONS = [
  { value: "approved", label: "Alter it here", hint: "The customer sends it in." },
  {
    value: "credit",
    label: "Credit for a local tailor",
    hint: "Given for a photo of the receipt.",
  },
  { value: "remake", label: "Make it again", hint: "A new garment starts in production." },
  { value: "declined", label: "Decline", hint: "The note says why." },
];

const textOf = (result: FormResult | undefined, name: string, otherwise = "") => {
  const value = result?.initialValue?.[name];
  return typeof value === "string" ? value : otherwise;
};

function FormError({ result }: { result: FormResult | undefined }) {
  const message = result?.error?.[""]?.join(" ");
  if (!message) return null;
  return (
    <Notice kind="error" live>
      {message}
    </Notice>
  );
}

type DecisionProps = {
  version: number;
  creditCapMinor: number;
  remedy: AlterationRemedy;
  result: FormResult | undefined;
};

/** Decides a request; works without JavaScript, and the input stays after an error. */
export function DecisionForm({ creditCapMinor, remedy, result, version }: DecisionProps) {
  const busy = useNavigation().state !== "idle";
  const errorOf = (name: string) => result?.error?.[name]?.join(" ");
  const cap = money(creditCapMinor, "USD");
  const options = DECISIONS.filter(({ value }) => value !== "credit" || creditCapMinor > 0);
  return (
    <Form method="post" aria-label="Decision" className="max-w-prose space-y-6">
      <input type="hidden" name="version" value={version} />
      <FormError result={result} />
      <RadioGroup
        legend="What do we do?"
        name="decision"
        defaultValue={textOf(result, "decision", GRANTS[remedy])}
        error={errorOf("decision")}
        options={options}
      />
      <Field
        label="Cause"
        hint="Sewing, shrinking and shipping do not change the next garment."
        error={errorOf("cause")}
      >
        <Select name="cause" defaultValue={textOf(result, "cause")}>
          <option value="">Choose the cause</option>
          {ALTERATION_CAUSES.map((cause) => (
            <option key={cause} value={cause}>
              {causeMessages[cause]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-6 sm:grid-cols-2">
        <Field label="Cost for the house ($)" optional error={errorOf("cost")}>
          <Input
            name="cost"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={textOf(result, "cost")}
          />
        </Field>
        {creditCapMinor > 0 && (
          <Field
            label="Credit at most ($)"
            optional
            hint={`For a local tailor, up to ${formatMoney(cap)}.`}
            error={errorOf("credit")}
          >
            <Input
              name="credit"
              inputMode="decimal"
              autoComplete="off"
              defaultValue={textOf(result, "credit")}
            />
          </Field>
        )}
      </div>
      <Field
        label="For the customer"
        hint="The customer reads it with the decision. A reason is needed to decline."
        error={errorOf("note")}
      >
        <Textarea name="note" rows={4} defaultValue={textOf(result, "note")} />
      </Field>
      <Button type="submit" busy={busy}>
        Decide and tell the customer
      </Button>
    </Form>
  );
}

type StepProps = {
  request: AlterationPage["request"];
  hasReceipt: boolean;
  result: FormResult | undefined;
};

/** The steps after the decision; nothing for a request that is over. */
export function StepForms({ hasReceipt, request, result }: StepProps) {
  const { creditMinor, status, version } = request;
  const busy = useNavigation().state !== "idle";
  if (status === "done" || status === "declined") return null;
  return (
    <OrderSection id="next" title="Next">
      <Form method="post" aria-label="Next step" className="max-w-prose space-y-6">
        <input type="hidden" name="version" value={version} />
        <FormError result={result} />
        {status === "credit" ? (
          <>
            <Field
              label="Paid by the receipt ($)"
              hint={`At most ${formatMoney(money(creditMinor ?? 0, "USD"))}.`}
              error={result?.error?.credit?.join(" ")}
            >
              <Input
                name="credit"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={textOf(result, "credit")}
              />
            </Field>
            <Button
              type="submit"
              name="step"
              value="give-credit"
              busy={busy}
              disabled={!hasReceipt}
            >
              Give the store credit
            </Button>
            {!hasReceipt && (
              <p className="text-sm text-ink-quiet">The customer has not sent the receipt yet.</p>
            )}
          </>
        ) : (
          <>
            <Field label="Further cost for the house ($)" optional>
              <Input
                name="cost"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={textOf(result, "cost")}
              />
            </Field>
            {status === "remake" && (
              <p className="text-sm text-ink-soft">
                The request ends by itself when the new garment leaves with a parcel of its order.
                If it is handed over without one, end it here.
              </p>
            )}
            <div className="flex flex-col gap-3 sm:flex-row">
              {canBecomeAlteration(status, "received") && (
                <Button type="submit" name="step" value="received" variant="secondary" busy={busy}>
                  It has arrived here
                </Button>
              )}
              <Button type="submit" name="step" value="done" busy={busy}>
                {status === "remake" ? "The new one has left" : "Done, and on its way back"}
              </Button>
            </div>
          </>
        )}
      </Form>
    </OrderSection>
  );
}
