import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";
import { expect, test } from "vitest";
import { money } from "#core/money-amount.ts";
import type { StoreCreditView } from "#features/orders/store-credit/store-credit-queries.server.ts";
import { ProfileCredit } from "./profile-credit.tsx";

function creditWith(count: number): StoreCreditView {
  return {
    id: "0198f000-0000-7000-8000-000000000001",
    email: "asha@example.com",
    balance: money(count * 100),
    held: money(0),
    entries: Array.from({ length: count }, (_, index) => ({
      id: String(index),
      kind: "issue" as const,
      amount: money(100),
      orderNumber: null,
      orderId: null,
      note: `Reason ${index + 1}`,
      actorName: "",
      at: new Date("2026-11-20T12:00:00Z"),
    })),
  };
}

function written(credit: StoreCreditView): string {
  const Page = createRoutesStub([
    { path: "/", Component: () => <ProfileCredit credit={credit} /> },
  ]);
  return renderToStaticMarkup(<Page />);
}

test("the account shows the whole history of store credit, the earlier entries behind one press, and no private link", () => {
  const html = written(creditWith(7));
  const [newest = "", earlier = ""] = html.split("<details");
  for (const number of [1, 2, 3, 4, 5]) expect(newest).toContain(`Reason ${number}`);
  expect(earlier).toContain("Earlier history");
  for (const number of [6, 7]) expect(earlier).toContain(`Reason ${number}`);
  expect(html).not.toContain("/store-credit/");
});

test("there is nothing to open where the newest entries are all of them", () => {
  expect(written(creditWith(5))).not.toContain("<details");
});
