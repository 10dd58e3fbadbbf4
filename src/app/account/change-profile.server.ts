import { data } from "react-router";
import type { AppDeps } from "#app/web/context.ts";
import type { DeliveryAddress } from "#core/delivery-address.ts";
import { fieldText } from "#core/submitted-text.ts";
import type { Actor } from "#features/identity/actor.ts";
import { chooseDefaultAddress } from "#features/identity/choose-default-address.server.ts";
import type { ProfileErrors, ProfileNames } from "#features/identity/profile-input.ts";
import { removeAddress } from "#features/identity/remove-address.server.ts";
import { requestEmailConfirmation } from "#features/identity/request-email-confirmation.server.ts";
import { saveAddress } from "#features/identity/save-address.server.ts";
import { saveProfile } from "#features/identity/save-profile.server.ts";
import { doneAt, notFound, refuseAccount } from "./account-responses.server.ts";
import { submittedAddress } from "./submitted-address.ts";

/** What the profile's page says after one of its forms, where it stays on the page. */
export type ProfileFormResult =
  | { kind: "invalid"; typed: ProfileNames; errors: ProfileErrors }
  | { kind: "removed"; address: DeliveryAddress }
  | { kind: "problem"; message: string };

type Deps = Pick<AppDeps, "auth" | "clock" | "db" | "publicUrl">;

const problem = (message: string, status: number) =>
  data<ProfileFormResult>({ kind: "problem", message }, { status });

/** Takes in the forms of the profile's page: names, the mail that confirms the email, the entries of the address book. */
export async function changeProfile(deps: Deps, actor: Actor, request: Request) {
  const form = await request.formData();
  switch (fieldText(form, "intent")) {
    case "save-profile":
      return saveNames(deps, actor, form);
    case "remove-address":
      return remove(deps, actor, fieldText(form, "addressId"));
    case "restore-address":
      return restore(deps, actor, form);
    case "confirm-email":
      return mailAgain(deps, actor, request);
    case "default-address":
      return makeDefault(deps, actor, fieldText(form, "addressId"));
    default:
      return problem("We could not read that form. Please try again.", 400);
  }
}

async function saveNames(deps: Deps, actor: Actor, form: FormData) {
  const typed = {
    firstName: fieldText(form, "firstName"),
    lastName: fieldText(form, "lastName"),
  };
  const saved = await saveProfile(deps, { actor, typed });
  if (saved.ok) return doneAt("/profile", "profile-updated", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  const answer: ProfileFormResult = { kind: "invalid", typed, errors: saved.error.errors };
  return data(answer, { status: 400 });
}

async function remove(deps: Deps, actor: Actor, addressId: string) {
  const removed = await removeAddress(deps, { actor, addressId });
  if (!removed.ok) return removed.error === "forbidden" ? refuseAccount() : notFound();
  const { id: _id, isDefault: _isDefault, ...address } = removed.value;
  return data<ProfileFormResult>({ kind: "removed", address });
}

async function restore(deps: Deps, actor: Actor, form: FormData) {
  const typed = submittedAddress(form);
  const saved = await saveAddress(deps, { actor, addressId: null, typed, isDefault: false });
  if (saved.ok) return doneAt("/profile", "address-saved", deps.publicUrl);
  if (saved.error.code === "forbidden") return refuseAccount();
  return problem("The address could not be put back. Please add it anew.", 400);
}

async function makeDefault(deps: Deps, actor: Actor, addressId: string) {
  const chosen = await chooseDefaultAddress(deps, { actor, addressId });
  if (chosen.ok) return doneAt("/profile", "default-chosen", deps.publicUrl);
  return chosen.error === "forbidden" ? refuseAccount() : notFound();
}

async function mailAgain(deps: Deps, actor: Actor, request: Request) {
  const asked = await requestEmailConfirmation(deps, { actor, request });
  if (asked.ok) return doneAt("/profile", "confirmation-sent", deps.publicUrl);
  if (asked.error.code === "forbidden") return refuseAccount();
  return problem("We have mailed you often enough for now. Please try again in an hour.", 429);
}
