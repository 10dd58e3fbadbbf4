export type FirstStep = {
  readonly title: string;
  readonly text: string;
  readonly path: string;
  readonly isDone: boolean;
};

export type ShopBeginnings = {
  readonly isNamed: boolean;
  readonly products: number;
  readonly takesCards: boolean;
  readonly isShippingSet: boolean;
  readonly sendsMail: boolean;
  readonly hasSold: boolean;
};

/** The next setup steps in order; none once something was sold. */
export function firstSteps(shop: ShopBeginnings): FirstStep[] {
  if (shop.hasSold) return [];
  const pieces = shop.products === 1 ? "1 piece is" : `${shop.products} pieces are`;
  return [
    {
      title: "Say who you are",
      text: "The shop's name, its address and how to reach it stand on every page and in every mail.",
      path: "/admin?tab=settings&part=general",
      isDone: shop.isNamed,
    },
    {
      title: "Put your pieces on the shelf",
      text:
        shop.products === 0
          ? "One by one, or many at once from a spreadsheet."
          : `${pieces} in the shop. Look them over, and take out what is not yours.`,
      path: "/admin?tab=products",
      isDone: shop.products > 0,
    },
    {
      title: "Look over shipping",
      text: "What each way of sending costs, and where it goes. The Shipping page and the checkout both say it.",
      path: "/admin?tab=settings&part=shipping",
      isDone: shop.isShippingSet,
    },
    {
      title: "Take cards",
      text: shop.takesCards
        ? "Your Stripe keys are kept."
        : "Until you enter your Stripe keys, the payment page is a test and no money moves.",
      path: "/admin?tab=settings&part=integrations",
      isDone: shop.takesCards,
    },
    {
      title: "Let mails go out",
      text: shop.sendsMail
        ? "A mail server is set."
        : "No mail server is set: mails are kept as files. Whoever looks after the machine sets SMTP_URL.",
      path: "/admin/outbox",
      isDone: shop.sendsMail,
    },
    {
      title: "Buy something yourself",
      text: "Walk the way of a shopper once, to the mail that confirms it. What you see here begins with it.",
      path: "/shop",
      isDone: false,
    },
  ];
}
