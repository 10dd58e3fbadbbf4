/**
 * The response header in which a rendered page names the nonce that marks its own inline scripts. The host turns the marked scripts
 * into hashes of the Content-Security-Policy and removes the header and the marks, so nothing injected is ever allowed to run.
 */
export const SCRIPT_NONCE_HEADER = "x-script-nonce";
