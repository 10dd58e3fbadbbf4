/** The first four may pass by themselves. */
export type StorageFault =
  | "unreachable"
  | "silent"
  | "busy"
  | "failing"
  | "no_bucket"
  | "denied"
  | "no_credentials"
  | "certificate"
  | "other";

/** Where files are. DATA_DIR has no name of its own: it moves with the machine. */
export type StorageLocation =
  | { kind: "disk" }
  /** `endpoint` is null for Amazon's own. */
  | { kind: "s3"; endpoint: string | null; bucket: string };

export function isSameLocation(one: StorageLocation, other: StorageLocation): boolean {
  if (one.kind === "disk" || other.kind === "disk") return one.kind === other.kind;
  return one.bucket === other.bucket && hostOf(one.endpoint) === hostOf(other.endpoint);
}

const hostOf = (endpoint: string | null) => (endpoint === null ? "" : new URL(endpoint).host);

/** Such as "the bucket shop at http://store:9000". */
export function describeLocation(location: StorageLocation): string {
  if (location.kind === "disk") return "the folder uploads in DATA_DIR";
  return `the bucket ${location.bucket} at ${location.endpoint ?? "Amazon S3"}`;
}

const TRANSIENT: ReadonlySet<StorageFault> = new Set(["unreachable", "silent", "busy", "failing"]);

/** Whether the fault may pass without a change of the settings. */
export function isTransientFault(fault: StorageFault): boolean {
  return TRANSIENT.has(fault);
}

const reasons: Record<StorageFault, string> = {
  unreachable: "cannot be reached",
  silent: "accepts connections but does not respond",
  busy: "refuses requests because there are too many",
  failing: "reports an error of its own",
  no_bucket: "does not exist. Create it, or correct S3_BUCKET",
  denied:
    "refuses the access. Check S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and what this key may do",
  no_credentials:
    "cannot be opened without credentials. Set S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY",
  certificate:
    "has a certificate that this machine does not trust. For an authority of your own set NODE_EXTRA_CA_CERTS to its file",
  other: "cannot be used",
};

/** One sentence for the owner; `detail` is the storage's own report. */
export function describeStorageFault(
  fault: StorageFault,
  location: StorageLocation,
  detail?: string,
): string {
  const name = describeLocation(location);
  const sentence = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${reasons[fault]}`;
  return detail ? `${sentence} (${detail}).` : `${sentence}.`;
}

const STORAGE_AWAY = "STORAGE_AWAY";

/** A failed storage call; repeat it in a moment. */
export class StorageAway extends Error {
  /** Read by `findOutage` and `findStorageAway`. */
  readonly code = STORAGE_AWAY;
  readonly fault: StorageFault;

  constructor(fault: StorageFault, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "StorageAway";
    this.fault = fault;
  }
}

/** Goes by the code: the bundled pages have a copy of the class, and the server makes the store. */
const isStorageAway = (error: Error): error is StorageAway =>
  "code" in error && error.code === STORAGE_AWAY;

/** The storage failure in an error or its causes, else null. */
export function findStorageAway(error: unknown): StorageAway | null {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (isStorageAway(each)) return each;
  }
  return null;
}

const FULL: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** Whether this machine's disk had no room, in an error or its causes. */
export function isFullDisk(error: unknown): boolean {
  for (let each = error; each instanceof Error; each = each.cause) {
    if ("code" in each && FULL.has(each.code)) return true;
  }
  return false;
}

/** A file of a folder is missing too where its key ends at a folder or goes on below a file. */
const MISSING: ReadonlySet<unknown> = new Set(["ENOENT", "ENOTDIR", "EISDIR"]);

/** Whether a store's error means a missing file. */
export function isMissingFile(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && MISSING.has(cause.code)) return true;
    if (cause.name === "NoSuchKey" || cause.name === "NotFound") return true;
  }
  return false;
}
