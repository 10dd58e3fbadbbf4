import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EFFECT_LISTS, effectText, readEffect } from "#features/garments/options/choice-effect.ts";
import type { DescribedChoice } from "#features/garments/options/choice-effect-queries.server.ts";
import { freezeEffects } from "#features/garments/options/choice-effect-queries.server.ts";
import { isEffectKey } from "#features/garments/options/effect-key.ts";
import { COMPONENT_NAMES } from "#features/patterns/designs/pattern-table.ts";
import { agreedChoiceLine, isOpenChoice } from "./choice-state.ts";
import {
  choiceStates,
  choicesOfComponent,
  describeChoices,
  orderedComponents,
  readChoiceStates,
  shapeChoices,
  withoutChangedShape,
  withTicksOf,
} from "./ordered-choices.ts";

const KEYS = EFFECT_LISTS.flatMap(({ effects }) => effects.map(({ key }) => key));

const choice = (group: string, name: string, key: string | null, note = ""): DescribedChoice => ({
  group,
  choice: name,
  effect: readEffect(key, note),
});

test("every effect that an owner may choose is read as it is written", () => {
  for (const { effects } of EFFECT_LISTS) {
    for (const { key, text } of effects) {
      const effect = readEffect(key, "x");
      expect(isEffectKey(key)).toBe(true);
      if (key !== "by_hand") expect(effect && effectText(effect)).toBe(text);
    }
  }
  expect(
    ["design:", "design:blazerByHand", "length:nowhere", ""].map((key) => readEffect(key, "")),
  ).toEqual([null, null, null, null]);
});

describe("the choices of a contract", () => {
  test("are described by their names, and a name that no option has any more by nothing", () => {
    const described = [choice("Lapel", "Peak", "lapel:peak")];
    const agreed = [
      { group: "Lapel", choice: "Peak" },
      { group: "Vents", choice: "Two" },
    ];
    expect(describeChoices(agreed, described).map(({ effect }) => effect)).toEqual([
      { kind: "style", style: "lapel:peak" },
      null,
    ]);
  });

  test("change what they changed when they were agreed, whatever the options say since", () => {
    const described = [choice("Length", "Hip", "length:knee"), choice("Front", "Covered", "none")];
    const agreed = [
      { group: "Length", choice: "Hip", effect: "length:hip" },
      { group: "Front", choice: "Covered", effect: "by_hand", effectNote: "covered buttons" },
      { group: "Length", choice: "Hip" },
      { group: "Length", choice: "Hip", effect: "length:of-a-later-version" },
      { group: "Needed by", choice: "12 December, made with rush" },
    ];
    expect(describeChoices(agreed, described).map(({ effect }) => effect)).toEqual([
      { kind: "style", style: "length:hip" },
      { kind: "by_hand", note: "covered buttons" },
      { kind: "style", style: "length:knee" },
      { kind: "style", style: "length:knee" },
    ]);
  });

  test("are agreed with what is described, once, and read back the same", () => {
    const described = KEYS.map((key, index) => choice(`Option ${index}`, "A", key, "a note"));
    const agreed = described.map(({ choice: name, group }) => ({ group, choice: name }));
    const frozen = freezeEffects([...agreed, { group: "Pocket", choice: "Patch" }], described);
    expect(describeChoices(frozen, []).map(({ effect }) => effect)).toEqual([
      ...described.map(({ effect }) => effect),
      null,
    ]);
    const since = described.map((each) => ({ ...each, effect: { kind: "none" } as const }));
    expect(freezeEffects(frozen, since)).toEqual(frozen);
  });

  test("each belong to at least one component", () => {
    const components = fc.uniqueArray(fc.constantFrom(...COMPONENT_NAMES), { minLength: 1 });
    const effects = fc.array(fc.option(fc.constantFrom(...KEYS)), { maxLength: 6 });
    fc.assert(
      fc.property(components, effects, (own, keys) => {
        const choices = keys.map((key, index) => choice(`Option ${index}`, "A", key));
        const all = orderedComponents(own, choices);
        expect(all.length).toBeGreaterThan(0);
        const placed = all.flatMap((component) =>
          choicesOfComponent(choices, { component, components: all }),
        );
        const brought = choices.filter(({ effect }) => effect?.kind === "design");
        const others = choices.filter((each) => !brought.includes(each));
        expect(new Set(placed)).toEqual(new Set([...others, ...placed]));
      }),
    );
  });

  test("of a suit are the jacket's or the trousers'", () => {
    const components = ["jacket", "chinos"] as const;
    const choices = [
      choice("Buttons", "Horn", "none"),
      choice("Lapel", "Peak", "lapel:peak"),
      choice("Pleats", "Two", "pleats:two"),
    ];
    const groupsOf = (component: (typeof components)[number]) =>
      choicesOfComponent(choices, { component, components }).map(({ group }) => group);
    expect(groupsOf("jacket")).toEqual(["Buttons", "Lapel"]);
    expect(groupsOf("chinos")).toEqual(["Pleats"]);
  });

  test("bring another pattern for the same half of the body", () => {
    const circle = [choice("Skirt", "Full", "design:circleSkirt")];
    expect(orderedComponents(["pencilSkirt"], circle)).toEqual(["circleSkirt"]);
    expect(orderedComponents(["bodice", "pencilSkirt"], circle)).toEqual(["bodice", "circleSkirt"]);
    expect(orderedComponents(["columnGown"], circle)).toEqual(["circleSkirt"]);
  });
});

