import { Form, useNavigation } from "react-router";
import { OrderSection } from "#app/components/admin/order-section.tsx";
import { formatMoment } from "#core/georgetown-time.ts";
import type { ChoiceState } from "#features/garments/order-patterns/choice-state.ts";
import { outcomeText } from "#features/garments/order-patterns/choice-state.ts";
import { Button } from "#ui/button.tsx";
import { Checkbox } from "#ui/checkbox.tsx";
import type { PatternView } from "./pattern-view.server.ts";

function ChoiceText({ state }: { state: ChoiceState }) {
  const { choice, effect, group, outcome } = state;
  const ordered = `${group}: ${choice}`;
  // "Lapel: Peak" says what its effect "Lapel: peak" would say again.
  const says = effect.toLowerCase() !== ordered.toLowerCase() && outcome !== "none" ? effect : "";
  return (
    <>
      <span className="font-medium">{ordered}</span>
      {says && <span className="block text-ink-soft">{says}</span>}
      <span
        className={`block ${outcome === "by_hand" && !state.tick ? "text-hibiscus" : "text-ink-quiet"}`}
      >
        {outcomeText(state)}
        {state.tick && `, ${formatMoment(new Date(state.tick.at))}`}
      </span>
    </>
  );
}

type Props = { view: PatternView; isOpen: boolean };

/** The contract's choices in this draft. What no design draws is ticked off by the tailor who makes it. */
export function Choices({ isOpen, view }: Props) {
  const busy = useNavigation().state === "submitting";
  const choices = view.choices ?? [];
  if (choices.length === 0) return null;
  const byHand = choices.filter(({ outcome }) => outcome === "by_hand");
  const others = choices.filter(({ outcome }) => outcome !== "by_hand");
  const mayTick = isOpen && !view.isApproved && byHand.length > 0;
  return (
    <OrderSection id="choices" title="Choices of the order">
      <div className="space-y-4 text-sm">
        {mayTick ? (
          <Form
            method="post"
            aria-label="Choices made by hand"
            preventScrollReset
            className="space-y-3"
          >
            <input type="hidden" name="version" value={view.version} />
            <p className="text-ink-soft">No design draws these. Tick off what you make by hand.</p>
            {byHand.map((state) => (
              <Checkbox
                key={`${state.group}${state.tick?.at ?? ""}`}
                name="done"
                value={state.group}
                defaultChecked={state.tick !== null}
                label={<ChoiceText state={state} />}
              />
            ))}
            <Button type="submit" name="intent" value="choices" variant="secondary" busy={busy}>
              Save what is ticked
            </Button>
          </Form>
        ) : (
          <ChoiceList choices={byHand} />
        )}
        <ChoiceList choices={others} />
      </div>
    </OrderSection>
  );
}

function ChoiceList({ choices }: { choices: readonly ChoiceState[] }) {
  if (choices.length === 0) return null;
  return (
    <ul className="divide-y divide-line border-y border-line">
      {choices.map((state) => (
        <li key={state.group} className="py-2.5">
          <ChoiceText state={state} />
        </li>
      ))}
    </ul>
  );
}

/** Below the cut list: what the parts above have of the order, and what is cut by hand. */
export function CutChoices({ choices }: { choices: readonly ChoiceState[] | null }) {
  if (choices === null || choices.length === 0) return null;
  return (
    <dl className="mt-4 text-sm">
      {choices.map((state) => (
        <div
          key={state.group}
          className="flex flex-wrap justify-between gap-x-6 border-b border-line py-2"
        >
          <dt>
            {state.group}: {state.choice}
          </dt>
          <dd className="text-ink-quiet">{outcomeText(state)}</dd>
        </div>
      ))}
    </dl>
  );
}
