import { eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { orderNumber } from "#core/document-number.ts";
import { newId } from "#core/ids.ts";
import { authAccounts, profiles } from "#db/schema/identity.server.ts";
import { orders } from "#db/schema/orders.server.ts";
import { unsubscribeToken } from "#features/base/identity/unsubscribe.server.ts";
import { deliveredGarment } from "#tests/support/browser/delivered-garment.ts";
import { createOrder } from "#tests/support/orders.ts";
import { readMailTo } from "#tests/support/requests/mailbox.ts";
import { openMeasurements } from "#tests/support/requests/open-measurements.ts";
import { shopSuite } from "#tests/support/requests/shop-suite.ts";
import { textOf } from "#tests/support/requests/shown-page.ts";
import type { Visitor } from "#tests/support/requests/visitor.ts";
import { createVisitor } from "#tests/support/requests/visitor.ts";

const { shop, visitor, customer } = shopSuite();

const PASSWORD = "linen-on-sunday-4";

const newEmail = () => `rosa-${newId()}@example.org`;

async function register(somebody: Visitor, email = newEmail()): Promise<string> {
  const fields = { firstName: "Rosa", lastName: "Persaud", email, password: PASSWORD };
  const response = await somebody.post("/auth?tab=create-account", fields);
  expect(response.status).toBe(302);
  return email;
}

async function sessionOf(somebody: Visitor): Promise<unknown> {
  return (await somebody.request("/session")).json();
}

describe("the sign-in form", () => {
  test("creates an account, signs in to it and signs out of it, and returns to the page that was wanted", async () => {
    const rosa = visitor();
    const email = newEmail();
    const login = await rosa.open("/auth?next=%2Fabout");
    const registration = await login.follow("Create Account");
    expect(registration.url.search).toBe("?tab=create-account&next=%2Fabout");
    const created = await registration.press("Create Account", {
      "First Name": "Rosa",
      "Last Name": "Persaud",
      Email: email,
      Password: PASSWORD,
    });
    expect(created.url.pathname + created.url.search).toBe("/auth?next=%2Fabout");
    expect(created.text).toContain("You can now sign in.");
    const about = await created.press("Login", { Email: email, Password: PASSWORD });
    expect(about.url.pathname).toBe("/about");
    expect(await sessionOf(rosa)).toMatchObject({ role: "customer" });
    const out = await (await rosa.open("/sign-out")).press("Sign Out");
    expect(out.url.pathname).toBe("/");
    expect(await sessionOf(rosa)).toEqual({ role: "visitor" });
    expect((await rosa.open("/auth")).getByRole("button", { name: "Login" })).toBeDefined();
  });

  test("that is refused keeps the email and clears the password", async () => {
    const email = newEmail();
    const page = await (await visitor().open("/auth")).press("Login", {
      Email: email,
      Password: PASSWORD,
    });
    expect(page.status).toBe(401);
    expect(page.getByRole("main").textContent).toContain("Invalid email or password");
    expect(page.getByLabelText<HTMLInputElement>("Email").value).toBe(email);
    expect(page.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  });

  // Specification 5.2
  test("is one form whose fields password managers understand", async () => {
    const login = await visitor().open("/auth");
    expect(login.getByLabelText("Email").getAttribute("autocomplete")).toBe("username");
    const password = login.getByLabelText("Password");
    expect(password.getAttribute("autocomplete")).toBe("current-password");
    expect(login.getByRole("main").querySelectorAll("form")).toHaveLength(1);
    const registration = await login.follow("Create Account");
    const chosen = registration.getByLabelText("Password");
    expect(chosen.getAttribute("autocomplete")).toBe("new-password");
    for (const label of ["First Name", "Email"]) {
      expect(registration.getByLabelText<HTMLInputElement>(label).required, label).toBe(true);
    }
  });

  test("is no page for a signed-in customer, who is never sent to another site", async () => {
    const { visitor: rosa } = await customer();
    expect((await rosa.open("/auth?next=%2Fabout")).url.pathname).toBe("/about");
    const response = await rosa.request("/auth?next=%2F%2Fevil.example");
    expect(response.headers.get("location")).toBe("/profile");
  });
});

describe("mails of the account", () => {
  test("a request for a link is answered in the same words to a known and to an unknown email", async () => {
    const known = await register(visitor());
    for (const email of [known, newEmail()]) {
      const asking = await visitor().open("/auth/forgot");
      const page = await asking.press("Send me a link", { Email: email });
      expect(page.status).toBe(200);
      expect(page.getByRole("heading", { name: "No email was sent" })).toBeDefined();
      expect(page.text).toContain("This shop sends no emails yet: ours is only stored");
    }
  });

  async function linkTo(email: string): Promise<string> {
    const mail = await readMailTo(email);
    const link = new URL(/http\S+\/auth\/verify\?token=[\w.%-]+/.exec(mail)?.[0] ?? "");
    expect(link.origin).toBe(shop().url);
    return link.pathname + link.search;
  }

  /** An order of a guest whose email somebody has registered since. */
  async function guestOrder() {
    const email = newEmail();
    const orderId = await shop().inDatabase((db) => createOrder(db, { customerEmail: email }));
    await register(visitor(), email);
    const account = await shop().inDatabase((db) =>
      db.select({ id: profiles.id }).from(profiles).where(eq(profiles.email, email)),
    );
    const owners = () =>
      shop().inDatabase((db) =>
        db.select({ id: orders.userId }).from(orders).where(eq(orders.id, orderId)),
      );
    expect(await owners()).toEqual([{ id: null }]);
    return { email, owners, account };
  }

  const login = { Password: PASSWORD };

  test("an email is confirmed with one press where the account is signed in, and the guest's orders join it at once", async () => {
    const { account, email, owners } = await guestOrder();
    const rosa = visitor();
    await (await rosa.open("/auth")).press("Login", { Email: email, ...login });
    const page = await rosa.open(await linkTo(email));
    expect(page.text).not.toContain("Password");
    const confirmed = await page.press("Confirm my email");
    expect(confirmed.getByRole("heading", { level: 1 }).textContent).toBe("Thank you");
    expect(await owners()).toEqual(account);
  });

  test("an email is confirmed in another browser with the account's password, which signs in there too", async () => {
    const { account, email, owners } = await guestOrder();
    const mailProgram = visitor();
    const page = await mailProgram.open(await linkTo(email));
    const confirmed = await page.press("Confirm my email", login);
    expect(confirmed.getByRole("heading", { level: 1 }).textContent).toBe("Thank you");
    expect(await sessionOf(mailProgram)).toMatchObject({ role: "customer" });
    expect(await owners()).toEqual(account);
  });

  test("a guest who confirms an account that a stranger made with her email shuts the stranger out", async () => {
    const { account, email, owners } = await guestOrder();
    const stranger = visitor();
    await (await stranger.open("/auth")).press("Login", { Email: email, ...login });
    const guest = visitor();
    const link = await linkTo(email);
    const pressed = await (await guest.open(link)).press("Confirm my email");
    expect(pressed.text).toContain(
      "Please enter the password of your account, or choose a new one.",
    );
    expect(await owners()).toEqual([{ id: null }]);
    const confirmed = await pressed.press("Confirm my email", {
      Password: "two-mangoes-on-a-wall",
    });
    expect(confirmed.text).toContain("Everybody who was signed in to the account is signed out");
    expect(confirmed.text).toContain("measured people are set apart");
    expect(confirmed.text).toContain("The account is called Rosa Persaud");
    expect(await owners()).toEqual(account);
    expect(await sessionOf(stranger)).toEqual({ role: "visitor" });
    const again = await (await stranger.open("/auth")).press("Login", { Email: email, ...login });
    expect(again.status).toBe(401);
    expect((await guest.open("/profile/orders")).status).toBe(200);
    // The link has had its effect: it shows that, and sets no password.
    const reused = await visitor().open(link);
    expect(reused.text).toContain("Your email is confirmed");
    expect(reused.text).not.toContain("Password");
  });

  test("a link ends one kind of email without signing in, on its page and from an email program", async () => {
    const { visitor: asha, userId } = await customer();
    const token = await shop().withAuth(async (auth) =>
      unsubscribeToken(auth, { userId, topic: "order-updates" }),
    );
    const path = `/unsubscribe?token=${token}`;
    const page = await visitor().open(path);
    expect(page.text).toContain("the mails called Order Updates");
    // As email programs do, without cookie and referrer (RFC 8058).
    const program = await createVisitor(shop().url).request(path, {
      method: "POST",
      body: new URLSearchParams({ "List-Unsubscribe": "One-Click" }),
    });
    expect(program.status).toBe(200);
    expect((await page.press("No more of these mails")).text).toContain("No more Order Updates");
    const settings = await asha.open("/profile/settings");
    const box = settings.getByRole<HTMLInputElement>("checkbox", { name: /^Order Updates/ });
    expect(box.checked).toBe(false);
  });

  test("an account without a password names its provider and receives a link to choose one", async () => {
    const { visitor: asha, userId, email } = await customer();
    await shop().inDatabase((db) =>
      db.insert(authAccounts).values({ userId, accountId: userId, providerId: "google" }),
    );
    const settings = await asha.open("/profile/settings");
    expect(settings.text).toContain("You can sign in with Google.");
    const page = await settings.press("Choose a password");
    expect(page.getByRole("heading", { name: "No email was sent" })).toBeDefined();
    expect(await readMailTo(email)).toContain("/auth/reset?token=");
  });
});

describe("access", () => {
  test("a visitor who opens a page of the account is sent to the sign-in and returned to that page", async () => {
    for (const path of ["/profile", "/account", "/profile/orders", "/profile/settings"]) {
      const { url } = await visitor().open(path);
      const next = path === "/profile" ? "" : `?next=${encodeURIComponent(path)}`;
      expect(url.pathname + url.search).toBe(`/auth${next}`);
    }
  });

  // Specification 2.167
  test("a customer cannot use the content management", async () => {
    const { visitor: rosa } = await customer();
    expect((await rosa.open("/admin")).url.pathname).toBe("/login");
  });

  test("orders of another customer are not found", async () => {
    const { visitor: rosa } = await customer();
    const id = await shop().inDatabase((db) => createOrder(db));
    for (const path of ["", "/return", "/receipt"]) {
      const page = await rosa.open(`/profile/orders/${id}${path}`);
      expect(page.status, path).toBe(404);
      expect(page.html, path).not.toContain("Savannah Linen Shirt");
    }
  });

  // Specification 6.9
  test("no page or loader of the account opens for a visitor", async () => {
    const paths = [
      "/profile",
      "/account",
      "/profile/orders",
      "/profile/measurements",
      "/profile/settings",
      "/profile/addresses/new",
      "/profile/delete",
      "/profile/export",
      "/profile/orders/0198f000-0000-7000-8000-000000000001",
      "/profile/orders/0198f000-0000-7000-8000-000000000001/receipt",
    ];
    for (const path of paths) {
      const page = await visitor().request(path);
      expect(page.status, path).toBe(302);
      expect(page.headers.get("location"), path).toMatch(/^\/auth(\?next=%2F(profile|account)|$)/);
      expect(page.headers.get("cache-control"), path).toContain("no-store");
      for (const method of ["GET", "POST"]) {
        const data = await visitor().request(`${path}.data`, { method });
        const body = await data.text();
        const isRefused = body.includes("/auth") || data.status >= 400;
        expect(isRefused, `${method} ${path}.data`).toBe(true);
      }
    }
  });

  test("a form on another site changes nothing in the account", async () => {
    const rosa = visitor();
    const email = await register(rosa);
    await rosa.post("/auth", { email, password: PASSWORD });
    const cookies = new Map(rosa.cookies);
    const registration = { firstName: "Rosa", lastName: "Persaud", email: newEmail() };
    const attempts = [
      ["/auth", { email, password: PASSWORD }],
      ["/auth.data", { email, password: PASSWORD }],
      ["/auth?tab=create-account", { ...registration, password: PASSWORD }],
      ["/auth/forgot", { email }],
      ["/auth/reset?token=nobody", { password: "cotton-by-candlelight-7" }],
      ["/auth/verify?token=nobody", {}],
      ["/sign-out", {}],
      ["/sign-out.data", {}],
    ] as const;
    for (const [path, fields] of attempts) {
      const response = await rosa.post(path, fields, { origin: "https://evil.example" });
      expect(response.status, path).toBe(403);
      expect(response.headers.getSetCookie(), path).toEqual([]);
    }
    expect(rosa.cookies).toEqual(cookies);
    expect(await sessionOf(rosa)).toMatchObject({ role: "customer" });
  });
});

test("the tabs, the profile, the settings and the address book work without JavaScript", async () => {
  const { visitor: asha } = await customer();
  const editing = await (await asha.open("/profile")).follow("Edit Profile");
  const profile = await editing.press("Save Changes", { "First name": "Bibi" });
  expect(profile.getByText("Bibi", { exact: true })).toBeDefined();
  const adding = await profile.follow("Add New Address");
  const added = await adding.press("Save Address", {
    "Full name": "Bibi",
    Address: "1 Main Street",
    "City or village": "Linden",
  });
  expect(added.text).toContain("1 Main Street");
  const deleted = await added.press(/^Delete/);
  expect(deleted.text).toContain("Address deleted");
  const restored = await deleted.press("Undo");
  expect(restored.text).not.toContain("Address deleted");
  expect(restored.text).toContain("1 Main Street");
  const tabs = restored.inside(restored.getByRole("navigation", { name: "My Account" }));
  const settingsPath = tabs.getByRole("link", { name: "Settings" }).getAttribute("href") ?? "";
  const settings = await asha.open(settingsPath);
  const stored = await settings.press("Save Settings", { "Order Updates": false });
  const box = stored.getByRole<HTMLInputElement>("checkbox", { name: /^Order Updates/ });
  expect(box.checked).toBe(false);
  const ordersPath = tabs.getByRole("link", { name: "Orders" }).getAttribute("href") ?? "";
  expect((await asha.open(ordersPath)).text).toContain("No orders yet");
});

describe("the fit of a delivered garment", () => {
  test("a customer says that the sleeves are 1 cm long, sees the correction of the next garment and removes it", async () => {
    const asha = await customer();
    const { orderId } = await deliveredGarment(shop().url, asha);
    const order = await asha.visitor.open(`/profile/orders/${orderId}`);
    const garment = await order.follow("Say how it fits");
    expect(garment.getByRole("heading", { name: "How does it fit?" })).toBeDefined();
    const refused = await garment.press("Send how it fits", { "Jacket, sleeves: how": "Too long" });
    expect(refused.status).toBe(422);
    expect(refused.text).toContain("Please say by how much.");
    expect(refused.getByLabelText<HTMLSelectElement>("Jacket, sleeves: how").value).toBe("large");
    const sent = await refused.press("Send how it fits", { "Jacket, sleeves: by how much": "10" });
    expect(sent.text).toContain("Thank you. We remember it");

    const measurements = await asha.visitor.open("/profile/measurements");
    const memory = textOf(measurements.getByRole("region", { name: "Fit memory" }));
    expect(memory).toContain("Jacket, sleeves: 1 cm shorter");
    expect(memory).toContain("from your Stabroek Suit of");
    const removed = await measurements.press("Remove Jacket, sleeves: 1 cm shorter");
    expect(removed.url.pathname).toBe("/profile/measurements");
    expect(removed.queryByRole("region", { name: "Fit memory" })).toBeNull();
  });

  test("a guest who reads of the free remeasurement finds the order, reports the fit and asks for an alteration, and an error keeps the input", async () => {
    const guest = visitor();
    const email = newEmail();
    const { orderId } = await deliveredGarment(shop().url, { email });
    const questions = await guest.open("/faq");
    const [question] = questions
      .getAllByRole("group")
      .filter((each) => each.textContent?.includes("Free AI-Fit Remeasurement"));
    if (!question) throw new Error("The question is not there");
    expect(question.querySelector("summary")?.textContent).toBe("Do you make custom alterations?");
    const leading = questions.inside(question).getByRole("link", { name: "Find your order" });
    const search = await guest.open(leading.getAttribute("href") ?? "");
    const order = await search.press("Find your order", {
      "Order Number": orderNumber(orderId),
      Email: email,
    });
    expect(order.queryByRole("link", { name: "Ask for a free remeasurement" })).toBeNull();
    const opened = await openMeasurements(order, email);
    const garment = await opened.follow("Ask for a free remeasurement");
    expect(garment.text).toContain("Your free AI-Fit remeasurement: once for this piece");
    const reported = await garment.press("Send how it fits", {
      "It fits well everywhere": true,
    });
    expect(reported.text).toContain("Thank you. We remember it");

    const note = "The left cuff is frayed.";
    const refused = await reported.press("Send the request", { "What is wrong with it": note });
    expect(refused.text).toContain("Please choose what we should do.");
    const wrong = refused.getByRole<HTMLTextAreaElement>("textbox", {
      name: /^What is wrong with it/,
    });
    expect(wrong.value).toBe(note);
    const requested = await refused.press("Send the request", {
      "Alter it in our atelier": true,
    });
    expect(requested.getByText(/^AL-/)).toBeDefined();
    const promises = requested.getAllByText(/looks at it within 24 hours on business days\./);
    expect(promises).toHaveLength(2);
  });
});
