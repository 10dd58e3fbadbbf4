import { expect, test } from "vitest";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { signedInAdmin, signedInCustomer, signInOwner } from "#tests/support/requests/sign-in.ts";
import { OWNER } from "#tests/support/shop/owner-account.ts";
import { createStaff } from "#tests/support/staff.ts";

const { shop, visitor } = shopSuite();

const customerPage = (email: string) =>
  `/admin/customers/person?${new URLSearchParams({ email }).toString()}`;

test("an owner signs a customer out everywhere, who meets the sign-in with the next page and reads how to choose a password", async () => {
  const { email, visitor: asha } = await signedInCustomer();
  expect((await asha.open("/profile/orders")).url.pathname).toBe("/profile/orders");
  const owner = await signInOwner(visitor());
  const page = await owner.open(customerPage(email));
  expect(page.text).toContain("Signed in on one device.");
  const done = await page.press("Sign out everywhere");
  expect(done.text).toContain("Not signed in anywhere at the moment.");
  expect((await asha.open("/profile/orders")).url.pathname).toBe("/auth");
  const mail = await readMailTo(email, "You are signed out at Demerara Atelier");
  expect(mail).toContain("/auth/forgot");
  const activity = await owner.open("/admin/activity?subject=customer");
  expect(activity.text).toContain(`signed out everywhere: ${email}`);
});

test("an owner signs an admin out everywhere, whose open browser meets the login with the next page", async () => {
  const password = "mangrove-and-river-7";
  const username = await shop().inDatabase((db) => createStaff(db, password));
  const maya = visitor();
  expect((await maya.post("/login", { username, password })).headers.get("location")).toBe(
    "/admin",
  );
  expect((await maya.open("/admin/orders")).url.pathname).toBe("/admin/orders");
  const owner = await signInOwner(visitor());
  const account = await owner.open("/admin/account");
  const done = await account.press(`Sign ${username} out`);
  expect(done.text).toContain("The sign-ins of this admin are ended on all devices.");
  expect((await maya.open("/admin/orders")).url.pathname).toBe("/login");
});

test("an admin who is no owner is offered to sign nobody out, and is refused", async () => {
  const maya = await signedInAdmin();
  const { email, visitor: asha } = await signedInCustomer();
  const page = await maya.open(customerPage(email));
  expect(page.text).toContain("An owner can end these sign-ins.");
  expect(page.queryByRole("button", { name: "Sign out everywhere" })).toBeNull();
  await maya.post(customerPage(email), { intent: "end-sessions" });
  expect((await asha.open("/profile/orders")).url.pathname).toBe("/profile/orders");
});

test("the owner finds a stranger's wrong passwords under Refused, with who, where and why", async () => {
  const stranger = visitor();
  const fields = { username: OWNER.username, password: "a-wrong-guess-1" };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    expect((await stranger.post("/login", fields)).status).toBe(401);
  }
  const owner = await signInOwner(visitor());
  await expect
    .poll(async () => (await owner.open("/admin/activity?subject=refusal")).text)
    .toContain("The password was wrong");
  const page = await owner.open("/admin/activity?subject=refusal");
  expect(page.text).toContain(`Someone was refused as ${OWNER.username}`);
  expect(page.getByRole("option", { name: "Refused" })).toBeDefined();
  expect(page.text).not.toContain("a-wrong-guess-1");
});
