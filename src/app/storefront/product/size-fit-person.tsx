import { RadioGroup } from "#ui/radio-group.tsx";
import type { SizePerson } from "./size-person.browser.ts";
import { chooseSizePerson, QUESTIONS } from "./size-person.browser.ts";

/** Whose measurements advise the size; renders nothing while nobody is measured. */
export function SizeFitPerson({ people, person }: SizePerson) {
  if (people.length === 0) return null;
  return (
    <div className="mb-6">
      <RadioGroup
        legend="Who is it for?"
        name="size-person"
        value={person?.id ?? QUESTIONS}
        onChoose={chooseSizePerson}
        options={[
          ...people.map(({ id, label }) => ({ value: id, label: label.value })),
          { value: QUESTIONS, label: "Somebody else: answer questions" },
        ]}
      />
    </div>
  );
}
