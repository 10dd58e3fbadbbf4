import { Form, Link } from "react-router";
import { countLabel } from "#core/format-number.ts";
import type { SetApart } from "#features/body/measurement/set-apart-people.server.ts";
import { Button } from "#ui/button.tsx";
import { Notice } from "#ui/notice.tsx";
import { LedgerSection } from "../account-page.tsx";

export const ACCEPT_SET_APART = "accept-set-apart";
export const DELETE_SET_APART = "delete-set-apart";

function setApartCounts({ groups, people }: SetApart): string {
  const count = groups.length + people.length;
  const parts = [
    people.length > 0 && countLabel(people.length, "measured person", "measured people"),
    groups.length > 0 && countLabel(groups.length, "group of links", "groups of links"),
  ];
  return `${parts.filter(Boolean).join(" and ")} ${count === 1 ? "was" : "were"}`;
}

/** Leads from the account's first page to the question below, while something is set apart; nothing otherwise. */
export function SetApartHint({ groups, people }: SetApart) {
  if (groups.length === 0 && people.length === 0) return null;
  return (
    <Notice kind="warning" title="Please say whose these measurements are" className="mt-8">
      {setApartCounts({ groups, people })} in this account before its email was confirmed with a new
      password. Nothing can be ordered with them until you answer.{" "}
      <Link to="/profile/measurements#set-apart" className="link inline-block py-2.5">
        Look at them
      </Link>
    </Notice>
  );
}

/** Asks whose the people are that were in the account before its email was confirmed; nothing when there are none. */
export function SetApartPeople({ groups, people }: SetApart) {
  if (groups.length === 0 && people.length === 0) return null;
  const names = people.map(({ name }) => name ?? "a person without a readable name");
  return (
    <LedgerSection
      id="set-apart"
      title="Are these yours?"
      lead="They were in this account before its email was confirmed with a new password."
    >
      <div className="max-w-[52ch] space-y-4 text-ink-soft wrap-anywhere">
        {names.length > 0 && <p>Measured: {names.join(", ")}.</p>}
        {groups.length > 0 && (
          <p>Links that ask others to measure: {groups.map(({ name }) => name).join(", ")}.</p>
        )}
        <p>
          Somebody else may have made the account with your email. Until you answer, nothing can be
          ordered with these measurements{groups.length > 0 && ", and the links are closed"}.
        </p>
      </div>
      <Form method="post" preventScrollReset className="mt-5">
        <Button type="submit" name="intent" value={ACCEPT_SET_APART} variant="secondary">
          Yes, these are mine
        </Button>
      </Form>
      <details className="mt-3">
        <summary className="link inline-flex min-h-11 cursor-pointer items-center text-sm">
          No, somebody else entered them
        </summary>
        <Form method="post" preventScrollReset className="mt-2 max-w-[36ch] space-y-3">
          <p className="text-sm text-ink-soft">
            They are deleted and cannot be brought back. What is ordered is not affected.
          </p>
          <Button type="submit" name="intent" value={DELETE_SET_APART} variant="danger" size="sm">
            Delete them
          </Button>
        </Form>
      </details>
    </LedgerSection>
  );
}
