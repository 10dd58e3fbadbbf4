import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { readEmail } from "#core/email.ts";
import { newId } from "#core/ids.ts";
import { profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { createOrder } from "#tests/support/orders.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import type { ShownPage } from "#tests/support/requests/shown-page.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import { signInOwner } from "#tests/support/requests/sign-in.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor } = shopSuite();

const PASSWORD = "linen-on-sunday-4";
const NEW_PASSWORD = "two-mangoes-on-a-wall";

const mainOf = (page: ShownPage) => textOf(page.getByRole("main"));

/** The path of the link in the one mail with this subject. */
async function linkTo(stored: string, page: "verify" | "reset", subject: string): Promise<string> {
  const mail = await readMailTo(stored, subject);
  const link = new URL(new RegExp(`http\\S+/auth/${page}\\?token=[\\w.%-]+`).exec(mail)?.[0] ?? "");
  return link.pathname + link.search;
}

async function signIn(somebody: Visitor, email: string, password: string) {
  await (await somebody.open("/auth")).press("Login", { Email: email, Password: password });
  return (await somebody.request("/session")).json();
}

test.each(["пример.рф", "उदाहरण.भारत", "bücher.de", "例え.コム"])(
  "an account at %s lives like any other, and its email has one spelling",
  async (domain) => {
    const written = `anna-${newId()}@${domain}`;
    const stored = readEmail(written) ?? "";
    expect(stored).toMatch(/^anna-.+@xn--/);
    const orderId = await shop().inDatabase((db) => createOrder(db, { customerEmail: stored }));

    const registration = await (await visitor().open("/auth")).follow("Create Account");
    const fields = { "First Name": "Anna", Email: written, Password: PASSWORD };
    expect((await registration.press("Create Account", fields)).text).toContain(
      "You can now sign in.",
    );
    const again = await registration.press("Create Account", { ...fields, Email: stored });
    expect(again.text).toContain("You can now sign in.");
    const accounts = await shop().inDatabase((db) =>
      db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, stored)),
    );
    expect(accounts).toHaveLength(1);

    const anna = visitor();
    for (const spelling of [written, stored, written.toUpperCase()]) {
      expect(await signIn(visitor(), spelling, PASSWORD), spelling).toMatchObject({
        role: "customer",
      });
    }
    await signIn(anna, written, PASSWORD);
    const unconfirmed = mainOf(await anna.open("/profile"));
    expect(unconfirmed).toContain(`Email ${written}`);
    expect(unconfirmed).toContain("Your email is not confirmed yet");
    const link = await linkTo(stored, "verify", "Confirm your email for Demerara Atelier");
    const page = await anna.open(link);
    expect(page.text).toContain(`confirms ${written}`);
    await page.press("Confirm my email");
    const [order] = await shop().inDatabase((db) =>
      db.select({ userId: orders.userId }).from(orders).where(eq(orders.id, orderId)),
    );
    expect(order).toEqual({ userId: accounts[0]?.id });
    const profile = await anna.open("/profile");
    expect(mainOf(profile)).toContain(written);
    expect(mainOf(profile)).not.toContain("not confirmed");

    const sent = await (await visitor().open("/auth/forgot")).press("Send me a link", {
      Email: written,
    });
    expect(sent.text).toContain("Try another address");
    const reset = await linkTo(stored, "reset", "Choose a new password for Demerara Atelier");
    await (await visitor().open(reset)).press(/password/i, { "New password": NEW_PASSWORD });
    expect(await signIn(visitor(), stored, PASSWORD)).toEqual({ role: "visitor" });
    expect(await signIn(visitor(), written, NEW_PASSWORD)).toMatchObject({ role: "customer" });

    const owner = await signInOwner(visitor());
    for (const search of [written, stored, `@${domain}`]) {
      const query = new URLSearchParams({ q: search });
      expect(mainOf(await owner.open(`/admin/customers?${query}`)), search).toContain(written);
      expect(mainOf(await owner.open(`/admin/orders?${query}`)), search).toContain(
        orderNumber(orderId),
      );
    }
    const person = await owner.open(
      `/admin/customers/person?${new URLSearchParams({ email: stored })}`,
    );
    expect(mainOf(person)).toContain(written);
    expect(mainOf(person)).not.toContain(stored);
  },
);
