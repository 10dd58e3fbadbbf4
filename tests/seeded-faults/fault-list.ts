/** A test file with the title of the test, as the file writes it. */
export type CatchingTest = { file: string; title: string };

export type SeededFault = {
  /** For `npm run seeded-faults -- NAME`. */
  name: string;
  /** What a person would notice. */
  effect: string;
  kind:
    | "caching"
    | "document"
    | "focus"
    | "guard"
    | "keyboard"
    | "link"
    | "message"
    | "money"
    | "offline"
    | "rollback"
    | "stock"
    | "stored value"
    | "unit"
    | "width";
  file: string;
  /** Text that occurs exactly once in the file. */
  find: string;
  replace: string;
  /** At least one of them fails while the fault is in the shop. The cheapest comes first. */
  caughtBy: readonly CatchingTest[];
};

export const SEEDED_FAULTS: readonly SeededFault[] = [
  {
    name: "product-url-without-query",
    effect: "An old URL of a product loses the chosen size and the campaign of its link.",
    kind: "link",
    file: "src/app/storefront/product/canonical-product.server.ts",
    find: "url.search}`, 301);",
    replace: "url.hash}`, 301);",
    caughtBy: [
      {
        file: "tests/http/canonical-urls.test.ts",
        title: "a product's other URLs redirect to the one with its id and keep the query",
      },
    ],
  },
  {
    name: "sitemap-without-new-dawn",
    effect: "The sitemap omits a page that the home page links to.",
    kind: "link",
    file: "src/app/seo/sitemap.ts",
    find: '    "/new-dawn",\n',
    replace: "",
    caughtBy: [
      {
        file: "tests/http/search-engine-files.test.ts",
        title: "every page linked on the home page is in the sitemap, except a visitor's own pages",
      },
    ],
  },
  {
    name: "search-is-indexed",
    effect: "Search engines index the shop's own search results.",
    kind: "guard",
    file: "src/app/storefront/search/search.tsx",
    find: "    indexed: false,\n",
    replace: "    indexed: true,\n",
    caughtBy: [
      {
        file: "tests/http/page-metadata.test.ts",
        title:
          "one filter has the plain listing's canonical URL, and combined filters and searches are not indexed",
      },
    ],
  },
  {
    name: "text-files-without-caching",
    effect: "Feeds, robots.txt and sitemaps have no rules for caches.",
    kind: "caching",
    file: "src/app/web/cache-headers.ts",
    find: 'const headers = { ...PUBLIC_HEADERS, "Content-Type"',
    replace: 'const headers = { "Content-Type"',
    caughtBy: [
      {
        file: "tests/http/search-engine-files.test.ts",
        title: "is not cached beyond its validity and is not sent twice",
      },
    ],
  },
  {
    name: "reduced-quantity-without-message",
    effect: "The checkout reduces a quantity and does not say how many are left.",
    kind: "message",
    file: "src/features/sales/checkout/cart-change.ts",
    find: 'case "left":\n      return `Only ',
    replace: 'case "left":\n      return "" && `Only ',
    caughtBy: [
      {
        file: "tests/http/checkout.test.ts",
        title: "a quantity above the stock is reduced, and a sold-out size is reported",
      },
    ],
  },
  {
    name: "part-reservation-without-title",
    effect: "A cart that can be reserved in part reads like one whose products have changed.",
    kind: "message",
    file: "src/app/checkout/cart-changes.tsx",
    find: '  if (isOnlyLimited(quote)) return "We can reserve part of your cart";\n',
    replace: "",
    caughtBy: [
      {
        file: "tests/e2e/checkout.spec.ts",
        title:
          "more than a visitor can reserve is offered in part, and the cart stays as it is until then",
      },
    ],
  },
  {
    name: "size-is-not-requested",
    effect: "Without JavaScript, adding a product without a size says that it is sold out.",
    kind: "message",
    file: "src/app/components/cart/simple-cart.server.ts",
    find: '  if (chosen === "") return fail("Please choose a size");\n',
    replace: "",
    caughtBy: [
      {
        file: "tests/http/without-javascript.test.ts",
        title: "a size must be chosen before the product is added",
      },
    ],
  },
  {
    name: "cart-stays-after-payment",
    effect: "Without JavaScript, a paid order's products stay in the cart.",
    kind: "stored value",
    file: "src/app/components/cart/simple-cart.server.ts",
    find: 'return order?.status === "completed" || Boolean(order?.transfer);',
    replace: "return Boolean(order?.transfer);",
    caughtBy: [
      {
        file: "tests/http/without-javascript.test.ts",
        title: "an order is placed and paid, and the cart is empty afterwards",
      },
    ],
  },
  {
    name: "refused-sign-in-forgets-the-email",
    effect: "A refused sign-in makes the customer enter the email again.",
    kind: "stored value",
    file: "src/app/auth/handle-auth-form.server.ts",
    find: 'hideFields: ["password"] }, refusal);',
    replace: 'hideFields: ["email", "password"] }, refusal);',
    caughtBy: [
      {
        file: "tests/http/account.test.ts",
        title: "that is refused keeps the email and clears the password",
      },
    ],
  },
  {
    name: "order-opens-with-any-email",
    effect: "A guest's order opens with its number alone, whatever email is entered.",
    kind: "guard",
    file: "src/features/orders/order/order-queries.server.ts",
    find: "`, email.toLowerCase()),",
    replace: "`, orders.customerEmail),",
    caughtBy: [
      {
        file: "src/app/contract-access.server.test.ts",
        title:
          "number and email of an order open no page and no document with measurements; the code that was mailed opens them in this browser alone",
      },
    ],
  },
  {
    name: "failed-sign-out-without-message",
    effect: "A sign-out that failed looks as if it had worked.",
    kind: "message",
    file: "src/app/web/flash-messages.ts",
    find: 'description: "Failed to sign out"',
    replace: 'description: ""',
    caughtBy: [{ file: "tests/e2e/account.spec.ts", title: "a failed sign-out is told once" }],
  },
  {
    name: "one-click-unsubscribing-is-refused",
    effect: "The unsubscribe button of a mail program reports an error.",
    kind: "guard",
    file: "src/app/account/unsubscribe.tsx",
    find: 'if (submission.status !== "success") return data(null, { headers: PRIVATE });',
    replace: 'if (submission.status !== "success") return rejectForm(submission);',
    caughtBy: [
      {
        file: "tests/http/account.test.ts",
        title:
          "a link ends one kind of email without signing in, on its page and from an email program",
      },
    ],
  },
  {
    name: "custom-that-is-not-offered-has-a-page",
    effect: "A product that the owner does not make to measure can still be configured.",
    kind: "guard",
    file: "src/app/storefront/made-to-measure/made-to-measure.tsx",
    find: "terms: isOffered ? terms : null",
    replace: "terms",
    caughtBy: [
      {
        file: "tests/http/measurement.test.ts",
        title:
          "Custom that the owner does not offer for a product is no size of it, is refused at its address, and comes back",
      },
    ],
  },
  {
    name: "credit-with-a-comma-is-one-dollar",
    effect: 'The owner enters "1,000" of store credit, and the customer receives $1.00.',
    kind: "money",
    file: "src/app/admin/office/customers/customer.tsx",
    find: "parseSubmittedAmount(fields.amount)",
    replace: 'parseSubmittedAmount(fields.amount.replace(/,.*/, ""))',
    caughtBy: [
      {
        file: "tests/http/payments.test.ts",
        title:
          "the owner gives credit from the customer's page once, and an order that it covers needs no payment page",
      },
    ],
  },
  {
    name: "reason-of-a-declined-change-is-lost",
    effect: "The atelier does not read why a customer declined a change.",
    kind: "stored value",
    file: "src/app/account/orders/contract.tsx",
    find: "({ isApproved: false, reason: value.reason } as const)",
    replace: '({ isApproved: false, reason: "" } as const)',
    caughtBy: [
      {
        file: "tests/http/contracts.test.ts",
        title:
          "a guest opens the contract's PDF from the lookup with a code, in this browser alone, and declines a change with a reason that the atelier reads",
      },
    ],
  },
  {
    name: "day-is-lost-at-the-checkout",
    effect: "An order forgets the day by which the customer needs the garment.",
    kind: "stored value",
    file: "src/features/garments/scheduling/promise-order.server.ts",
    find: "promises.set(id, { ...promise, needBy: day });",
    replace: "promises.set(id, { ...promise, needBy: null });",
    caughtBy: [
      {
        file: "src/features/sales/checkout/promised-order.server.test.ts",
        title:
          "a day that overtime meets is answered with its price; the order has it in its price, and ships only in time",
      },
    ],
  },
  {
    name: "measuring-without-consent",
    effect: "Somebody is measured through a link without having agreed to it.",
    kind: "guard",
    file: "src/app/account/measurements/measure-action.server.ts",
    find: 'consent: z.literal(true, "Please agree, or close this page and nothing is stored"),',
    replace: "consent: z.unknown(),",
    caughtBy: [
      {
        file: "tests/http/measurement.test.ts",
        title:
          "without JavaScript somebody opens a link, agrees, measures, stops and continues, and the sender sees that they are done",
      },
    ],
  },
  {
    name: "donation-receipt-of-a-hundredfold",
    effect: "The receipt of a donation names a hundred times its amount.",
    kind: "unit",
    file: "src/features/sales/donations/donation-receipt-email.ts",
    find: "const sum = formatMoney(amount);",
    replace: "const sum = formatMoney(money(amount.minorUnits * 100));",
    caughtBy: [
      {
        file: "tests/http/payments.test.ts",
        title: "a visitor donates, reads the thanks, and has the receipt by email",
      },
    ],
  },
  {
    name: "thank-you-page-wider-than-a-phone",
    effect: "The page after a donation scrolls sideways on a phone.",
    kind: "width",
    file: "src/app/storefront/donate/new-dawn-thank-you.tsx",
    find: 'className="shell flex min-h-[70svh]',
    replace: 'className="shell flex min-w-[60rem] min-h-[70svh]',
    caughtBy: [
      {
        file: "tests/e2e/widths-checkout.spec.ts",
        title: "what a guest sees who pays by transfer or with store credit fits every width",
      },
    ],
  },
  {
    name: "confirmation-without-focus",
    effect: "After a request for a sold-out size, the focus is nowhere.",
    kind: "focus",
    file: "src/app/storefront/back-in-stock/back-in-stock.tsx",
    find: "useEffect(() => heading.current?.focus(), []);",
    replace: "useEffect(() => {}, []);",
    caughtBy: [
      {
        file: "tests/e2e/stock.spec.ts",
        title:
          "a customer requests a sold-out size, and the owner scans and receives it with the keyboard",
      },
    ],
  },
  {
    name: "focus-without-ring",
    effect: "Nobody sees which control the keyboard has reached.",
    kind: "keyboard",
    file: "src/ui/theme.css",
    find: "    outline: 2px solid var(--color-demerara);\n",
    replace: "    outline: none;\n",
    caughtBy: [
      {
        file: "tests/e2e/account-keyboard.spec.ts",
        title:
          "a visitor creates an account with the keyboard, and a weak password is refused with its reasons",
      },
    ],
  },
  {
    name: "opened-guide-is-gone-offline",
    effect: "A measuring guide that was opened before does not open without a connection.",
    kind: "offline",
    file: "src/app/components/measuring/measuring-worker.browser.ts",
    find: "const stored = await caches.match(request, { ignoreVary: true });",
    replace: "const stored = null;",
    caughtBy: [
      {
        file: "tests/e2e/measuring-offline.spec.ts",
        title:
          "the chart's guide that was opened once opens again without a connection, at the value where it stopped",
      },
    ],
  },
  {
    name: "settings-overwrite-each-other",
    effect: "The second of two owners overwrites what the first has just saved.",
    kind: "guard",
    file: "src/features/base/settings/save-settings.server.ts",
    find: "if (names.some((name) => rows.get(name)?.version !== sections[name]?.version)) {",
    replace: "if (names.length > 100) {",
    caughtBy: [
      {
        file: "src/features/base/settings/save-settings.server.test.ts",
        title: "saves all sections or none: what somebody else saved meanwhile is a conflict",
      },
    ],
  },
  {
    name: "exchange-without-rollback",
    effect: "An exchange that is refused in the middle keeps what it has already written.",
    kind: "rollback",
    file: "src/features/sales/returns/exchange-return.server.ts",
    find: "await inTransaction(deps.db, (tx) => writeExchange(tx, deps, input));",
    replace: "await writeExchange(deps.db as never, deps, input);",
    caughtBy: [
      {
        file: "src/features/sales/returns/exchange-made-to-measure.server.test.ts",
        title: "is refused, and nothing changes, when too little of its cloth is left",
      },
    ],
  },
  {
    name: "invoice-without-its-first-line",
    effect: "An invoice omits the first product.",
    kind: "document",
    file: "src/features/sales/documents/order-document.server.ts",
    find: "rows: order.lines.map((line) => ({",
    replace: "rows: order.lines.slice(1).map((line) => ({",
    caughtBy: [
      {
        file: "src/features/sales/documents/write-documents.server.test.ts",
        title: "reads as it was bought: seller, buyer, number, lines, sums and how it was paid",
      },
    ],
  },
  {
    name: "expired-order-keeps-its-stock",
    effect: "An order that was never paid keeps its products reserved for good.",
    kind: "stock",
    file: "src/features/sales/payments/payment-records.server.ts",
    find: "...(await endReservations(tx, order.id, true)),",
    replace: "...(await endReservations(tx, order.id, false)),",
    caughtBy: [
      {
        file: "src/features/sales/payments/settle-session.server.test.ts",
        title: "releases the items once, however often it is reported",
      },
    ],
  },
  {
    name: "refunds-exceed-the-payment",
    effect: "Refunds item by item give back a cent more than was paid.",
    kind: "money",
    file: "src/features/sales/payments/refund.ts",
    find: "paid - Math.ceil((promotion.minorUnits * paid) / Math.max(1, goods));",
    replace: "paid - Math.floor((promotion.minorUnits * paid) / Math.max(1, goods));",
    caughtBy: [
      {
        file: "src/features/sales/payments/refund.test.ts",
        title: "never adds up to more than was paid, item by item",
      },
    ],
  },
  {
    name: "inch-of-25-millimetres",
    effect: "Every measurement in inches is one and a half percent too short.",
    kind: "unit",
    file: "src/features/body/measurement/length-text.ts",
    find: "= { inches: 25.4, cm: 10 };",
    replace: "= { inches: 25, cm: 10 };",
    caughtBy: [
      {
        file: "src/features/body/measurement/length-text.test.ts",
        title:
          "is read back unchanged for every millimeter in centimeters and every eighth in inches",
      },
    ],
  },
  {
    name: "repeated-payment-message-counts-twice",
    effect: "The provider repeats a message, and the order is settled a second time.",
    kind: "guard",
    file: "src/features/sales/payments/settle-session.server.ts",
    find: 'if (!recorded) return ok({ settlement: "duplicate" as const, change: null });',
    replace: "",
    caughtBy: [
      {
        file: "src/features/sales/payments/settle-session.server.test.ts",
        title: "is settled once by repeated or concurrent messages",
      },
    ],
  },
  {
    name: "packing-slip-for-everybody",
    effect: "Anybody who knows an order's id reads the name and address of its customer.",
    kind: "guard",
    file: "src/features/sales/documents/write-documents.server.ts",
    find: "writePackingSlip = asAdmin(",
    replace: "writePackingSlip = ((writeForAnyone) => writeForAnyone)(",
    caughtBy: [
      {
        file: "src/features/sales/documents/write-documents.server.test.ts",
        title: "is the shop's alone, of an order and a parcel that there is",
      },
    ],
  },
];