describe("in a draft", () => {
  const choices = [
    choice("Buttons", "Horn", "none"),
    choice("Length", "Knee", "length:knee"),
    choice("Front", "Covered", "by_hand", "covered buttons"),
    choice("Pocket", "Patch", null),
  ];
  const results = [{ style: "length:knee", outcome: "drafted", note: "" } as const];
  const states = choiceStates(choices, { isDrawn: true, results });

  test("a choice is drafted, made by hand or without effect, and never lost", () => {
    expect(states.map(({ note, outcome }) => [outcome, note])).toEqual([
      ["none", ""],
      ["drafted", ""],
      ["by_hand", "covered buttons"],
      ["by_hand", "what it changes is not described"],
    ]);
    expect(readChoiceStates(states)).toEqual(states);
    const drawnByHand = choiceStates(choices, { isDrawn: false, results });
    expect(drawnByHand.map(({ outcome }) => outcome)).toEqual([
      "none",
      "by_hand",
      "by_hand",
      "by_hand",
    ]);
  });

  test("a tick stays with its choice whatever becomes of the others, and is gone with another choice", () => {
    const tick = { by: "1", name: "Rosa", at: "2026-11-29T12:00:00.000Z" };
    const ticked = states.map((state) => (state.group === "Front" ? { ...state, tick } : state));
    expect(withTicksOf(states, ticked)).toEqual(ticked);
    expect(withTicksOf(states, null)).toEqual(states);
    const midi = states.map((state) =>
      state.group === "Length" ? { ...state, choice: "Midi" } : state,
    );
    const midiTicked = midi.map((state) => (state.group === "Front" ? { ...state, tick } : state));
    expect(withTicksOf(midi, ticked)).toEqual(midiTicked);
    const plain = states.map((state) =>
      state.group === "Front" ? { ...state, choice: "Plain" } : state,
    );
    expect(withTicksOf(plain, ticked)).toEqual(plain);
    const other = states.map((state) =>
      state.group === "Front" ? { ...state, note: "horn buttons" } : state,
    );
    expect(withTicksOf(other, ticked)).toEqual(other);
    const front = { group: "Front", choice: "Covered" };
    expect(agreedChoiceLine(front, [{ choices: ticked }])).toBe(
      "Front: Covered (by hand: covered buttons, done by Rosa)",
    );
    expect(agreedChoiceLine(front, [{ choices: null }])).toBe("Front: Covered");
  });
});

test("the shape of the body stays ticked off while what is made by hand of it, and by how much, is the same", () => {
  const hand = (label: string) => {
    return {
      label,
      outcome: "by_hand",
      note: "the cut list says what to do on each part",
    } as const;
  };
  const drawn = {
    label: "Posture: forward",
    outcome: "drafted",
    note: "Posture: stooped",
  } as const;
  const before = [hand("Lower shoulder: left, 8 mm")];
  const others = choiceStates([choice("Buttons", "Horn", "none")], { isDrawn: true, results: [] });
  const choices = [...others, ...shapeChoices(before)];
  expect(withoutChangedShape(choices, { before, after: [drawn, ...before] })).toEqual(choices);
  const after = [hand("Lower shoulder: left, 14 mm")];
  expect(withoutChangedShape(choices, { before, after })).toEqual(others);
});

test("a stated shape that no design draws is an open choice, which says nothing of the body", () => {
  const drawn = { label: "Shoulders: sloping", outcome: "drafted", note: "" } as const;
  expect(shapeChoices([drawn])).toEqual([]);
  const open = { label: "Posture: forward", outcome: "by_hand", note: "" } as const;
  const states = shapeChoices([drawn, open]);
  expect(states.filter(isOpenChoice)).toHaveLength(1);
  expect(JSON.stringify(states)).not.toMatch(/forward|sloping/i);
});
