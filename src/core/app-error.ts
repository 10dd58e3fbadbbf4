/** src/app gives each code a status and a page. */
export type AppErrorCode =
  | "configuration"
  | "database"
  | "payment_provider"
  | "storage"
  | "mail"
  | "internal";

/** An unexpected failure with a stable code for the log. Customers never see its message. */
export class AppError extends Error {
  readonly code: AppErrorCode;

  constructor(code: AppErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }
}
