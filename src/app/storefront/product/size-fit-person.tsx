import type { SizePerson } from "#app/components/size-guide/size-person.browser.ts";
import { chooseSizePerson, QUESTIONS } from "#app/components/size-guide/size-person.browser.ts";
import { RadioGroup } from "#ui/radio-group.tsx";

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
