import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { createdAt, id, minorUnits, moment, secretHash, updatedAt } from "./columns.server.ts";

/** The table holds the accounts of customers and staff (better-auth's user); the specification calls them profiles. */
export const profiles = pgTable(
  "profiles",
  {
    id: id(),
    name: text("name").notNull(),
    firstName: text("first_name").notNull().default(""),
    lastName: text("last_name").notNull().default(""),
    email: text("email").notNull().unique(),
    emailVerified: boolean("email_verified").notNull().default(false),
    image: text("image"),
    username: text("username").unique(),
    displayUsername: text("display_username"),
    role: text("role", { enum: ["customer", "admin"] })
      .notNull()
      .default("customer"),
    /** May open measurements; other admins see only whether somebody is measured. */
    isAtelier: boolean("is_atelier").notNull().default(false),
    /** Decides who else is staff and what they may do; at least one admin does. */
    isOwner: boolean("is_owner").notNull().default(false),
    /** A code follows the password; passkeys are counted in their table. */
    twoFactorEnabled: boolean("two_factor_enabled").notNull().default(false),
    /** When its holder last pressed "Not now". */
    secondFactorOfferedAt: moment("second_factor_offered_at"),
    /** When the shop first asked its holder for a second factor; the days to put it off count from here. */
    secondFactorRequestedAt: moment("second_factor_requested_at"),
    emailNotifications: boolean("email_notifications").notNull().default(false),
    orderUpdates: boolean("order_updates").notNull().default(true),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex("profiles_email_lower").on(sql`lower(${table.email})`),
    check("profiles_atelier_is_staff", sql`not ${table.isAtelier} or ${table.role} = 'admin'`),
    check("profiles_owner_is_staff", sql`not ${table.isOwner} or ${table.role} = 'admin'`),
    check("profiles_role_known", sql`${table.role} in ('customer', 'admin')`),
  ],
);

export const sessions = pgTable(
  "sessions",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    token: text("token").notNull().unique(),
    expiresAt: moment("expires_at").notNull(),
    ipAddress: text("ip_address"),
    userAgent: text("user_agent"),
    /** When its holder last proved a password or a second factor, after the sign-in. */
    confirmedAt: moment("confirmed_at"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("sessions_user").on(table.userId)],
);

export const authAccounts = pgTable(
  "auth_accounts",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    accountId: text("account_id").notNull(),
    providerId: text("provider_id").notNull(),
    accessToken: text("access_token"),
    refreshToken: text("refresh_token"),
    idToken: text("id_token"),
    accessTokenExpiresAt: moment("access_token_expires_at"),
    refreshTokenExpiresAt: moment("refresh_token_expires_at"),
    scope: text("scope"),
    password: text("password"),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("auth_accounts_user").on(table.userId)],
);

export const verifications = pgTable(
  "verifications",
  {
    id: id(),
    identifier: text("identifier").notNull(),
    value: text("value").notNull(),
    expiresAt: moment("expires_at").notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index("verifications_identifier").on(table.identifier)],
);

/** A job looks up the account and deletes the row. */
export const passwordResetRequests = pgTable("password_reset_requests", {
  id: id(),
  email: text("email").notNull(),
  createdAt: createdAt(),
});

/** The table holds better-auth's counters, which all processes share. */
export const rateLimits = pgTable("rate_limits", {
  id: id(),
  key: text("key").notNull().unique(),
  count: integer("count").notNull(),
  lastRequest: minorUnits("last_request").notNull(),
});

/** The table holds better-auth's authenticator apps, with an encrypted secret and recovery codes. */
export const twoFactors = pgTable(
  "two_factors",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    secret: text("secret").notNull(),
    backupCodes: text("backup_codes").notNull(),
    verified: boolean("verified").notNull().default(true),
    failedVerificationCount: integer("failed_verification_count").notNull().default(0),
    lockedUntil: moment("locked_until"),
    /** The half minute, counted from 1970, of the newest code that was used; a code of it or before is refused. */
    lastUsedStep: integer("last_used_step"),
  },
  (table) => [uniqueIndex("two_factors_user").on(table.userId)],
);

/** The table holds WebAuthn keys of staff, the public half only. */
export const passkeys = pgTable(
  "passkeys",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    credentialId: text("credential_id").notNull().unique(),
    /** Base64url. */
    publicKey: text("public_key").notNull(),
    counter: minorUnits("counter").notNull().default(0),
    transports: text("transports").array().notNull().default(sql`'{}'`),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at"),
  },
  (table) => [index("passkeys_user").on(table.userId)],
);

/** The table holds the cookie's hash. Staff sign-ins from new browsers are reported by email. */
export const staffDevices = pgTable(
  "staff_devices",
  {
    id: id(),
    userId: uuid("user_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    tokenHash: secretHash("token_hash").notNull(),
    createdAt: createdAt(),
    lastUsedAt: moment("last_used_at").notNull(),
  },
  (table) => [uniqueIndex("staff_devices_token").on(table.userId, table.tokenHash)],
);

/** The link's token is stored as its hash. */
export const staffInvitations = pgTable("staff_invitations", {
  id: id(),
  email: text("email").notNull(),
  tokenHash: secretHash("token_hash").notNull().unique(),
  invitedBy: uuid("invited_by").references(() => profiles.id, { onDelete: "set null" }),
  expiresAt: moment("expires_at").notNull(),
  createdAt: createdAt(),
});
