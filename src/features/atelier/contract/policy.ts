/**
 * The remake rules by version (specification 2, Returns; the cart's words on remeasuring). A contract names the version that
 * the customer saw: a text that has been ordered under is never changed, a new one is added.
 */
const POLICIES: readonly (readonly string[])[] = [
  [
    "This piece is cut for one person, so it cannot be returned because you changed your mind.",
    "If it is defective, or its measurements are significantly different from your order, we alter it, make it again or refund it, at our cost.",
    "Before we cut, a tailor looks at your measurements and asks you about any that seems unlikely. Nothing in the order changes without your approval. Remeasuring is free.",
  ],
];

/** The newest version, under which garments are ordered now. */
export const POLICY_VERSION = POLICIES.length;

/** The sentences of a version; none for an unknown one. */
export const policyOf = (version: number): readonly string[] => POLICIES[version - 1] ?? [];
