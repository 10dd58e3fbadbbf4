import type { SectionName, SectionValues } from "./settings-input.ts";
import type { StripeMode } from "./stripe-keys.ts";

/** The site settings as the CMS shows them: every section with the version of its row, and of the secret key a hint alone. */
export type AdminSettings = {
  values: SectionValues;
  versions: Record<SectionName, number>;
  stripe: {
    version: number;
    publishableKey: string;
    /** Null when none is stored. */
    secretHint: string | null;
    mode: StripeMode;
  };
  /** The picture of a shared link, as the library names it. */
  socialImage: { id: string; name: string } | null;
};
