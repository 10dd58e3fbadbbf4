import { useState } from "react";
import { Form, Link } from "react-router";
import { enqueueCommand } from "#app/components/production/garment-queue.browser.ts";
import { worksOffline } from "#app/shell/offline-guard.ts";
import { newId } from "#core/ids.ts";
import { metresText } from "#core/metres.ts";
import type { GarmentStage, Stage } from "#features/garments/garment/garment.ts";
import {
  hasReached,
  isBack,
  nextStages,
  stageMessages,
} from "#features/garments/garment/garment.ts";
import type { GarmentPage } from "#features/garments/garment/garment-page.server.ts";
import {
  blockerMessages,
  MAX_MINUTES,
  MAX_NOTE_LENGTH,
  stepRefusal,
} from "#features/garments/production/garment-command.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import { Field, Input, Select, Textarea } from "#ui/field.tsx";
import { Notice } from "#ui/notice.tsx";
import { readCommand } from "./command-form.ts";

export type GarmentForms = Pick<GarmentPage, "cloth" | "gate" | "isAtelier" | "makers"> & {
  garmentId: string;
  orderId: string;
  orderItemId: string;
  name: string;
  /** With what waits on this device. */
  stage: GarmentStage;
  version: number;
  makerId: string | null;
  onQueued: () => void;
};

type FormProps = {
  forms: GarmentForms;
  intent: "move" | "work" | "note" | "assign";
  label: string;
  children: React.ReactNode;
};

/** Posts to the page without JavaScript; with it, the change goes through the queue, which works without a network. */
function CommandForm({ children, forms, intent, label }: FormProps) {
  const [message, setMessage] = useState<string | null>(null);
  const [key, setKey] = useState(0);
  return (
    <Form
      key={key}
      method="post"
      aria-label={label}
      {...worksOffline}
      className="space-y-4"
      onSubmit={(event) => {
        const form = new FormData(
          event.currentTarget,
          (event.nativeEvent as SubmitEvent).submitter,
        );
        event.preventDefault();
        const deviceEventId = newId();
        const happenedAt = new Date().toISOString();
        const read = readCommand(form, forms.garmentId, { deviceEventId, happenedAt });
        if ("message" in read) return setMessage(read.message);
        const refusal = stepRefusal(read.command, forms.stage);
        if (refusal !== null) return setMessage(refusal);
        const command = { ...read.command, deviceEventId };
        const isStored = enqueueCommand({ command, name: forms.name });
        setMessage(isStored ? null : "This browser stores nothing, so keep this page open.");
        setKey(key + 1);
        forms.onQueued();
      }}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="version" value={forms.version} />
      {message && (
        <Notice kind="error" live>
          {message}
        </Notice>
      )}
      {children}
    </Form>
  );
}

