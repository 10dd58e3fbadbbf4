import { redirect } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import { refuse } from "#app/web/require-admin.server.ts";
import { fieldText } from "#core/submitted-text.ts";
import { deleteCustomerNote } from "#features/customers/delete-customer-note.server.ts";
import { eraseCustomer } from "#features/customers/erase-customer.server.ts";
import { writeCustomerNote } from "#features/customers/write-customer-note.server.ts";
import type { Actor } from "#features/identity/actor.ts";
import type { CustomerFormResult } from "./customer-form-result.ts";
import { eraseFailureMessages, noteFailureMessages } from "./customer-form-result.ts";

type Sent = { actor: Actor; email: string; form: FormData };

const KEPT: CustomerFormResult = { about: "note", status: "kept" };

async function note(deps: AppDeps, { actor, email, form }: Sent): Promise<CustomerFormResult> {
  const typed = fieldText(form, "note");
  const written = await writeCustomerNote(deps, { actor, email, note: typed });
  if (written.ok) return KEPT;
  if (written.error === "forbidden") return refuse();
  return { about: "note", status: "failed", words: noteFailureMessages[written.error], typed };
}

async function forget(deps: AppDeps, { actor, form }: Sent): Promise<CustomerFormResult> {
  const gone = await deleteCustomerNote(deps, { actor, noteId: fieldText(form, "noteId") });
  // One that is gone already is as it was to be.
  return !gone.ok && gone.error === "forbidden" ? refuse() : KEPT;
}

async function erase(deps: AppDeps, { actor, email, form }: Sent): Promise<CustomerFormResult> {
  const typedEmail = fieldText(form, "typedEmail");
  const isUnfinishedKnown = form.has("known");
  const erased = await eraseCustomer(deps, { actor, email, typedEmail, isUnfinishedKnown });
  if (erased.ok) throw redirect("/admin/customers?erased=1");
  if (erased.error === "forbidden") return refuse();
  const words = eraseFailureMessages[erased.error];
  return { about: "erase", status: "failed", words, typed: typedEmail };
}

/** Answers a form of a customer's page: a note, a note's end, or the erasure. */
export async function handleCustomerForm(
  request: Request,
  deps: AppDeps,
  from: { actor: Actor; email: string },
): Promise<CustomerFormResult> {
  const form = await request.formData();
  const sent = { ...from, form };
  const intent = fieldText(form, "intent");
  if (intent === "erase") return erase(deps, sent);
  return intent === "forget" ? forget(deps, sent) : note(deps, sent);
}
