import { Form, Link } from "react-router";
import type { ActivityFilter } from "#features/audit/activity-filter.ts";
import { AUDIT_SUBJECTS, activityQuery, SUBJECT_LABELS } from "#features/audit/activity-filter.ts";
import { Button } from "#ui/button.tsx";
import { Field } from "#ui/field.tsx";
import { Input } from "#ui/input.tsx";
import { Select } from "#ui/select.tsx";

type Props = { filter: ActivityFilter; people: readonly { id: string; name: string }[] };

/** Narrows the log; its fields are the address's own words, so it works before the page's script has arrived. */
export function ActivityFilterForm({ filter, people }: Props) {
  const { page: _page, ...narrowed } = filter;
  const query = activityQuery(narrowed);
  return (
    // The key empties the fields when the address was changed by a link.
    <Form key={query} role="search" className="flex flex-wrap items-end gap-x-4 gap-y-3 pb-5">
      <Field label="What" className="w-full sm:w-44">
        <Select name="subject" defaultValue={filter.subject ?? ""}>
          <option value="">Everything</option>
          {AUDIT_SUBJECTS.map((subject) => (
            <option key={subject} value={subject}>
              {SUBJECT_LABELS[subject]}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Who" className="w-full sm:w-44">
        <Select name="person" defaultValue={filter.person ?? ""}>
          <option value="">Everybody</option>
          {people.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="From" className="w-[calc(50%-0.5rem)] sm:w-40">
        <Input type="date" name="from" defaultValue={filter.from} />
      </Field>
      <Field label="To" className="w-[calc(50%-0.5rem)] sm:w-40">
        <Input type="date" name="to" defaultValue={filter.to} />
      </Field>
      <div className="flex items-center gap-5">
        <Button type="submit" variant="secondary">
          Show
        </Button>
        {query !== "" && (
          <Link to="?" className="link py-2 text-sm">
            Show everything
          </Link>
        )}
      </div>
    </Form>
  );
}