function MakerField({ forms, label }: { forms: GarmentForms; label: string }) {
  return (
    <Field label={label}>
      <Select name="makerId" defaultValue={forms.makerId ?? ""}>
        <option value="">{label === "Maker" ? "Nobody yet" : "The garment's maker"}</option>
        {forms.makers.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </Select>
    </Field>
  );
}

type MinutesProps = { label: string; hint?: string; min?: number };

function MinutesField({ hint, label, min = 0 }: MinutesProps) {
  return (
    <Field label={label} optional {...(hint && { hint })}>
      {/* The numeric keyboard of a phone has no minus. */}
      <Input
        name="minutes"
        type="number"
        inputMode={min < 0 ? "text" : "numeric"}
        min={min}
        max={MAX_MINUTES}
        step={1}
      />
    </Field>
  );
}

const VERBS: Readonly<Partial<Record<Stage, string>>> = {
  checked: "Measurements are checked",
  pattern_ready: "Pattern is ready",
  approved: "Approve to cut",
  cut: "Cloth is cut",
  sewn: "It is sewn",
  fitted: "It is fitted",
  finished: "It is finished",
};

/** The next steps, with what each asks for, and the way back. */
export function StageForms({ forms }: { forms: GarmentForms }) {
  const { isAtelier, stage } = forms;
  const next = nextStages(stage);
  const onward = next.filter((to) => !isBack(stage, to));
  const back = next.filter((to) => isBack(stage, to));
  const mayNot = (to: Stage) => !hasReached(to, "cut") && !isAtelier;
  const [first] = onward;
  if (next.length === 0)
    return (
      <p className="text-sm text-ink-soft">
        {stage === "shipped" ? "It has left the atelier." : "It was cancelled and is not made."}
      </p>
    );
  return (
    <div className="space-y-6">
      {stage === "finished" && (
        <Notice kind="info" title="It is ready to leave">
          <Link to={`/admin/orders/${forms.orderId}?do=ship`} className="link inline-block py-2.5">
            Ship it with its order
          </Link>
        </Notice>
      )}
      {first && mayNot(first) && (
        <Notice kind="info" title={`Next: ${stageMessages[first]}`}>
          Only the atelier role does this. An owner{" "}
          <Link to="/admin/account" className="link">
            gives it
          </Link>
          , to herself too.
        </Notice>
      )}
      {first && !mayNot(first) && (
        <CommandForm forms={forms} intent="move" label="Next stage">
          <StageFields forms={forms} to={first} />
          <div className="grid gap-4 sm:grid-cols-2">
            <MinutesField label={`Minutes of work for “${stageMessages[first]}”`} />
            <MakerField forms={forms} label="Done by" />
          </div>
          <NoteField />
          <div className="flex flex-wrap gap-3">
            {onward.map((to, index) => (
              <Button
                key={to}
                type="submit"
                name="to"
                value={to}
                size="lg"
                variant={index === 0 ? "primary" : "secondary"}
              >
                {VERBS[to] ?? stageMessages[to]}
              </Button>
            ))}
          </div>
        </CommandForm>
      )}
      {back.some((to) => !mayNot(to)) && (
        <details>
          <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
            Go back a stage
          </summary>
          <div className="mt-2 border-l-2 border-line pl-5">
            <CommandForm forms={forms} intent="move" label="Go back">
              <NoteField />
              <div className="flex flex-wrap gap-3">
                {back.map((to) => (
                  <Button key={to} type="submit" name="to" value={to} variant="secondary">
                    Back to “{stageMessages[to]}”
                  </Button>
                ))}
              </div>
            </CommandForm>
          </div>
        </details>
      )}
    </div>
  );
}

function StageFields({ forms, to }: { forms: GarmentForms; to: Stage }) {
  const { cloth, gate, isAtelier } = forms;
  if (to === "checked" && gate && gate.findings.length > 0)
    return (
      <Notice kind="warning" title={`The check stopped: ${gate.findings.join(", ")}`}>
        <Checkbox
          name="areFindingsConfirmed"
          label="I asked the customer, who confirmed these measurements"
        />
      </Notice>
    );
  if (to === "pattern_ready")
    return (
      <>
        <p className="text-sm text-ink-soft">
          Approving what was{" "}
          <Link to={`/admin/atelier/patterns/${forms.orderItemId}`} className="link">
            drafted
          </Link>{" "}
          leads here by itself. Otherwise a tailor drafts it:
        </p>
        <Checkbox name="isPatternByHand" label="Drafted by hand" />
      </>
    );
  if (to === "fitted" || to === "finished")
    return (
      <p className="text-sm text-ink-soft">
        Before it is finished, each of its points is{" "}
        {isAtelier ? (
          <Link to={`/admin/atelier/production/${forms.garmentId}/quality`} className="link">
            measured
          </Link>
        ) : (
          "measured"
        )}{" "}
        and compared{!isAtelier && ", by somebody who may open measurements"}.
      </p>
    );
  const blockers = (gate?.blockers ?? []).filter((each) => each !== "no_pattern");
  if (to === "approved" && blockers.length > 0)
    return (
      <Notice kind="warning" title="It cannot be approved yet">
        {blockers.map((each) => (
          <p key={each}>{blockerMessages[each]}</p>
        ))}
      </Notice>
    );
  if (to !== "cut" || cloth.length === 0) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      {cloth.map(({ clothId, name, shareMm }) => (
        <Field key={clothId} label={`${name}, metres cut`} hint="Measured on the table.">
          <Input name={`cut.${clothId}`} inputMode="decimal" defaultValue={metresText(shareMm)} />
        </Field>
      ))}
    </div>
  );
}

function NoteField({ label = "Note" }: { label?: string }) {
  return (
    <Field label={label} optional>
      <Textarea name="note" rows={2} maxLength={MAX_NOTE_LENGTH} />
    </Field>
  );
}

/** Assigning, minutes and notes, which are possible in every stage. */
export function MoreForms({ forms }: { forms: GarmentForms }) {
  return (
    <>
      <CommandForm forms={forms} intent="assign" label="Maker">
        <MakerField forms={forms} label="Maker" />
        <Button type="submit" variant="secondary" size="sm">
          Assign
        </Button>
      </CommandForm>
      <CommandForm forms={forms} intent="work" label="Minutes of work">
        <MinutesField
          label="Minutes of work in between"
          hint="A minus, such as -30, corrects what was entered before."
          min={-MAX_MINUTES}
        />
        <MakerField forms={forms} label="Done by" />
        <NoteField label="What was done" />
        <Button type="submit" variant="secondary" size="sm">
          Add the minutes
        </Button>
      </CommandForm>
      <CommandForm forms={forms} intent="note" label="Note">
        <NoteField label="Note for the atelier" />
        <Button type="submit" variant="secondary" size="sm">
          Add the note
        </Button>
      </CommandForm>
    </>
  );
}
