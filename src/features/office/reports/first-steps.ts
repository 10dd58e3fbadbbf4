import { formatDay } from "#core/georgetown-time.ts";

export type FirstStep = {
  readonly title: string;
  readonly text: string;
  /** Where it is done; null for what is done on the server alone. */
  readonly path: string | null;
  readonly isDone: boolean;
};

export type ShopBeginnings = {
  readonly isNamed: boolean;
  readonly products: number;
  /** Whether a product has the size Custom. */
  readonly offersCustom: boolean;
  /** Whether somebody of the staff may open customers' measurements. */
  readonly hasAtelier: boolean;
  readonly acceptsCards: boolean;
  readonly isShippingSet: boolean;
  /** Emails go to files, or to a server that accepted one or not yet. */
  readonly mail: "files" | "untried" | "accepted";
  /** The last scheduled backup; null without one. */
  readonly lastBackupAt: Date | null;
  /** How it holds the keys of the shop; null without one, or when it is not known. */
  readonly lastBackupKeys: "sealed" | "plain" | "none" | null;
  readonly hasSold: boolean;
  /** The cart promises these days, if the Returns page differs. */
  readonly otherReturnDays: number | null;
  /** The Returns page, emails and forms follow it. */
  readonly returnWindowDays: number;
};

/** The days a text promises ("365-Day Returns"), or null. */
export function promisedReturnDays(text: string): number | null {
  const [, days] = /(\d{1,4})[\s-]*days?\b[\s-]*returns?/i.exec(text) ?? [];
  return days ? Number(days) : null;
}

function returnsStep({ otherReturnDays, returnWindowDays }: ShopBeginnings): FirstStep {
  return {
    title: "Decide how long you take returns",
    text: otherReturnDays
      ? `The text under the cart promises ${otherReturnDays} days; the Returns page, the emails and what customers can do say ${returnWindowDays}. Change the text, or the days under Shipping, so that the shop promises one thing.`
      : `The text under the cart and the Returns page agree: ${returnWindowDays} days.`,
    path: "/admin?tab=settings&part=notices",
    isDone: otherReturnDays === null,
  };
}

const mailTexts: Readonly<Record<ShopBeginnings["mail"], string>> = {
  files:
    "No mail server is set: emails are stored as files and reach nobody. Whoever runs the server enters one there, as SMTP_URL.",
  untried: "A mail server is set and has accepted no email yet. Send a sample to yourself.",
  accepted: "The mail server accepts emails.",
};

const mailStep = ({ mail }: ShopBeginnings): FirstStep => ({
  title: "Let mails go out",
  text: mailTexts[mail],
  path: "/admin/outbox",
  isDone: mail === "accepted",
});

const backupStep = ({ lastBackupAt }: ShopBeginnings): FirstStep => ({
  title: "Have backups made",
  text: lastBackupAt
    ? `The last one was made on ${formatDay(lastBackupAt)}.`
    : "No backups are made yet: what is lost stays lost. Whoever runs the server names a folder on another disk there, as BACKUP_DIR.",
  path: null,
  isDone: lastBackupAt !== null,
});

/**
 * Next setup steps in order. After the first sale only what customers depend on: one promise about returns, emails that leave the
 * server, and backups.
 */
export function firstSteps(shop: ShopBeginnings): FirstStep[] {
  if (shop.hasSold) {
    return [returnsStep(shop), mailStep(shop), backupStep(shop)].filter(({ isDone }) => !isDone);
  }
  const items = shop.products === 1 ? "1 piece is" : `${shop.products} pieces are`;
  return [
    {
      title: "Say who you are",
      text: "The shop's name, address and contact details appear on every page and in every email.",
      path: "/admin?tab=settings&part=general",
      isDone: shop.isNamed,
    },
    {
      title: "Add your products",
      text:
        shop.products === 0
          ? "One by one, or many at once from a spreadsheet."
          : `${items} in the shop. Check them and remove what is not yours.`,
      path: "/admin?tab=products",
      isDone: shop.products > 0,
    },
    {
      title: "Have garments made to measure",
      text: shop.offersCustom
        ? "A product has the size Custom. Look over its price, its options and the measurements that it needs."
        : "Give a product the size Custom, then say under Made to measure what customers can choose and what it costs.",
      path: "/admin/atelier",
      isDone: shop.offersCustom,
    },
    {
      title: "Decide who opens measurements",
      text: shop.hasAtelier
        ? "Somebody of the staff may open them. Each reading is listed."
        : "Nobody of the staff may open a customer's measurements yet. Allow it to whoever cuts, and to yourself if you do.",
      path: "/admin/account",
      isDone: shop.hasAtelier,
    },
    {
      title: "Look over shipping",
      text: "What each shipping method costs and where it delivers. The Shipping page and the checkout show it.",
      path: "/admin?tab=settings&part=shipping",
      isDone: shop.isShippingSet,
    },
    returnsStep(shop),
    {
      title: "Take cards",
      text: shop.acceptsCards
        ? "Your Stripe keys are saved."
        : "Until you enter your Stripe keys, the payment page is a test and no money moves.",
      path: "/admin?tab=settings&part=integrations",
      isDone: shop.acceptsCards,
    },
    mailStep(shop),
    backupStep(shop),
    {
      title: "Buy something yourself",
      text: "Place an order as a customer would, up to the confirmation email. Your first sales numbers then appear here.",
      path: "/shop",
      isDone: false,
    },
  ];
}
