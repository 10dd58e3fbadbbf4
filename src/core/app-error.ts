/** Codes for failures nobody expected; src/app turns them into a status and the 'Something went wrong' screen. */
export type AppErrorCode =
  | "configuration"
  | "database"
  | "payment_provider"
  | "storage"
  | "mail"
  | "internal";

/** An unexpected failure with a stable code for the log; its message never reaches a shopper. */
export class AppError extends Error {
  readonly code: AppErrorCode;

  constructor(code: AppErrorCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = "AppError";
    this.code = code;
  }
}
